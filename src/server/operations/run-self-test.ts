import { sql } from 'drizzle-orm'
import type { PhaseReport } from '../devices/ingest/event-report.ts'
import { finishBatch } from '../devices/ingest/finish-batch.ts'
import { ingestEvents } from '../devices/ingest/ingest-events.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { loggable } from '../platform/loggable.ts'
import { readSelfTest, type SelfTestState } from './self-test.store.ts'

const MINUTE_MS = 60_000
const GIVE_UP_MS = 5 * MINUTE_MS
const TEST_VERDICT = 4
const RING_AGAIN_MS = 60 * MINUTE_MS
const NAME = '平台自检'

/** By the way of a provider's report; judged as a test once a channel accepted the message. */
export async function runSelfTest(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const test = await readSelfTest(tx, true)
    if (!test) return
    const open = await openAlarm(tx, test.buildingId)
    if (open) return finish(tx, deps, test, open)
    const isDue = !test.startedAt || test.now.getTime() - test.startedAt.getTime() >= test.everyMinutes * MINUTE_MS
    if (isDue) await begin(tx, deps, test)
  })
}

interface OpenAlarm {
  readonly occurredAt: Date
  readonly sequence: number
  readonly acceptedAt: number | null
}

async function openAlarm(tx: Db, buildingId: number): Promise<OpenAlarm | null> {
  const { rows } = await tx.execute<{ occurred: number; sequence: number; accepted: number | null }>(sql`
    select ${epochMs('e.occurred_at')} as occurred, e.sequence, (select ${epochMs('min(d.done_at)')} from delivery d
      where d.alarm_id = a.id and d.state in ('accepted', 'delivered')) as accepted
    from alarm a join alarm_event m on m.alarm_id = a.id
      join device_event e on e.id = m.event_id and e.occurred_at = m.occurred_at
    where a.building_id = ${buildingId} and a.judged_at is null order by a.id desc limit 1`)
  const [row] = rows
  return row ? { occurredAt: new Date(row.occurred), sequence: row.sequence, acceptedAt: row.accepted } : null
}

async function begin(tx: Db, deps: Deps, test: SelfTestState): Promise<void> {
  const yesterday = new Date(deps.now().getTime() - 24 * 60 * MINUTE_MS).toISOString()
  await tx.execute(
    sql`delete from alarm where building_id = ${test.buildingId} and received_at < ${yesterday}::timestamptz`,
  )
  await tx.execute(sql`update self_test set started_at = clock_timestamp()`)
  const sequence = Math.floor(deps.random() * 2 ** 30)
  await report(tx, deps, test, [{ phase: 'begin', time: wholeSecond(deps.now()), sequence }])
}

async function finish(tx: Db, deps: Deps, test: SelfTestState, open: OpenAlarm): Promise<void> {
  const { acceptedAt, occurredAt: time, sequence } = open
  const startedAt = test.startedAt ?? test.now
  if (acceptedAt === null && test.now.getTime() - startedAt.getTime() < GIVE_UP_MS) return
  if (acceptedAt === null) deps.log.error({}, 'self-test: no channel accepted the message')
  else
    await tx.execute(sql`
      update self_test set passed_at = to_timestamp(${acceptedAt / 1000}::float8),
        took_ms = greatest(0, ${Math.round(acceptedAt - startedAt.getTime())}::int), rang_at = null`)
  const handledTime = deps.now()
  await report(tx, deps, test, [
    { phase: 'begin', time, sequence, state: TEST_VERDICT, handledTime, handledBy: NAME },
    { phase: 'end', time: wholeSecond(handledTime), sequence },
  ])
}

/** Readers of device times expect whole seconds. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000)

type Report = Omit<PhaseReport, 'projectId' | 'pointNumber' | 'kind'>

async function report(
  tx: Db,
  { now, settings }: Deps,
  { providerId, projectId, pointNumber }: SelfTestState,
  reports: readonly Report[],
): Promise<void> {
  const at = now()
  const arrival = { providerId, now: at, retentionMonths: settings.retentionMonths }
  const events = reports.map((one) => ({ projectId, pointNumber, kind: 'fire' as const, ...one }))
  await finishBatch(tx, await ingestEvents(tx, arrival, events), at)
}

/** Past the messages' own way, at most once an hour. */
export async function checkSelfTest(deps: Deps): Promise<void> {
  const test = await readSelfTest(deps.db)
  if (!test || test.now < test.dueAt) return
  deps.log.error(
    { passedAt: test.passedAt, dueAt: test.dueAt },
    'self-test: no alarm message has been accepted in time',
  )
  if (test.rangAt && test.now.getTime() - test.rangAt.getTime() < RING_AGAIN_MS) return
  await deps.db.execute(sql`update self_test set rang_at = clock_timestamp()`)
  const minutes = Math.round((test.now.getTime() - (test.passedAt ?? test.createdAt).getTime()) / MINUTE_MS)
  const text = `【消防物联网】平台自检${minutes}分钟未通过，火警通知可能发不出去，请立即检查平台。`
  const message = { text, building: NAME, place: '', time: '', link: '' }
  const calls = [deps.alerts.sms(test.phone, message), deps.alerts.voice?.(test.phone, message)]
  for (const { status, ...result } of await Promise.allSettled(calls))
    if (status === 'rejected')
      deps.log.error({ err: loggable((result as PromiseRejectedResult).reason) }, 'self-test: call failed')
}

export async function watchSelfTest({ db, operations }: Pick<Deps, 'db' | 'operations'>): Promise<void> {
  const test = await readSelfTest(db)
  operations?.metrics.selfTest(test?.dueAt ?? new Date(0), (test?.tookMs ?? 0) / 1000)
}
