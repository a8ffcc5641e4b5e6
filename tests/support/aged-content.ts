import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'

const DAY = 86_400_000

/** Days; clock errors in ms. */
export interface Age {
  readonly days: number
  readonly processAhead: number
  readonly databaseAhead: number
}

interface Kind {
  readonly keepMs: number
  insert(db: Db, key: string, at: string, stored: string): Promise<unknown>
  exists(key: string): ReturnType<typeof sql>
  readonly hasStoredAt?: boolean
  readonly isChained?: boolean
}

export async function insertOwners(db: Db): Promise<void> {
  await db.execute(sql`insert into organ (id, name, level) values (1, '总队', 1)`)
  await db.execute(sql`
    insert into account (id, account, name, role, organ_id, password_hash, created_at)
    values (1, 'zongdui', '总队', 'government', 1, '', now())`)
  await db.execute(
    sql`insert into provider (id, name, app_key, secret, created_at) values (1, '服务商', 'k', '', now())`,
  )
  // They enforce database time and 180 days.
  await db.execute(sql`alter table audit disable trigger user`)
}

/** Not in monthly partitions. */
export const kindsOf = (auditDays: number, keyDays: number): Readonly<Record<string, Kind>> => ({
  audit: {
    keepMs: auditDays * DAY,
    isChained: true,
    hasStoredAt: true,
    insert: (db, key, at, stored) =>
      db.execute(sql`
      insert into audit (at, action, address, detail, stored_at) values (${at}, 'auth.signIn', ${key}, '{}', ${stored})`),
    exists: (key) => sql`select 1 from audit where address = ${key}`,
  },
  upload: {
    keepMs: 7 * DAY,
    hasStoredAt: true,
    insert: (db, key, at, stored) =>
      db.execute(sql`
      insert into upload (token, account_id, file_key, file_name, content_type, size, sha256, created_at, stored_at)
      values (${key}, 1, ${`uploads/${key}`}, 'a.jpg', 'image/jpeg', 1, '', ${at}, ${stored})`),
    exists: (key) => sql`select 1 from upload where token = ${key}`,
  },
  quarantine: {
    keepMs: 30 * DAY,
    hasStoredAt: true,
    insert: (db, key, at, stored) =>
      db.execute(sql`
      insert into quarantine (provider_id, building_id, point_number, reason, item_kind, occurred_at, received_at, item_key, item, stored_at)
      values (1, 1, '1', 'future', 'reading', ${at}, ${at}, ${key}, '{}', ${stored})`),
    exists: (key) => sql`select 1 from quarantine where item_key = ${key}`,
  },
  idempotency: {
    keepMs: keyDays * DAY,
    hasStoredAt: true,
    insert: (db, key, at, stored) =>
      db.execute(sql`
      insert into idempotency (account_id, key, call, fingerprint, at, stored_at) values (1, ${key}, 'a', 'b', ${at}, ${stored})`),
    exists: (key) => sql`select 1 from idempotency where key = ${key}`,
  },
  session: {
    keepMs: 30 * DAY,
    insert: (db, key, at) =>
      db.execute(sql`
      insert into session (token_hash, account_id, created_at, last_seen_at, ended_at) values (${key}, 1, ${at}, ${at}, ${at})`),
    exists: (key) => sql`select 1 from session where token_hash = ${key}`,
  },
  download: {
    keepMs: 10 * 60_000,
    insert: (db, key, at) =>
      db.execute(sql`
      insert into download (ticket_hash, file_key, file_name, content_type, expires_at)
      values (${key}, ${`downloads/${key}`}, 'a.xlsx', 'x/y', ${at})`),
    exists: (key) => sql`select 1 from download where ticket_hash = ${key}`,
  },
  picture: {
    keepMs: 0,
    insert: (db, key, at) => db.execute(sql`insert into picture_code values (${key}, '', ${at})`),
    exists: (key) => sql`select 1 from picture_code where token = ${key}`,
  },
  ticket: {
    keepMs: 0,
    insert: (db, key, at) => db.execute(sql`insert into ticket values (${key}, 1, ${at})`),
    exists: (key) => sql`select 1 from ticket where ticket_hash = ${key}`,
  },
  smsCode: {
    keepMs: 0,
    insert: (db, key, at) =>
      db.execute(sql`
      insert into sms_code (phone, code_hash, expires_at, tries_left) values (${key}, '', ${at}, 5)`),
    exists: (key) => sql`select 1 from sms_code where phone = ${key}`,
  },
  recovery: {
    keepMs: 0,
    insert: (db, key, at) =>
      db.execute(sql`
      insert into recovery (phone, address, expires_at, known) values (${key}, '', ${at}, true)`),
    exists: (key) => sql`select 1 from recovery where phone = ${key}`,
  },
  nonce: {
    keepMs: 0,
    insert: (db, key, at) => db.execute(sql`insert into provider_nonce values (1, ${key}, ${at})`),
    exists: (key) => sql`select 1 from provider_nonce where nonce = ${key}`,
  },
  rateLimit: {
    keepMs: 0,
    insert: (db, key, at) => db.execute(sql`insert into rate_limit values (${key}, 1, ${at}, null)`),
    exists: (key) => sql`select 1 from rate_limit where key = ${key}`,
  },
})

export const isThere = async (db: Db, query: ReturnType<typeof sql>) => (await db.execute(query)).rows.length > 0
