import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instant, refColumn } from './columns.ts'

/** A social unit (社会单位): the documents' lawCompany. */
export const unit = pgTable(
  'unit',
  {
    id: idColumn(),
    name: text('name').notNull(),
    useName: text('use_name'),
    regName: text('reg_name'),
    creditCode: text('credit_code'),
    provinceNo: text('province_no').notNull(),
    cityNo: text('city_no').notNull(),
    county: text('county').notNull(),
    streetNo: text('street_no').notNull(),
    streetName: text('street_name'),
    houseNumber: text('house_number'),
    address: text('address'),
    addressDetail: text('address_detail'),
    companyAddress: text('company_address'),
    /** WGS-84 degrees, named by `crs`. */
    gisX: doublePrecision('gis_x'),
    gisY: doublePrecision('gis_y'),
    crs: text('crs').notNull().default('WGS84'),
    foundedAt: instant('founded_at'),
    /** Supervision category: 1 key, 2 general, 3 nine-small, 4 other. */
    type: integer('type').notNull(),
    /** Unit type (documents: dwxz), ownership (nature) and place type, as text. */
    unitType: text('unit_type'),
    ownership: text('ownership'),
    placeType: text('place_type'),
    /** 0 no, 1 property, 2 building-owner unit. */
    isBuildingManager: integer('is_building_manager').notNull().default(0),
    organId: refColumn('organ_id'),
    legalName: text('legal_name'),
    legalPhone: text('legal_phone'),
    legalIdCard: text('legal_id_card'),
    tel: text('tel'),
    contactsName: text('contacts_name'),
    contactsPhone: text('contacts_phone'),
    safeDutyName: text('safe_duty_name'),
    safeDutyPhone: text('safe_duty_phone'),
    safeDutyIdCard: text('safe_duty_id_card'),
    safeManagerName: text('safe_manager_name'),
    safeManagerPhone: text('safe_manager_phone'),
    safeManagerIdCard: text('safe_manager_id_card'),
    propertyUnit: text('property_unit'),
    propertyPerson: text('property_person'),
    propertyPhone: text('property_phone'),
    maintenanceUnit: text('maintenance_unit'),
    maintenancePerson: text('maintenance_person'),
    maintenancePhone: text('maintenance_phone'),
    labels: jsonb('labels').$type<string[]>().notNull().default([]),
    appKey: text('app_key').notNull(),
    /** Encrypted (see `../secrets.ts`); key for signed requests. */
    secret: text('secret').notNull(),
    /** Source: the documents' isNeedEdit (1 when true). */
    profileComplete: boolean('profile_complete').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    modifiedAt: instant('modified_at').notNull(),
    /** Lower-case search text. */
    sought: text('sought').generatedAlwaysAs(
      sql`lower(coalesce(name, '') || chr(31) || coalesce(reg_name, '') || chr(31) || coalesce(credit_code, '') || chr(31) || coalesce(address_detail, ''))`,
    ),
  },
  (t) => [
    index('unit_county_idx').on(t.county, t.id),
    index('unit_street_idx').on(t.streetNo, t.id),
    index('unit_type_idx').on(t.type, t.county),
    index('unit_credit_idx').on(t.creditCode),
    index('unit_app_key_idx').on(t.appKey),
  ],
)
