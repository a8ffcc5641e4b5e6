import { eq, sql } from 'drizzle-orm'
import { postMessage } from '../identity/messages.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import { recordBuildings } from '../registry/building-change.store.ts'
import { account } from '../schema/account.table.ts'
import { recordAlarms } from './alarm-change.store.ts'
import { lockBuildingStates } from './evaluated-building.store.ts'
import { shelfEndLetter } from './shelf-words.ts'
import { shelfOf } from './shelf.store.ts'
import { startWave } from './start-waves.ts'

interface EndedRow extends Record<string, unknown> {
  readonly id: string
  readonly building_id: string
  readonly name: string
  readonly system_id: number | null
  readonly point_id: string | null
  readonly account_id: string | null
  readonly by_hand: boolean
  readonly from_at: number
}

/** Active alarms are called now. A transaction each. @returns number of entries */
export async function closeShelves({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  for (let done = 0; ; done++) if (!(await db.transaction((tx) => closeOne(tx, now())))) return done
}

async function closeOne(tx: Db, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<EndedRow>(sql`
    select s.id, s.building_id, b.name, s.system_id, s.point_id, s.account_id, s.ended_at is not null as by_hand, ${epochMs('s.from_at')} as from_at
    from shelf s join building b on b.id = s.building_id
    where s.closed_at is null and (s.ended_at is not null or s.until_at <= ${now.toISOString()}::timestamptz)
    order by s.id limit 1 for update of s skip locked`)
  const [row] = rows
  if (!row) return false
  const buildingId = Number(row.building_id)
  await callActiveAlarms(tx, row, now)
  if (!row.by_hand && row.account_id !== null) {
    const scope = { systemId: row.system_id, pointId: row.point_id === null ? null : Number(row.point_id) }
    const letter = await shelfEndLetter(tx, { buildingId, name: row.name, scope, by: null })
    await postMessage(tx, eq(account.id, Number(row.account_id)), letter, now)
  }
  await tx.execute(sql`update shelf set closed_at = ${now.toISOString()}::timestamptz where id = ${Number(row.id)}`)
  await recordBuildings(tx, [buildingId])
  return true
}

/** Covered by no other announced work. */
async function callActiveAlarms(tx: Db, ended: EndedRow, now: Date): Promise<void> {
  const buildingId = Number(ended.building_id)
  const from = sql`${new Date(ended.from_at).toISOString()}::timestamptz`
  await lockBuildingStates(tx, [buildingId])
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from alarm a where a.building_id = ${buildingId} and a.judged_at is null and a.joined_to is null
      and a.fresh and a.ended_at is null and exists (
        select 1 from (select distinct e.building_id, p.system_id, e.point_id from alarm_event m
          join device_event e on e.id = m.event_id and e.ended_at is null
          left join point p on p.id = e.point_id where m.alarm_id = a.id and (a.wave = 0 or (
            e.received_at >= ${from} and e.received_at > a.wave_at and e.received_at - e.occurred_at <= interval '10 minutes'
            and (${ended.point_id}::bigint is null or e.point_id = ${ended.point_id}::bigint)
            and (${ended.system_id}::int is null or p.system_id = ${ended.system_id}::int)))) n
        where ${shelfOf('n', now)} is null)
    order by a.kind, a.id for update of a`)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length === 0) return
  await startWave(tx, ids, now)
  await tx.execute(
    sql`update alarm set proposal = null, version = version + 1 where id = any(${sql.param(ids)}::bigint[])`,
  )
  await recordAlarms(tx, ids)
}
