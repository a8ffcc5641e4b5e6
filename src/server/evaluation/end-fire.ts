import { sql } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import { addEnd, type NewEnd } from './alarm-acts.store.ts'

interface Facts extends Record<string, unknown> {
  readonly verdict: number | null
  readonly rank: number | null
  readonly ended: boolean
  readonly ended_by: string | null
  readonly later: boolean
}

/** @returns the refusal */
export async function endFire(tx: Db, end: NewEnd): Promise<string | null> {
  const { alarmId, rank, accountId, tappedAt, at: now } = end
  const at = sql`${tappedAt.toISOString()}::timestamptz`
  const { rows } = await tx.execute<Facts>(sql`
    select a.verdict, a.judged_rank as rank, a.ended_at is not null as ended,
      (select n.account_id from alarm_end n where n.alarm_id = a.id order by n.id desc limit 1) as ended_by,
      (a.building_id is null and exists (select 1 from unplaced_fire u where u.source = a.source and u.received_at > ${at}
        and u.received_at <= (select v.at from alarm_act v where v.id = a.judged_act))) or exists (
        select 1 from alarm_event m join device_event e on e.id = m.event_id
        where m.alarm_id = a.id and e.ended_at is null and e.received_at > ${at}) as later
    from alarm a where a.id = ${alarmId}`)
  const [facts] = rows
  if (facts?.verdict !== REAL) return '未确认为真实火警，不能结束'
  if (facts.ended) return facts.ended_by === String(accountId) ? null : '火警已结束'
  if (rank < (facts.rank ?? 0)) return '已由消防救援机构确认为真实火警，只能由消防救援机构结束'
  if (facts.later) return '之后又有设备报警，请核实后再结束'
  // A status word after it starts a new record.
  const { rows: days } = await tx.execute<{ day: string }>(sql`
    select distinct (greatest(e.occurred_at, ${at}) at time zone 'UTC')::date::text as day
    from alarm_event m join device_event e on e.id = m.event_id
    where m.alarm_id = ${alarmId} and e.ended_at is null and e.from_status`)
  for (const { day } of days) await tx.execute(sql`select ensure_month('device_event_end', ${day}::date)`)
  await tx.execute(sql`
    with ended as (
      update device_event e set ended_at = greatest(e.occurred_at, ${at}) from alarm_event m
      where m.alarm_id = ${alarmId} and e.id = m.event_id and e.ended_at is null
      returning e.point_id, e.kind, e.from_status, e.ended_at)
    insert into device_event_end (point_id, kind, ended_at, sequence, received_at)
    select distinct point_id, kind, ended_at, 0, ${now.toISOString()}::timestamptz from ended where from_status
    on conflict do nothing`)
  await tx.execute(sql`
    update alarm set ended_at = greatest(last_at, ${at}), version = version + 1 where id = ${alarmId}`)
  await addEnd(tx, end)
  await tx.execute(sql`
    insert into alarm_step (alarm_id, wave, step, kind)
    select a.id, a.wave, greatest(99, (select max(step) from alarm_step s where s.alarm_id = a.id and s.wave = a.wave)) + 1, 'end'
    from alarm a where a.id = ${alarmId}`)
  return null
}
