import { sql, type SQL } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { SELF_TEST_COUNTY } from '../schema/self-test.table.ts'
import { endWords, verdictWords } from './alarm-words.ts'
import { REQUEUED } from './delivery.store.ts'
import { factsOf, readAlarmNow } from './run-alarm-steps.ts'
import { queueWebhooks } from './webhook.store.ts'

const DAYS_MS = 3 * 24 * 3_600_000

interface Missing extends Record<string, unknown> {
  readonly id: string
  readonly wave: number
  readonly step: number
  readonly webhook: string
  /** Undefined: an open fire. */
  readonly isEnd?: boolean
}

async function missingIn(db: Db, where: SQL, isSent: SQL): Promise<Missing[]> {
  const { rows } = await db.execute<Missing>(sql`
    select a.id, s.wave, s.step, w.id as webhook
    from alarm a join alarm_step s on s.alarm_id = a.id and s.act_id = a.judged_act
      left join building b on b.id = a.building_id
      join webhook w on w.disabled_at is null and 'fire' = any(w.kinds)
      join organ o on o.id = w.organ_id and (o.level = 2 or (o.level = 3 and o.county = b.county))
    where a.verdict = ${REAL} and a.ended_at is null and a.joined_to is null and s.kind = 'inform' and s.done_at is not null
      and b.county is distinct from ${SELF_TEST_COUNTY} and ${where}
      and not exists (select 1 from delivery d where d.alarm_id = a.id and (d.wave, d.step) >= (s.wave, s.step)
        and d.recipient = 'webhook:' || w.id and ${isSent})
    order by a.id, w.id`)
  return rows
}

/** Of a disabled receiver, or a step the former version took. */
async function missingCorrections(db: Db, where: SQL, isSent: SQL): Promise<Missing[]> {
  const { rows } = await db.execute<Missing>(sql`
    select * from (
      select distinct on (a.id, w.id) a.id, s.wave, s.step, s.kind = 'end' as "isEnd", w.id as webhook
      from alarm a join alarm_step s on s.alarm_id = a.id and s.done_at is not null
          and (s.kind = 'end' or (s.kind = 'inform' and s.act_id is not distinct from a.judged_act))
        join delivery f on f.alarm_id = a.id and f.channel = 'webhook' and f.state in ('accepted', 'delivered')
        join webhook w on f.recipient = 'webhook:' || w.id and w.disabled_at is null and 'correction' = any(w.kinds)
      where (a.verdict is distinct from ${REAL} or a.ended_at is not null) and a.joined_to is null and ${where}
      order by a.id, w.id, s.wave desc, s.step desc) m
    where not exists (select 1 from delivery d where d.alarm_id = m.id and (d.wave, d.step) >= (m.wave, m.step)
      and d.recipient = 'webhook:' || m.webhook and ${isSent})`)
  return rows
}

async function forward(tx: Db, { id, wave, step, webhook, isEnd }: Missing, now: Date): Promise<void> {
  const alarm = await readAlarmNow(tx, Number(id))
  const key = { alarmId: Number(id), wave, step, isReal: isEnd === undefined }
  if (!alarm) return
  const words = isEnd && alarm.facts.verdict === REAL ? endWords : verdictWords
  await queueWebhooks(tx, key, words(factsOf(alarm, now)), Number(webhook))
}

const daysBefore = (now: Date) => sql`${new Date(now.getTime() - DAYS_MS).toISOString()}::timestamptz`

export async function forwardMissed(tx: Db, webhookId: number, now: Date): Promise<void> {
  const [own, isSent, since] = [sql`w.id = ${webhookId}`, sql`d.state <> 'failed'`, daysBefore(now)]
  const recent = sql`(a.judged_at > ${since} or a.ended_at > ${since} or exists (
    select 1 from alarm_act u where u.alarm_id = a.id and u.at > ${since}))`
  for (const missing of [
    ...(await missingIn(tx, own, isSent)),
    ...(await missingCorrections(tx, sql`${own} and ${recent}`, isSent)),
  ]) {
    await forward(tx, missing, now)
    await tx.execute(sql`update delivery set ${REQUEUED} where alarm_id = ${Number(missing.id)} and wave = ${missing.wave}
      and step = ${missing.step} and recipient = ${`webhook:${webhookId}`} and state = 'failed'`)
  }
}

/** To its building's new district. */
export async function forwardMoved({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const since = daysBefore(now())
  const errors: unknown[] = []
  for (const missing of [
    ...(await missingIn(db, sql`a.judged_at > ${since}`, sql`true`)),
    ...(await missingCorrections(db, sql`a.verdict = ${REAL} and a.ended_at > ${since}`, sql`true`)),
  ])
    await db
      .transaction((tx) => forward(tx, missing, now()))
      .catch((error: unknown) => {
        errors.push(error)
      })
  if (errors.length > 0) throw errors[0]
}
