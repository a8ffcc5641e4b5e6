import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/db/open-db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { keepAssets } from '#server/platform/keep-assets.ts'
import { KEEP_KEYS_DAYS } from '#server/platform/idempotency.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { sealAudit } from '#server/reporting/audit-chain.ts'
import { removeOrphanFiles } from '#server/operations/remove-orphan-files.ts'
import { sweep } from '#server/operations/sweep.ts'
import { sendPush } from '#server/operations/send-push.ts'
import { type Age, insertOwners, isThere, kindsOf } from '../support/aged-content.ts'
import { SECRETS } from '../support/database-content.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { withRollback } from '../support/with-rollback.ts'

const town = await openTestDb()
afterAll(() => town.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TRUE_TIME = DEMO_NOW.getTime()
/** Equal to no limit. */
const ODD = 17_000

/** Up to three years. */
const ahead = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -100, max: 100 }).map((n) => n * MINUTE) },
  { weight: 3, arbitrary: fc.integer({ min: -1095, max: 1095 }).map((n) => n * DAY) },
)
const age: fc.Arbitrary<Age> = fc.record({
  days: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1500 })),
  processAhead: fc.oneof(fc.constant(0), ahead),
  databaseAhead: fc.oneof(fc.constant(0), ahead),
})
const scene = fc.record({
  process: ahead,
  database: ahead,
  store: ahead,
  retentionMonths: fc.constantFrom(2, 12, 36),
  auditDays: fc.constantFrom(180, 400, 1095),
  ages: fc.array(age, { minLength: 1, maxLength: 4 }),
  months: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 }),
})
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never

const monthsBefore = (at: number, months: number) => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
}
const iso = (at: number) => new Date(at).toISOString()
const tableOf = (first: number) => `reading_${iso(first).slice(0, 7).replace('-', '')}`

interface Fate {
  readonly what: string
  readonly deleted: boolean
  readonly allowed: boolean
}

/** One process with these clocks. */
async function runSweeps(
  db: Db,
  { process, database, store, retentionMonths, auditDays }: Scene,
  storeTime: { at: number },
) {
  const files = openFileStore('memory:', '/', undefined, () => new Date(storeTime.at))
  const deps = {
    db,
    now: () => new Date(TRUE_TIME + process),
    databaseTime: () => Promise.resolve(new Date(TRUE_TIME + database)),
    log: pino({ level: 'silent' }),
    files,
    limits: createLimits(db),
    secrets: SECRETS,
    settings: { retentionMonths, auditDays },
    push: { publicKey: '', send: () => Promise.resolve('failed') },
  } as unknown as Deps
  return {
    files,
    run: async () => {
      storeTime.at = TRUE_TIME + store
      await sealAudit(db, SECRETS)
      await sweep(deps).catch(expectClocks)
      await removeOrphanFiles(deps).catch(expectClocks)
      await sendPush(deps)
    },
  }
}

function expectClocks(error: unknown): void {
  expect(String(error)).toContain('clocks of')
}

/** And whether both clocks allowed it. */
async function play(db: Db, scene: Scene): Promise<Fate[]> {
  const clocks = [TRUE_TIME + scene.process, TRUE_TIME + scene.database] as const
  const earlier = Math.min(...clocks)
  const agree = Math.abs(clocks[0] - clocks[1]) <= HOUR
  const storeAgrees = Math.abs(earlier - TRUE_TIME - scene.store) <= HOUR
  const fates: { what: string; query: ReturnType<typeof sql>; allowed: boolean }[] = []
  await insertOwners(db)

  for (const [name, kind] of Object.entries(kindsOf(scene.auditDays, KEEP_KEYS_DAYS))) {
    let isHeld = false
    for (const [i, { days, processAhead, databaseAhead }] of scene.ages.entries()) {
      const key = `${name}-${i}`
      const [at, stored] = [processAhead, databaseAhead].map((wrong) => TRUE_TIME - days * DAY + ODD + wrong) as [
        number,
        number,
      ]
      await kind.insert(db, key, iso(at), iso(stored))
      const times = kind.hasStoredAt ? [at, stored] : [at]
      const isOld = times.every((time) => earlier - time > kind.keepMs)
      isHeld ||= kind.isChained === true && !isOld
      fates.push({ what: key, query: kind.exists(key), allowed: agree && isOld && !isHeld })
    }
  }

  const newest = Math.max(...scene.months.map((n) => monthsBefore(TRUE_TIME, n)))
  for (const n of scene.months) {
    const first = monthsBefore(TRUE_TIME, n)
    await db.execute(sql`select ensure_month('reading', ${iso(first).slice(0, 10)}::date)`)
    await db.execute(sql`
      insert into reading (point_id, at, building_id, api_id, received_at, measures) values (1, ${iso(first)}, 1, 1, now(), '{}')`)
    const isOld = clocks.every((clock) => first < monthsBefore(clock, scene.retentionMonths))
    fates.push({
      what: `${tableOf(first)}${first === newest ? ', the newest with data' : ''}`,
      query: sql`select 1 from pg_class where relname = ${tableOf(first)}`,
      allowed: agree && isOld && first !== newest,
    })
  }

  // It keeps the subscription.
  for (const [i, { days }] of scene.ages.entries()) {
    const seen = iso(TRUE_TIME - days * DAY)
    const hash = `push-${i}`
    await db.execute(sql`insert into organ (id, name, level) values (${100 + i}, '支队', 2)`)
    await db.execute(sql`
      insert into account (id, account, name, role, organ_id, password_hash, created_at, must_change_password)
      values (${100 + i}, ${hash}, '支队', 'government', ${100 + i}, '', now(), false)`)
    await db.execute(sql`
      insert into session (token_hash, account_id, created_at, last_seen_at) values (${hash}, ${100 + i}, ${seen}, ${seen})`)
    await db.execute(sql`
      insert into push_subscription (endpoint, token_hash, p256dh, auth, told_at) values (${hash}, ${hash}, '', '', now())`)
    const isOver = clocks.every((clock) => clock - (TRUE_TIME - days * DAY) > 7 * DAY)
    fates.push({ what: hash, query: sql`select 1 from push_subscription where endpoint = ${hash}`, allowed: isOver })
  }

  const storeTime = { at: 0 }
  const { files, run } = await runSweeps(db, scene, storeTime)
  const stored: { key: string; allowed: boolean }[] = []
  await db.execute(sql`
    insert into upload (token, account_id, file_key, file_name, content_type, size, sha256, created_at, stored_at)
    values ('named', 1, 'uploads/named', 'a.jpg', 'image/jpeg', 1, '', '2099-01-01', '2099-01-01')`)
  storeTime.at = 0
  await files.put('uploads/named', Buffer.from('x'))
  for (const [i, { days }] of scene.ages.entries()) {
    storeTime.at = TRUE_TIME - days * DAY
    const key = `uploads/stray-${i}`
    await files.put(key, Buffer.from('x'))
    stored.push({ key, allowed: agree && storeAgrees && earlier - storeTime.at > DAY })
  }
  const list: Record<string, number> = {}
  for (const [i, { days }] of scene.ages.entries()) {
    list[`old-${i}.js`] = TRUE_TIME - days * DAY
    await files.put(`client-assets/old-${i}.js`, Buffer.from('x'))
    stored.push({
      key: `client-assets/old-${i}.js`,
      allowed: agree && storeAgrees && earlier - (TRUE_TIME - days * DAY) > 30 * DAY,
    })
  }
  await files.put('client-assets/list', Buffer.from(JSON.stringify(list)))
  await keepAssets(files, '/nowhere', new Date(Math.max(...clocks)))
  await run()

  const found: Fate[] = []
  for (const { what, query, allowed } of fates) found.push({ what, allowed, deleted: !(await isThere(db, query)) })
  const left = new Set<string>()
  for await (const { key } of files.list()) left.add(key)
  for (const { key, allowed } of stored) found.push({ what: key, allowed, deleted: !left.has(key) })
  return found
}

test('deletes by age exactly what both clocks allow', async () => {
  const totals = { runs: 0, things: 0, deleted: 0 }
  await fc.assert(
    fc.asyncProperty(scene, (one) =>
      withRollback(town.db, async (db) => {
        const fates = await play(db, one)
        totals.runs += 1
        totals.things += fates.length
        totals.deleted += fates.filter(({ deleted }) => deleted).length
        expect(fates.filter(({ deleted, allowed }) => deleted !== allowed)).toEqual([])
      }),
    ),
    { numRuns: 100 },
  )
  console.log(
    `${totals.runs} clocks: ${totals.deleted} of ${totals.things} things deleted, 0 that a clock did not allow`,
  )
}, 240_000)
