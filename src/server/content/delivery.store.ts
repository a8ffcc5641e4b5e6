import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import { ackedInWave, mergedInto } from '../evaluation/alarm-of.store.ts'
import type { CHANNELS } from '../schema/delivery.table.ts'

export type Channel = (typeof CHANNELS)[number]

export interface NewDelivery {
  readonly channel: Channel
  readonly recipient: string
  readonly recipientName: string
  readonly phone: string | null
  readonly unitId: number | null
  readonly organId: number | null
  readonly kind: string
  readonly body: DeliveryBody
}

export interface DeliveryBody {
  readonly title: string
  readonly text: string
  readonly building: string
  readonly place: string
  readonly time: string
  readonly event?: object
  readonly alarms?: readonly number[]
  /** Question ids, when the answer is due (ISO 8601), building ids. */
  readonly checks?: readonly number[]
  readonly dueAt?: string
  /** For the former version. */
  readonly counties?: readonly string[]
  readonly buildings?: readonly string[]
  readonly names?: string
}

export async function queueDelivery(
  tx: Db,
  { alarmId, wave, step }: { alarmId: number; wave: number; step: number },
  row: NewDelivery,
): Promise<void> {
  await tx.execute(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, phone, unit_id, organ_id, kind, body)
    values (${alarmId}, ${wave}, ${step}, ${row.channel}, ${row.recipient}, ${row.recipientName}, ${row.phone}, ${row.unitId},
      ${row.organId}, ${row.kind}, ${JSON.stringify(row.body)}::jsonb)
    on conflict (alarm_id, wave, step, channel, recipient) do nothing`)
}

export async function queueTest(
  tx: Db,
  to: { id: number; name: string; phone: string; unitId: number | null; organId: number | null },
): Promise<void> {
  const text = '【消防物联网】测试短信，无需到场：火警通知已开通，收到即可。'
  const body: DeliveryBody = { title: '测试', text, building: '', place: '', time: '' }
  await tx.execute(sql`
    insert into delivery (wave, step, channel, recipient, recipient_name, phone, unit_id, organ_id, kind, body)
    values (0, 0, 'sms', ${`contact:${to.id}`}, ${to.name}, ${to.phone}, ${to.unitId}, ${to.organId}, 'test',
      ${JSON.stringify(body)}::jsonb)`)
}

export interface DeliveryEntry extends Record<string, unknown> {
  readonly id: string
  readonly alarmId: string | null
  readonly buildingName: string | null
  readonly wave: number
  readonly step: number
  readonly channel: Channel
  readonly name: string
  readonly phone: string | null
  readonly text: string
  readonly state: 'queued' | 'sending' | 'accepted' | 'delivered' | 'failed' | 'suppressed' | 'expired'
  readonly tries: number
  readonly organId: string | null
  readonly result: 'delivered' | 'undelivered' | 'sending' | 'unneeded'
  readonly error: string | null
  /** ms, like `doneAt`. */
  readonly createdAt: number
  readonly doneAt: number | null
}

export const REQUEUED = sql.raw(
  `state = 'queued', tries = 0, next_at = clock_timestamp(), done_at = null, error = null`,
)

/** A webhook is undelivered after 30 s. */
export const RESULT = sql.raw(`case when d.state in ('accepted', 'delivered') then 'delivered'
  when case when d.channel = 'webhook' then d.state = 'failed' or d.created_at < clock_timestamp() - interval '30 seconds'
    else d.error is not null end then 'undelivered'
  when d.state in ('suppressed', 'expired') then 'unneeded' else 'sending' end`)

const FROM = sql.raw(`from delivery d left join alarm on alarm.id = d.alarm_id
  left join building on building.id = alarm.building_id`)

export interface DeliveryPlace {
  readonly limit: number
  readonly offset?: number
  readonly before?: string | undefined
}

/** @param where on `d` (delivery), `alarm` and `building` */
export async function readDeliveries(
  db: Db,
  where: SQL,
  { limit, offset = 0, before }: DeliveryPlace,
): Promise<DeliveryEntry[]> {
  const beyond = before
    ? sql`and (d.created_at, d.id) < (select created_at, id from delivery where id = ${before}::bigint)`
    : sql``
  const { rows } = await db.execute<DeliveryEntry>(sql`
    select d.id::text as id, d.alarm_id::text as "alarmId",
      coalesce(building.name, case d.kind when 'check' then d.body ->> 'building' end) as "buildingName", d.wave, d.step, d.channel,
      d.recipient_name as name, d.phone, d.body ->> 'text' as text, d.state, d.tries, d.error,
      d.organ_id::text as "organId", ${RESULT} as result,
      ${epochMs('d.created_at')} as "createdAt", ${epochMs('d.done_at')} as "doneAt"
    ${FROM} where ${where} ${beyond} order by d.created_at desc, d.id desc limit ${limit} offset ${offset}`)
  return rows
}

export async function countDeliveries(db: Db, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${FROM} where ${where}`)
  return rows[0]?.total ?? 0
}

export async function hasUnreached(db: Db, where: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 ${FROM} where ${where} and d.channel = 'none' and d.wave = alarm.wave and alarm.judged_at is null and alarm.joined_to is null
      and not ${ackedInWave('alarm')} and not exists (select 1 from delivery o
        where o.alarm_id = d.alarm_id and o.wave = d.wave and o.channel in ('push', 'sms', 'voice')) limit 1`)
  return rows.length > 0
}

export interface CalledPerson extends Record<string, unknown> {
  readonly alarmId: string
  readonly name: string
  readonly channels: Channel[]
  readonly firstMs: number
  readonly isReached: boolean
  readonly isSending: boolean
}

export async function calledPersons(db: Db, alarmIds: readonly number[]): Promise<CalledPerson[]> {
  const { rows } = await db.execute<CalledPerson>(sql`
    select m.now::text as "alarmId", d.recipient_name as name, array_agg(distinct d.channel) as channels,
      min(${epochMs('o.created_at')}) as "firstMs", bool_or(${RESULT} = 'delivered') as "isReached",
      bool_or(${RESULT} = 'sending') as "isSending"
    from ${mergedInto(alarmIds)} m join delivery o on o.alarm_id = m.id join delivery d on d.id = coalesce(o.merged_into, o.id)
      left join contact_device v on v.id = case when d.recipient like 'device:%' then substr(d.recipient, 8)::bigint end
      left join duty_contact k on k.id = v.contact_id
      left join account c on c.id = case when d.recipient like 'account:%' then substr(d.recipient, 9)::bigint end
    where d.channel not in ('webhook', 'none') and d.kind <> 'verdict'
    group by m.now, d.recipient_name, coalesce(k.phone, c.phone, d.phone, d.recipient)
    having bool_or(${RESULT} <> 'unneeded') order by min(o.created_at), d.recipient_name`)
  return rows
}

/** By the messages of the last ten minutes; one in flight for five seconds has failed. */
export async function readChannels(db: Db, where: SQL): Promise<{ channel: Channel; failing: boolean }[]> {
  const { rows } = await db.execute<{ channel: Channel; failing: boolean }>(sql`
    select channel, failed is not null and (accepted is null or accepted < failed) as failing from (
      select d.channel, max(d.created_at) filter (where d.state not in ('accepted', 'delivered') and (d.error is not null
          or (d.state = 'sending' and d.held_until < clock_timestamp() + interval '25 seconds'))) as failed,
        max(d.done_at) filter (where d.state in ('accepted', 'delivered')) as accepted
      ${FROM} where ${where} and d.channel in ('push', 'sms', 'voice')
        and d.created_at > clock_timestamp() - interval '10 minutes' group by d.channel) c
    where failed is not null or accepted is not null
    order by array_position(array['push', 'sms', 'voice'], channel)`)
  return rows
}
