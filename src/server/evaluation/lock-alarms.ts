import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db/open-db.ts'
import { lockBuildingStates } from './evaluated-building.store.ts'
import { groupBy } from '../platform/group-by.ts'

export interface LockedAlarm {
  readonly id: number
  readonly buildingId: number | null
  readonly pointIds: readonly number[]
}

class PointsJoined extends Error {
  override readonly name = 'PointsJoined'
}

const MOST_TRIES = 5

const numbers = (ids: readonly number[]) => sql`${sql.param(ids)}::bigint[]`

async function pointsOf(tx: Db, alarmIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await tx.execute<{ alarm_id: string; point_id: string }>(sql`
    select distinct alarm_id, point_id from alarm_event where alarm_id = any(${numbers(alarmIds)})`)
  const found = groupBy(rows, ({ alarm_id }) => Number(alarm_id))
  return new Map([...found].map(([id, own]) => [id, own.map(({ point_id }) => Number(point_id))]))
}

/**
 * Points, building states, alarms, as reports do; retries if another device joined. @param ids within the caller's
 * scope
 */
export async function withLockedAlarms<T>(
  tx: Db,
  ids: readonly number[],
  work: (tx: Db, alarms: readonly LockedAlarm[]) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      // Rolling back releases the locks.
      return await tx.transaction(async (inner) => work(inner, await lock(inner, ids, tries === MOST_TRIES)))
    } catch (error) {
      if (!(error instanceof PointsJoined)) throw error
    }
}

async function lock(tx: Db, ids: readonly number[], isLastTry: boolean): Promise<LockedAlarm[]> {
  const before = await pointsOf(tx, ids)
  const held = new Set([...before.values()].flat())
  await tx.execute(sql`select 1 from point where id = any(${numbers([...held])}) order by id for no key update`)
  const { rows: places } = await tx.execute<{ building_id: string }>(sql`
    select distinct building_id from alarm where id = any(${numbers(ids)}) and building_id is not null`)
  if (places.length > 0)
    await lockBuildingStates(
      tx,
      places.map((row) => Number(row.building_id)),
    )
  const { rows } = await tx.execute<{ id: string; building_id: string | null }>(sql`
    select id, building_id from alarm where id = any(${numbers(ids)}) order by building_id, kind, id for update`)
  const after = await pointsOf(tx, ids)
  if (!isLastTry && [...after.values()].flat().some((id) => !held.has(id))) throw new PointsJoined()
  return rows.map((row) => ({
    id: Number(row.id),
    buildingId: row.building_id === null ? null : Number(row.building_id),
    pointIds: after.get(Number(row.id)) ?? [],
  }))
}
