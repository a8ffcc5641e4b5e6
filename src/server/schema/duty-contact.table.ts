import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { building } from './building.table.ts'
import { idColumn, instant, refColumn } from './columns.ts'
import { organ } from './organ.table.ts'
import { unit } from './unit.table.ts'

/** To call about alarms; of one unit or organ. */
export const dutyContact = pgTable(
  'duty_contact',
  {
    id: idColumn(),
    unitId: refColumn('unit_id').references(() => unit.id, { onDelete: 'cascade' }),
    organId: refColumn('organ_id').references(() => organ.id, { onDelete: 'cascade' }),
    /** Read by the former version only; see {@link dutyContactBuilding}. */
    buildingId: refColumn('building_id').references(() => building.id, { onDelete: 'cascade' }),
    /** 1 is called first. */
    rank: smallint('rank').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Minutes of the day in Shanghai; equal: all day; `from` after `to`: over midnight. */
    hoursFrom: integer('hours_from').notNull().default(0),
    hoursTo: integer('hours_to').notNull().default(0),
    /** When the person opened a test message's link or acted through one. */
    verifiedAt: instant('verified_at'),
    testedAt: instant('tested_at'),
    createdAt: instant('created_at').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [
    index('duty_contact_unit_idx').on(t.unitId, t.rank),
    index('duty_contact_organ_idx').on(t.organId, t.rank),
    index('duty_contact_building_idx').on(t.buildingId),
  ],
)

/** The buildings of a contact; without rows: all of the unit. */
export const dutyContactBuilding = pgTable(
  'duty_contact_building',
  {
    contactId: refColumn('contact_id')
      .notNull()
      .references(() => dutyContact.id, { onDelete: 'cascade' }),
    buildingId: refColumn('building_id')
      .notNull()
      .references(() => building.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.contactId, t.buildingId] }),
    index('duty_contact_building_building_idx').on(t.buildingId),
  ],
)

/** A contact's phone that receives alarms by push without a session. */
export const contactDevice = pgTable(
  'contact_device',
  {
    id: idColumn(),
    contactId: refColumn('contact_id')
      .notNull()
      .references(() => dutyContact.id, { onDelete: 'cascade' }),
    /** Kind of phone and browser, as shown. */
    name: text('name').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The link it was bound by: a repeated request succeeds. */
    linkHash: text('link_hash').notNull(),
    boundAt: instant('bound_at').notNull(),
    /** When the push service last accepted a message. */
    sentAt: instant('sent_at'),
    /** The push service no longer knows the device. */
    lostAt: instant('lost_at'),
  },
  (t) => [uniqueIndex('contact_device_key').on(t.contactId, t.endpoint)],
)

/** Permission to bind one device to a contact. */
export const bindLink = pgTable(
  'bind_link',
  {
    tokenHash: text('token_hash').primaryKey(),
    contactId: refColumn('contact_id')
      .notNull()
      .references(() => dutyContact.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('bind_link_contact_idx').on(t.contactId)],
)
