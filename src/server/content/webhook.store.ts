import { sql } from 'drizzle-orm'
import type { WEBHOOK_KINDS } from '#contract/webhook.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { queueDelivery, type DeliveryBody } from './delivery.store.ts'

type Kind = (typeof WEBHOOK_KINDS)[number]

interface AlarmEvent extends Record<string, unknown> {
  readonly data: Record<string, number | string | null>
}

const iso = (ms: unknown) => (typeof ms === 'number' ? new Date(ms).toISOString() : null)

async function readEvent(tx: Db, alarmId: number, kind: Kind) {
  const { rows } = await tx.execute<AlarmEvent>(sql`
    select json_build_object('alarmId', a.id::text, 'version', a.version, 'kind', a.kind,
      'state', case when a.judged_at is not null then 'judged' when a.acked_at is not null then 'acked' else 'new' end,
      'verdict', a.verdict, 'buildingId', b.id::text, 'buildingName', coalesce(b.name, a.source),
      'address', concat(b.address, b.address_detail), 'longitude', b.gis_x, 'latitude', b.gis_y,
      'place', concat(p.floor, p.zone), 'device', coalesce(p.device_name, a.detail), 'records', a.events,
      'occurredAt', ${epochMs('a.occurred_at')}, 'receivedAt', ${epochMs('a.received_at')},
      'ackedAt', ${epochMs('a.acked_at')}, 'judgedAt', ${epochMs('a.judged_at')}, 'endedAt', ${epochMs('a.ended_at')},
      'now', ${epochMs('clock_timestamp()')}) as data
    from alarm a left join building b on b.id = a.building_id left join point p on p.id = a.first_point_id
    where a.id = ${alarmId}`)
  const { now, occurredAt, receivedAt, ackedAt, judgedAt, endedAt, ...data } = rows[0]?.data ?? {}
  const times = {
    occurredAt: iso(occurredAt),
    receivedAt: iso(receivedAt),
    ackedAt: iso(ackedAt),
    judgedAt: iso(judgedAt),
    endedAt: iso(endedAt),
  }
  return {
    type: `alarm.${kind}`,
    timestamp: iso(now),
    data: { ...data, ...times },
  }
}

interface Target extends Record<string, unknown> {
  readonly id: string
  readonly organ_id: string
  readonly host: string
}

/** A correction goes to those that got the fire. @returns number of messages */
export async function queueWebhooks(
  tx: Db,
  { alarmId, wave, step, isReal }: { alarmId: number; wave: number; step: number; isReal: boolean },
  words: DeliveryBody,
  only: number | null = null,
): Promise<number> {
  const kind: Kind = isReal ? 'fire' : 'correction'
  const { rows } = await tx.execute<Target>(sql`
    select w.id, w.organ_id, substring(w.address from '^[a-z]+://([^/?#]+)') as host
    from webhook w join organ o on o.id = w.organ_id join alarm a on a.id = ${alarmId} left join building b on b.id = a.building_id
    where w.disabled_at is null and (${only}::bigint is null or w.id = ${only}) and ${kind} = any(w.kinds)
      and case when ${isReal} then o.level = 2 or (o.level = 3 and o.county = b.county) else exists (select 1 from delivery d
        where d.alarm_id = a.id and d.channel = 'webhook' and d.recipient = 'webhook:' || w.id) end
    order by w.id`)
  if (rows.length === 0) return 0
  const event = await readEvent(tx, alarmId, kind)
  for (const { id, organ_id, host } of rows)
    await queueDelivery(
      tx,
      { alarmId, wave, step },
      {
        channel: 'webhook',
        recipient: `webhook:${id}`,
        recipientName: host,
        phone: null,
        unitId: null,
        organId: Number(organ_id),
        kind: 'forward',
        body: { ...words, event },
      },
    )
  return rows.length
}
