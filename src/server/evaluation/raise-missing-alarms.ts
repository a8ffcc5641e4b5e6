import { sql } from 'drizzle-orm'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import { lockBuildingStates } from './evaluated-building.store.ts'
import { raiseAlarms } from './raise-alarms.ts'
import { signalOf } from './signal.rules.ts'
import { updateEnds, applyVerdicts } from './apply-verdicts.ts'

/** Records per transaction. */
const AT_ONCE = 1_000

interface Found {
  readonly id: string
  readonly point_id: string
  readonly building_id: string
  readonly kind: string
  readonly api_id: number
  readonly occurred_at: number
  readonly received_at: number
  readonly state: number
  readonly point_number: string | null
  readonly from_status: boolean
}

// Each half uses a partial index.
const missing = sql`
  select e.id, e.point_id, e.building_id, e.kind, e.api_id, ${epochMs('e.occurred_at')} as occurred_at, ${epochMs('e.received_at')} as received_at, e.state,
    e.point_number, e.from_status
  from device_event e join building b on b.id = e.building_id
  where e.state = 0 and (e.kind = 'fire' or e.api_id = 12)
    and not exists (select 1 from alarm_event m where m.event_id = e.id)
  union all
  select e.id, e.point_id, e.building_id, e.kind, e.api_id, ${epochMs('e.occurred_at')} as occurred_at, ${epochMs('e.received_at')} as received_at, e.state,
    e.point_number, e.from_status
  from device_event e join building b on b.id = e.building_id
  where e.state = 2 and e.ended_at is null and e.kind = 'fire'
    and not exists (select 1 from alarm_event m where m.event_id = e.id)`

/** Of older versions, or restored from their backup. @returns number of records */
export async function raiseMissingAlarms(db: Db, now: Date): Promise<number> {
  let done = 0
  for (;;) {
    const taken = await db.transaction((tx) => raiseSome(tx, now))
    done += taken
    if (taken < AT_ONCE) return done
  }
}

async function raiseSome(tx: Db, now: Date): Promise<number> {
  const look = () => tx.execute<Found & Record<string, unknown>>(sql`${missing} order by id limit ${AT_ONCE}`)
  const { rows: seen } = await look()
  if (seen.length === 0) return 0
  const ids = (pick: (row: Found) => string) => [...new Set(seen.map((row) => Number(pick(row))))]
  const points = ids((row) => row.point_id)
  await tx.execute(
    sql`select 1 from point where id = any(${sql.param(points)}::bigint[]) order by id for no key update`,
  )
  await lockBuildingStates(
    tx,
    ids((row) => row.building_id),
  )
  // Another transaction may have handled some.
  const { rows } = await look()
  const known = new Set(seen.map(({ id }) => id))
  const still = rows.filter(({ id }) => known.has(id))
  const raised = await raiseAlarms(
    tx,
    still.map((row) => ({
      eventId: Number(row.id),
      buildingId: Number(row.building_id),
      pointId: Number(row.point_id),
      kind: row.kind,
      apiId: row.api_id,
      occurredAt: new Date(row.occurred_at),
      receivedAt: new Date(row.received_at),
      signal: signalOf({ pointNumber: row.point_number, fromStatus: row.from_status }),
    })),
    now,
  )
  await tx.execute(sql`
    insert into alarm_act (alarm_id, event_id, act, verdict, rank, provider_id, by_name, by_phone, tapped_at, at)
    select m.alarm_id, e.id, 'verdict', e.state, 1, b.provider_id, e.handled_by, e.handled_phone,
      coalesce(e.handled_at, e.received_at), ${now.toISOString()}::timestamptz
    from alarm_event m join device_event e on e.id = m.event_id join building b on b.id = e.building_id
    where m.alarm_id = any(${sql.param(raised)}::bigint[]) and e.state > 0 and e.handled_rank = 0
    on conflict do nothing`)
  await applyVerdicts(tx, raised, now)
  await updateEnds(tx, raised)
  return seen.length
}
