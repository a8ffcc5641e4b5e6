import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import type { NewEvent } from '#server/evaluation/process-alarms.ts'
import { FIRE_API, judgeTime } from '../ingest.rules.ts'
import { TIME_MARK_OF } from './resolve-event-reports.ts'
import type { BatchContext } from './ingest-readings.ts'

export interface UnplacedFireReport {
  readonly source: string
  readonly pointNumber: string
  readonly time: Date | null
  readonly sequence: number
}

/** `providerId` null: an unregistered transmission device. */
export type Sender = Pick<BatchContext, 'now' | 'retentionMonths'> & { readonly providerId: number | null }

/** The gateway port is unauthenticated. */
const SOURCES_AN_HOUR = 100
const MANY_SOURCES = '大量未登记的用户信息传输装置'

export async function storeUnplaced(
  tx: Db,
  { providerId, now, retentionMonths }: Sender,
  fires: readonly UnplacedFireReport[],
): Promise<NewEvent[]> {
  if (fires.length === 0) return []
  const crowded = providerId === null && (await countSources(tx, now)) >= SOURCES_AN_HOUR
  const minute = now.toISOString().slice(0, 16)
  const rows = fires.map((fire) => {
    const judgement = judgeTime(fire.time, now, retentionMonths)
    const mark = judgement === 'fine' ? null : TIME_MARK_OF[judgement]
    const key = crowded ? minute : [fire.pointNumber, fire.time?.toISOString() ?? minute, fire.sequence].join('|')
    const at = mark || !fire.time ? now : fire.time
    return { ...fire, source: crowded ? MANY_SOURCES : fire.source, at, mark, deviceTime: mark ? fire.time : null, key }
  })
  const texts = (pick: (row: (typeof rows)[number]) => string | null) => sql`${sql.param(rows.map(pick))}::text[]`
  const { rows: fresh } = await tx.execute<{
    source: string
    point_number: string
    at: Date
  }>(sql`
    insert into unplaced_fire (source, provider_id, point_number, occurred_at, time_mark, device_time, sequence, received_at, item_key)
    select case when p.name is null then n.source else p.name || ' ' || n.source end, p.id, n.point_number, n.at, n.mark,
      n.device_time, n.sequence, ${now.toISOString()}::timestamptz, n.key
    from unnest(${texts(({ source }) => source)}, ${texts(({ pointNumber }) => pointNumber)},
      ${texts(({ at }) => at.toISOString())}::timestamptz[], ${texts(({ mark }) => mark)},
      ${texts(({ deviceTime }) => deviceTime?.toISOString() ?? null)}::timestamptz[],
      ${sql.param(rows.map(({ sequence }) => sequence))}::int[], ${texts(({ key }) => key)})
      as n(source, point_number, at, mark, device_time, sequence, key)
    left join provider p on p.id = ${providerId}::bigint
    on conflict (source, item_key) do nothing
    returning source, point_number, occurred_at as at`)
  return fresh.map((row) => ({
    eventId: null,
    buildingId: null,
    pointId: null,
    source: row.source,
    pointNumber: row.point_number,
    kind: 'fire',
    apiId: FIRE_API,
    occurredAt: new Date(row.at),
    signal: null,
  }))
}

async function countSources(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct source)::int as n from unplaced_fire
    where provider_id is null and received_at > ${now.toISOString()}::timestamptz - interval '1 hour'`)
  return rows[0]?.n ?? 0
}
