import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
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

test('a step that fails stops no later step, and its error is reported', async () => {
  await sealAudit(db, SECRETS)
  await db.execute(sql`update audit_chain set mark = 'x'`)
  await db.execute(sql`select ensure_month('reading', '2020-01-01'::date), ensure_month('reading', '2026-03-01'::date)`)
  const files = openFileStore('memory:', '/')
  const deps = {
    db,
    now: () => DEMO_NOW,
    databaseTime: () => Promise.resolve(DEMO_NOW),
    log: pino({ level: 'silent' }),
    files: { ...files, remove: () => Promise.reject(new Error('no store')) },
    limits: createLimits(db),
    secrets: SECRETS,
    settings: { retentionMonths: 36, auditDays: 1095 },
  } as unknown as Deps
  await expect(sweep(deps)).rejects.toThrow(/audit chain/)
  const { rows } = await db.execute(
    sql`select to_regclass('reading_202001') as old, to_regclass('reading_202603') as now`,
  )
  expect(rows).toEqual([{ old: null, now: 'reading_202603' }])
})
