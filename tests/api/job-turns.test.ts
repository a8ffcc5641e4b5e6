import { EventEmitter, once } from 'node:events'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '#server/platform/deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { createLimits } from '#server/platform/rate-limit.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { type Job, runIfDue, runJob } from '#server/operations/run-jobs.ts'
import { jobsOf } from '#server/operations/start-jobs.ts'
import { releaseLease, acquireLease } from '#server/operations/acquire-lease.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { SECRETS } from '../support/database-content.ts'
import { DEMO_NOW } from '../support/demo-now.ts'

const log = pino({ level: 'silent' })
const { db, close } = await openTestDb()
afterAll(() => close())
beforeEach(async () => {
  await db.execute(sql`delete from job_turn`)
})

const MINUTE = { everyMs: 60_000 }
const later = (seconds: number) =>
  db.execute(sql`update job_turn set begun_at = begun_at - make_interval(secs => ${seconds}::float8),
    held_until = held_until - make_interval(secs => ${seconds}::float8)`)

/** `done` counts runs. */
function processOf(work: () => Promise<void> = () => Promise.resolve()) {
  const told: string[] = []
  const done: Date[] = []
  const metrics = {
    ...NO_METRICS,
    jobEnded: (job: string, result: string) => void told.push(`${job} ${result}`),
    jobLastDone: (_: string, at: Date) => void done.push(at),
  }
  const deps = { db, log, operations: { ...NOOP_OPERATIONS, metrics } }
  const job: Job = { name: 'sweep', due: MINUTE, atStart: true, work }
  return { told, done, look: () => runIfDue(deps, job), run: () => runJob(deps, job) }
}

function heldProcess() {
  const work = new EventEmitter()
  const one = processOf(async () => {
    work.emit('begun')
    await once(work, 'end')
  })
  return { one, begun: once(work, 'begun'), end: () => work.emit('end') }
}

test('of many processes polling at once one runs the job', async () => {
  const processes = Array.from({ length: 8 }, () => processOf())
  const took = await Promise.all(processes.map((one) => one.look()))
  expect(took.filter(Boolean)).toHaveLength(1)
  expect(processes.flatMap(({ told }) => told)).toEqual(['sweep done'])
})

test('a run is due again after its interval, in any process', async () => {
  const [one, other] = [processOf(), processOf()]
  expect(await one.look()).toBe(true)
  await later(30)
  expect(await other.look()).toBe(false)
  await later(30)
  expect(await other.look()).toBe(true)
  expect(await one.look()).toBe(false)
})

test('a running process keeps its lease, and a dead one loses it after two minutes', async () => {
  const turn = await acquireLease(db, 'sweep', MINUTE)
  expect(turn).toBe(1)
  await later(119)
  expect(await acquireLease(db, 'sweep', MINUTE)).toBeNull()
  await later(2)
  expect(await acquireLease(db, 'sweep', MINUTE)).toBe(2)
  // The other's lease remains.
  await releaseLease(db, 'sweep', 1, MINUTE, true)
  await later(60)
  expect(await acquireLease(db, 'sweep', MINUTE)).toBeNull()
})

test('a failed job is logged and runs again at its next time', async () => {
  const failing = processOf(() => Promise.reject(new Error('no database')))
  expect(await failing.look()).toBe(true)
  expect(failing.told).toEqual(['sweep failed'])
  await later(60)
  expect(await processOf().look()).toBe(true)
})

test('a daily job runs once for each day, again where it failed', async () => {
  const take = () => acquireLease(db, 'recount', 'daily')
  expect(await take()).toBe(1)
  await releaseLease(db, 'recount', 1, 'daily', true)
  expect(await take()).toBeNull()
  await db.execute(sql`update job_turn set day = (day::date - 1)::text`)
  expect(await take()).toBe(2)
  await releaseLease(db, 'recount', 2, 'daily', false)
  expect(await take()).toBe(3)
})

test('a daily job interrupted with its process is run the same day by another', async () => {
  const take = () => acquireLease(db, 'recount', 'daily')
  expect(await take()).toBe(1)
  await later(60)
  expect(await take()).toBeNull()
  await later(61)
  expect(await take()).toBe(2)
})

test('a stop starts no run and waits for the current one', async () => {
  const { one, begun, end } = heldProcess()
  const turns = one.run()
  await begun
  turns.stop()
  let isEnded = false
  const ended = turns.ended().then(() => (isEnded = true))
  await db.execute(sql`select 1`)
  expect(isEnded).toBe(false)
  end()
  await ended
  expect(one.told).toEqual(['sweep done'])
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select held_until <= clock_timestamp() as free from job_turn`,
  )
  expect(rows).toEqual([{ free: true }])
})

test('the last run of a job is known to processes that did not run it, and to one that only fails', async () => {
  const before = Date.now()
  const failing = processOf(() => Promise.reject(new Error('no database')))
  await failing.look()
  expect(failing.done).toEqual([])
  await later(60)
  await processOf().look()
  const idle = processOf()
  expect(await idle.look()).toBe(false)
  await later(60)
  await failing.look()
  expect(idle.done).toHaveLength(1)
  expect(failing.done).toEqual(idle.done)
  expect(Math.abs((idle.done[0]?.getTime() ?? 0) - before)).toBeLessThan(60_000)
})

test('the last run of a job is known while the next one runs', async () => {
  await processOf().look()
  await later(60)
  const { one, begun, end } = heldProcess()
  const looked = one.look()
  await begun
  expect(one.done).toHaveLength(1)
  end()
  await looked
  expect(one.done).toHaveLength(2)
})

test('a clock that is set back stops no job', async () => {
  await acquireLease(db, 'sweep', MINUTE)
  await releaseLease(db, 'sweep', 1, MINUTE, true)
  await db.execute(
    sql`update job_turn set begun_at = begun_at + interval '1 day', held_until = held_until + interval '1 day'`,
  )
  expect(await acquireLease(db, 'sweep', MINUTE)).toBe(2)
})

test('every job succeeds on an empty database', async () => {
  const told: string[] = []
  const metrics = { ...NO_METRICS, jobEnded: (job: string, result: string) => void told.push(`${job} ${result}`) }
  const settings = { retentionMonths: 36, auditDays: 1095 }
  const now = () => DEMO_NOW
  const files = openFileStore('memory:', '/', undefined, now)
  const limits = createLimits(db)
  const operations = { ...NOOP_OPERATIONS, metrics }
  const deps = {
    db,
    now,
    databaseTime: async () => DEMO_NOW,
    log,
    files,
    limits,
    settings,
    operations,
    secrets: SECRETS,
  } as unknown as Deps
  for (const job of jobsOf(deps, false)) await runIfDue(deps, job)
  expect(told).toEqual(jobsOf(deps, false).map(({ name }) => `${name} done`))
})
