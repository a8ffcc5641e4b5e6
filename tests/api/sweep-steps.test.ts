import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { dropOldMessages } from '#server/content/drop-old-messages.ts'
import { sweep } from '#server/operations/sweep.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { dropOldAudit, sealAudit, verifyAudit } from '#server/reporting/audit-chain.ts'
import { SECRETS } from '../support/database-content.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { openTestDb } from '../support/open-test-db.ts'

const { db, close } = await openTestDb()
afterAll(close)

const OLD = sql`now() - interval '400 days'`
const ROWS = 5_001

test('old audit rows are deleted in several transactions, and the rest of the chain stays whole', async () => {
  await db.execute(sql`insert into audit (at, stored_at, action, detail)
    select ${OLD}, ${OLD}, 'auth.signIn', '{}' from generate_series(1, ${ROWS})`)
  await db.execute(sql`insert into audit (at, action, detail) values (now(), 'auth.signIn', '{}')`)
  await sealAudit(db, SECRETS)
  let begun = 0
  const counted = Object.create(db, {
    transaction: { value: (...given: Parameters<typeof db.transaction>) => (begun++, db.transaction(...given)) },
  }) as typeof db
  expect([await dropOldAudit(counted, SECRETS, new Date(), 180), begun]).toEqual([ROWS, 2])
  expect(await verifyAudit(db, SECRETS)).toMatchObject({ rows: 1, broken: null })
}, 60_000)

test('old messages of checks and tests are deleted, those of alarms are kept', async () => {
  const put = (alarmId: unknown, name: string, at: unknown, rows: number) =>
    db.execute(sql`
      insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, created_at)
      select ${alarmId}, 0, 0, 'sms', 'contact:1', ${name}, 'test', '{}', ${at} from generate_series(1, ${rows}::int)`)
  const fire = sql`(select min(id) from alarm)`
  await db.execute(sql`insert into alarm (source, kind, priority, occurred_at, received_at, last_at)
    values ('x', 'fire', 1, now(), now(), now())`)
  await put(fire, 'of an alarm', OLD, 1)
  await put(null, 'old', OLD, ROWS)
  await put(null, 'new', sql`now()`, 1)
  await dropOldMessages(db, new Date(Date.now() - 24 * 3_600_000))
  const { rows } = await db.execute(sql`select recipient_name as name from delivery order by id`)
  expect(rows).toEqual([{ name: 'of an alarm' }, { name: 'new' }])
}, 60_000)

test('a step that fails stops no later step, and each error is reported', async () => {
  await sealAudit(db, SECRETS)
  await db.execute(sql`update audit_chain set mark = 'x'`)
  await db.execute(sql`select ensure_month('reading', '2020-01-01'::date), ensure_month('reading', '2026-03-01'::date)`)
  await db.execute(sql`insert into organ (id, name, level) values (1, '总队', 1)`)
  await db.execute(sql`insert into account (id, account, name, role, organ_id, password_hash, created_at)
    values (1, 'zongdui', '总队', 'government', 1, '', now())`)
  await db.execute(sql`insert into download (ticket_hash, file_key, file_name, content_type, account_id, expires_at)
    values ('x', 'downloads/x', 'a.csv', 'text/csv', 1, '2020-01-01')`)
  const logged: string[] = []
  const files = openFileStore('memory:', '/')
  const deps = {
    db,
    now: () => DEMO_NOW,
    databaseTime: () => Promise.resolve(DEMO_NOW),
    log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    files: { ...files, remove: () => Promise.reject(new Error('no store')) },
    limits: createLimits(db),
    secrets: SECRETS,
    settings: { retentionMonths: 36, auditDays: 1095 },
  } as unknown as Deps
  await expect(sweep(deps)).rejects.toThrow('no store')
  expect(logged.map((line) => (JSON.parse(line) as { step?: string }).step).filter(Boolean)).toEqual([
    'downloads',
    'audit',
  ])
  expect(logged.join('')).toMatch(/no store.*audit chain/s)
  const { rows } = await db.execute(
    sql`select to_regclass('reading_202001') as old, to_regclass('reading_202603') as now`,
  )
  expect(rows).toEqual([{ old: null, now: 'reading_202603' }])
})
