import { sql } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import { recordAlarms } from './alarm-change.store.ts'
import { ackedInWave, withMerged } from './alarm-of.store.ts'
import { type Act, readActs } from './alarm-acts.store.ts'
import { updateFalseAlarms } from './false-alarms.ts'
import { recountPoints } from './raise-alarms.ts'
import { ratePriority, startWave } from './start-waves.ts'
import { decideAlarm, type AlarmDecision } from './alarm-verdict.rules.ts'

const ALL_CLEAR_AFTER_SEC = 10

/**
 * Precondition: alarms, building states and points of all records are locked. @returns per alarm itself, or the
 * one it was merged into
 */
export async function applyVerdicts(tx: Db, alarmIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const acts = await readActs(tx, alarmIds)
  const applied = new Map<number, number>()
  for (const id of alarmIds) applied.set(id, await applyVerdict(tx, id, acts.get(id) ?? [], now))
  await recordAlarms(tx, [...new Set([...applied.keys(), ...applied.values()])])
  await updateEnds(tx, [...new Set(applied.values())])
  await ratePriority(tx, [...new Set(applied.values())])
  await updateFalseAlarms(tx, [...new Set(applied.values())], now)
  return applied
}

async function applyVerdict(tx: Db, id: number, acts: readonly Act[], now: Date): Promise<number> {
  const { rows } = await tx.execute<{ events: number; told: boolean }>(
    sql`select events, judged_at is not null and wave > 0 and ${VERDICT_TOLD} as told from alarm where id = ${id}`,
  )
  const [before] = rows
  const decision = decideAlarm(acts, before?.events ?? 0)
  await writeHandling(tx, id, decision)
  const into = decision.verdict ? null : await otherUndecided(tx, id)
  await queueInform(tx, id, decision)
  if (into === null) await writeVerdict(tx, id, decision)
  else await merge(tx, id, into)
  const reopened = into ?? id
  if (!decision.verdict && (before?.told || (await areCallsSkipped(tx, reopened)))) await startWave(tx, [reopened], now)
  return reopened
}

async function areCallsSkipped(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from alarm a where a.id = ${id} and not ${ackedInWave('a')} and (
      exists (select 1 from alarm_step s where s.alarm_id = a.id and s.wave = a.wave and s.outcome = 'acked')
      or (a.wave = 0 and exists (select 1 from alarm j where j.id = any(${withMerged(id)}) and j.wave > 0)))`)
  return rows.length > 0
}

/** It stopped a step, or people have been informed. */
const VERDICT_TOLD = sql`exists (select 1 from alarm_step s where s.alarm_id = alarm.id and s.wave = alarm.wave
  and (s.outcome = 'judged' or (s.kind = 'inform' and s.act_id = alarm.judged_act and s.outcome = 'sent')))`

/** Without a person's verdict, the provider's report per record. */
async function writeHandling(tx: Db, id: number, { verdict, byEvent }: AlarmDecision): Promise<void> {
  if (verdict && verdict.eventId === null) {
    await tx.execute(sql`
      update device_event e set state = a.verdict, handled_at = a.tapped_at, handled_by = a.by_name,
        handled_phone = a.by_phone, handled_rank = a.rank
      from alarm_event m, alarm_act a
      where m.alarm_id = ${id} and e.id = m.event_id and a.id = ${verdict.id}
        and (e.state, e.handled_at, e.handled_rank) is distinct from (a.verdict::int, a.tapped_at, a.rank)`)
    return
  }
  await tx.execute(sql`
    update device_event e set state = coalesce(a.verdict, 0), handled_at = a.tapped_at, handled_by = a.by_name,
      handled_phone = a.by_phone, handled_rank = 0
    from alarm_event m left join alarm_act a on a.event_id = m.event_id
      and a.id = any(${sql.param([...byEvent.values()].map((act) => act.id))}::bigint[])
    where m.alarm_id = ${id} and e.id = m.event_id and e.handled_rank > 0`)
}

async function queueInform(tx: Db, id: number, { verdict }: AlarmDecision): Promise<void> {
  const mayWait = verdict !== null && verdict.verdict !== REAL
  await tx.execute(sql`
    insert into alarm_step (alarm_id, wave, step, kind, act_id, due_at)
    select a.id, a.wave, greatest(99, (select max(step) from alarm_step s where s.alarm_id = a.id and s.wave = a.wave)) + 1, 'inform',
      ${verdict?.id ?? null}::bigint, clock_timestamp() + make_interval(secs => ${mayWait ? ALL_CLEAR_AFTER_SEC : 0})
    from alarm a where a.id = ${id} and a.judged_act is distinct from ${verdict?.id ?? null}::bigint
      and (${verdict?.verdict === REAL} or exists (select 1 from alarm_step s where s.alarm_id = a.id))`)
}

async function writeVerdict(tx: Db, id: number, { ack, verdict }: AlarmDecision): Promise<void> {
  const at = (act: Act | null) => (act ? new Date(act.tappedAt).toISOString() : null)
  await tx.execute(sql`
    update alarm set acked_at = ${at(ack)}::timestamptz, acked_act = ${ack?.id ?? null}::bigint,
      verdict = ${verdict?.verdict ?? null}::smallint, judged_at = ${at(verdict)}::timestamptz,
      judged_act = ${verdict?.id ?? null}::bigint, judged_rank = ${verdict?.rank ?? null}::smallint, version = version + 1
    where id = ${id}`)
}

async function otherUndecided(tx: Db, id: number): Promise<number | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select o.id from alarm a join alarm o on o.kind = a.kind and o.id <> a.id and o.judged_at is null and o.joined_to is null
      and (o.building_id = a.building_id or (a.building_id is null and o.building_id is null and o.source = a.source))
    where a.id = ${id} and a.joined_to is null for update of o`)
  return rows[0] ? Number(rows[0].id) : null
}

/** At most one undecided alarm per building and kind. */
async function merge(tx: Db, id: number, into: number): Promise<void> {
  await tx.execute(sql`
    with moved as (update alarm_event set alarm_id = ${into} where alarm_id = ${id} returning 1),
    reports as (update alarm_act set alarm_id = ${into} where alarm_id = ${id} and event_id is not null returning 1),
    gone as (update alarm set joined_to = ${into}, judged_at = null, judged_act = null, judged_rank = null, verdict = null,
      version = version + 1 where id = ${id} returning *)
    update alarm a set version = a.version + 1, events = a.events + g.events, second = a.second or g.second,
      fresh = a.fresh or g.fresh,
      priority = least(a.priority, g.priority), received_at = least(a.received_at, g.received_at),
      first_point_id = case when g.occurred_at < a.occurred_at then g.first_point_id else a.first_point_id end,
      occurred_at = least(a.occurred_at, g.occurred_at), last_at = greatest(a.last_at, g.last_at)
    from gone g where a.id = ${into}`)
  await tx.execute(sql`
    update alarm set points = (select count(distinct point_id) from alarm_event where alarm_id = ${into})
    where id = ${into} and building_id is not null`)
  await recountPoints(tx, [into])
}

export async function updateEnds(tx: Db, alarmIds: readonly number[]): Promise<void> {
  if (alarmIds.length === 0) return
  // An alarm may have very many records of few devices.
  const { rows } = await tx.execute<{ id: string }>(sql`
    update alarm a set ended_at = n.ended_at, version = a.version + 1
    from (
      select a.id, case when bool_or(s.is_open or newest.ended_at is null) then null
        else greatest(max(newest.ended_at), (
          select max(f.tapped_at) from alarm_end f where f.alarm_id = a.id)) end as ended_at
      from alarm a cross join lateral (select distinct point_id from alarm_event where alarm_id = a.id) d
      cross join lateral (select exists (
        select 1 from device_event e join alarm_event m on m.event_id = e.id and m.alarm_id = a.id
        where e.point_id = d.point_id and e.state = 0 and e.ended_at is null) or exists (
        select 1 from device_event e join alarm_event m on m.event_id = e.id and m.alarm_id = a.id
        where e.point_id = d.point_id and e.state = 2 and e.ended_at is null and e.kind = 'fire') as is_open) s
      cross join lateral (
        select e.ended_at from device_event e join alarm_event m on m.event_id = e.id and m.alarm_id = a.id
        where e.point_id = d.point_id order by e.occurred_at desc, e.id desc limit 1) newest
      where a.id = any(${sql.param(alarmIds)}::bigint[]) group by a.id) n
    where a.id = n.id and a.ended_at is distinct from n.ended_at returning a.id`)
  await recordAlarms(
    tx,
    rows.map(({ id }) => Number(id)),
  )
}
