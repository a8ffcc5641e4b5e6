import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'
import { provider } from './provider.table.ts'
import { unit } from './unit.table.ts'

export const building = pgTable(
  'building',
  {
    id: idColumn(),
    name: text('name').notNull(),
    complexName: text('complex_name').notNull(),
    provinceNo: text('province_no').notNull(),
    cityNo: text('city_no').notNull(),
    /** Six-digit district and nine-digit street codes. */
    county: text('county').notNull(),
    streetNo: text('street_no').notNull(),
    address: text('address'),
    addressDetail: text('address_detail'),
    gisX: doublePrecision('gis_x'),
    gisY: doublePrecision('gis_y'),
    crs: text('crs').notNull().default('WGS84'),
    /** Building area and footprint in m², height in m. */
    area: doublePrecision('area'),
    floorSpace: doublePrecision('floor_space'),
    height: doublePrecision('height'),
    /** Former heights, oldest first, each with the end of its time (ms); maintained by a trigger. */
    pastHeights: jsonb('past_heights').$type<[number, number | null][]>().notNull().default([]),
    upperLevel: integer('upper_level'),
    underLevel: integer('under_level'),
    /** Height class 1–4, derived from height and floors. */
    heightId: integer('height_id'),
    /** Dictionary codes of use nature and structure. */
    natureId: text('nature_id'),
    constructId: text('construct_id'),
    buildingYear: integer('building_year'),
    /** 1 large complex, 2 super high-rise, null an ordinary building. */
    buildingType: integer('building_type'),
    fireLevel: text('fire_level'),
    /** Three-level code paths. */
    functionPaths: jsonb('function_paths').$type<string[][]>().notNull().default([]),
    formPath: jsonb('form_path').$type<string[]>().notNull().default([]),
    providerId: refColumn('provider_id').references(() => provider.id),
    /** 0 not connected, 1 connected, 2 connecting, 3 connection failed. */
    accessStatus: integer('access_status').notNull().default(0),
    accessAt: instant('access_at'),
    /** Whole percentages of must-have and other item types connected. */
    mustPercent: integer('must_percent').notNull().default(0),
    optionalPercent: integer('optional_percent').notNull().default(0),
    /** Maintained by triggers on `score_day` and `point`; null without points or scores. */
    latestScore: doublePrecision('latest_score'),
    scoredOn: date('scored_on', { mode: 'string' }),
    /** 0 under approval, 1 refused, otherwise null. */
    approveStatus: integer('approve_status'),
    refuseReason: text('refuse_reason'),
    /** False for a building added by a unit until approved; the city's figures exclude it. */
    registered: boolean('registered').notNull().default(true),
    /** When an added building was approved; null if registered since `createdAt`. */
    registeredAt: instant('registered_at'),
    openProjectId: text('open_project_id').notNull(),
    appKey: text('app_key').notNull(),
    createdAt: instant('created_at').notNull(),
    modifiedAt: instant('modified_at').notNull(),
    /** Lower-case: comparing 20,000 rows without case takes a second. */
    sought: text('sought').generatedAlwaysAs(
      sql`lower(coalesce(name, '') || chr(31) || coalesce(complex_name, '') || chr(31) || coalesce(address_detail, ''))`,
    ),
  },
  (t) => [
    index('building_county_idx').on(t.county, t.id),
    index('building_provider_idx').on(t.providerId, t.id),
    index('building_street_idx').on(t.streetNo, t.id),
    index('building_access_idx').on(t.accessStatus, t.id),
    index('building_complex_idx').on(t.complexName, t.id),
    index('building_approve_idx')
      .on(t.approveStatus, t.id)
      .where(sql`${t.approveStatus} is not null`),
    index('building_place_idx').on(t.gisY, t.gisX),
    uniqueIndex('building_open_project_key').on(t.openProjectId),
    index('building_app_key_idx').on(t.appKey),
  ],
)

/** Units propose changes, except those in `contract/building-form.rules.ts`. */
export const REGISTER_COLUMNS = [
  'name',
  'complexName',
  'provinceNo',
  'cityNo',
  'county',
  'streetNo',
  'addressDetail',
  'address',
  'gisX',
  'gisY',
  'crs',
  'floorSpace',
  'area',
  'height',
  'upperLevel',
  'underLevel',
  'natureId',
  'constructId',
  'buildingYear',
] as const
export type RegisterChanges = Partial<Pick<typeof building.$inferSelect, (typeof REGISTER_COLUMNS)[number]>>

export const buildingUnit = pgTable(
  'building_unit',
  {
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
    unitId: refColumn('unit_id')
      .notNull()
      .references(() => unit.id, { onDelete: 'cascade' }),
    /** `bound`: owner or manager, sees the building; `tenant`: has moved in, without access. */
    kind: text('kind', { enum: ['bound', 'tenant'] }).notNull(),
    /** False until the unit's claim is approved: the unit may see the building, but not change it. */
    confirmed: boolean('confirmed').notNull().default(true),
    enteredAt: instant('entered_at'),
    enterArea: doublePrecision('enter_area'),
    label: text('label'),
    createdAt: instant('created_at').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buildingId, t.unitId, t.kind] }),
    index('building_unit_unit_idx').on(t.unitId, t.kind, t.buildingId),
  ],
)
