import { sql } from 'drizzle-orm'
import { REAL } from '#contract/alarm.rules.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Act } from './alarm-acts.store.ts'

interface Author {
  readonly rank: number
  readonly accountId: number | null
  readonly tappedAt: number
}

interface Facts extends Record<string, unknown> {
  readonly verdict: number | null
  readonly rank: number | null
  readonly ended: boolean
  readonly later: boolean
}

const refused = (reason: string) => ({ reason })

export async function endFire(
  tx: Db,
  alarmId: number,
  acts: readonly Act[],
  { rank, accountId, tappedAt }: Author,
  now: Date,
): Promise<'done' | 'repeated' | { readonly reason: string }> {
  const tap = new Date(tappedAt)
  const at = sql`${tap.toISOString()}::timestamptz`
  const { rows } = await tx.execute<Facts>(sql`
    select a.verdict, a.judged_rank as rank, a.ended_at is not null as ended,
      (a.building_id is null and a.last_at > ${at}) or exists (
        select 1 from alarm_event m join device_event e on e.id = m.event_id
        where m.alarm_id = a.id and e.ended_at is null and e.occurred_at > ${at}) as later
    from alarm a where a.id = ${alarmId}`)
  const [facts] = rows
  if (facts?.verdict !== REAL) return refused('未确认为真实火警，不能结束')
  if (facts.ended) {
    const last = acts.filter(({ act }) => act === 'end').pop()
    return last !== undefined && last.accountId === accountId ? 'repeated' : refused('火警已结束')
  }
  if (rank < (facts.rank ?? 0)) return refused('已由消防救援机构确认为真实火警，只能由消防救援机构结束')
  if (facts.later) return refused('之后又有设备报警，请核实后再结束')
  // A status word after it starts a new record.
  const { rows: lasting } = await tx.execute(sql`
    select 1 from alarm_event m join device_event e on e.id = m.event_id
    where m.alarm_id = ${alarmId} and e.ended_at is null and e.from_status limit 1`)
  if (lasting.length > 0)
    await tx.execute(sql`select ensure_month('device_event_end', (${at} at time zone 'UTC')::date)`)
  await tx.execute(sql`
    with ended as (
      update device_event e set ended_at = ${at} from alarm_event m
      where m.alarm_id = ${alarmId} and e.id = m.event_id and e.ended_at is null
      returning e.point_id, e.kind, e.from_status)
    insert into device_event_end (point_id, kind, ended_at, sequence, received_at)
    select distinct point_id, kind, ${at}, 0, ${now.toISOString()}::timestamptz from ended where from_status
    on conflict do nothing`)
  await tx.execute(sql`update alarm set ended_at = ${at}, version = version + 1 where id = ${alarmId}`)
  return 'done'
}
