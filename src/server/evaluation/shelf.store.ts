import { sql, type SQL } from 'drizzle-orm'
import type { ShelfScope } from '#contract/shelf.rules.ts'
import { epochMs } from '../platform/db/epoch-ms.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Page } from '../platform/db/prepared.ts'

/** Its reason, or null. @param row with `building_id`, `system_id` and `point_id` */
export const shelfOf = (row: string, now: Date): SQL => sql`(select s.reason from shelf s
  where s.building_id = ${sql.raw(row)}.building_id and s.ended_at is null
    and s.from_at <= ${now.toISOString()}::timestamptz and s.until_at > ${now.toISOString()}::timestamptz
    and (s.point_id is null or s.point_id = ${sql.raw(row)}.point_id)
    and (s.system_id is null or s.system_id = ${sql.raw(row)}.system_id)
  order by s.id limit 1)`

export interface ShelfEntry extends Record<string, unknown> {
  readonly id: string
  readonly state: 'running' | 'planned' | 'ended'
  readonly buildingId: string
  readonly buildingName: string
  readonly systemId: number | null
  readonly pointId: string | null
  readonly deviceNo: string | null
  readonly deviceName: string | null
  readonly place: string | null
  readonly reason: 'test' | 'maintenance'
  readonly note: string | null
  readonly fromAt: number
  readonly untilAt: number
  readonly endedAt: number | null
  readonly endedBy: string | null
  readonly by: string
  readonly organisation: string | null
}

const stateAt = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`case when s.ended_at is not null or s.until_at <= ${at} then 'ended' when s.from_at > ${at} then 'planned' else 'running' end`
}

const FROM = sql.raw(`from shelf s join building on building.id = s.building_id left join point p on p.id = s.point_id`)

const columns = (now: Date) => sql`s.id::text as id, ${stateAt(now)} as state, s.building_id::text as "buildingId",
  building.name as "buildingName", s.system_id as "systemId", s.point_id::text as "pointId",
  coalesce(p.device_no, p.point_number) as "deviceNo", p.device_name as "deviceName",
  nullif(concat_ws(' ', p.floor, p.zone, p.descript), '') as place, s.reason, s.note, ${epochMs('s.from_at')} as "fromAt",
  ${epochMs('s.until_at')} as "untilAt", ${epochMs('s.ended_at')} as "endedAt", s.ended_by as "endedBy", s.by_name as by,
  s.by_organisation as organisation`

/** Running, planned, ended; newest first. @param state empty: all */
export async function listShelves(
  db: Db,
  buildings: SQL,
  state: string,
  now: Date,
  { currentPage, pageSize }: Page,
): Promise<{ rows: ShelfEntry[]; total: number }> {
  const where = sql`where ${buildings} and (${state} = '' or ${stateAt(now)} = ${state})`
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${FROM} ${where}`)
  const { rows } = await db.execute<ShelfEntry>(sql`
    select ${columns(now)} ${FROM} ${where}
    order by array_position(array['running', 'planned', 'ended'], ${stateAt(now)}), s.from_at desc, s.id desc
    limit ${pageSize} offset ${(currentPage - 1) * pageSize}`)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function shelvesSince(
  db: Db,
  buildings: SQL,
  since: Date,
  now: Date,
  limit: number,
): Promise<ShelfEntry[]> {
  const from = sql`${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<ShelfEntry>(sql`
    select ${columns(now)} ${FROM} where ${buildings} and s.until_at > ${from} and s.from_at <= ${now.toISOString()}::timestamptz
      and (s.ended_at is null or s.ended_at > ${from})
    order by s.from_at desc, s.id desc limit ${limit}`)
  return rows
}

export async function takeShelf(tx: Db, buildings: SQL, id: number, now: Date) {
  const { rows } = await tx.execute<ShelfEntry & { accountId: string | null }>(sql`
    select ${columns(now)}, s.account_id::text as "accountId" ${FROM} where ${buildings} and s.id = ${id} for update of s`)
  return rows[0]
}

export interface OpenShelf extends ShelfScope {
  readonly from: Date
  readonly until: Date
  readonly by: string
}

export async function overlappingShelves(
  tx: Db,
  buildingId: number,
  { from, until }: { from: Date; until: Date },
): Promise<OpenShelf[]> {
  const { rows } = await tx.execute<{
    system_id: number | null
    point_id: string | null
    from: number
    until: number
    by_name: string
  }>(sql`
    select system_id, point_id, ${epochMs('from_at')} as from, ${epochMs('until_at')} as until, by_name from shelf
    where building_id = ${buildingId} and ended_at is null and from_at < ${until.toISOString()}::timestamptz
      and until_at > ${from.toISOString()}::timestamptz order by id`)
  return rows.map((row) => ({
    systemId: row.system_id,
    pointId: row.point_id === null ? null : Number(row.point_id),
    from: new Date(row.from),
    until: new Date(row.until),
    by: row.by_name,
  }))
}

export async function hasSystem(tx: Db, buildingId: number, systemId: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from point where building_id = ${buildingId} and system_id = ${systemId} limit 1`,
  )
  return rows.length > 0
}

export async function systemOfPoint(tx: Db, buildingId: number, pointId: number): Promise<number | undefined> {
  const { rows } = await tx.execute<{ system_id: number }>(
    sql`select system_id from point where building_id = ${buildingId} and id = ${pointId}`,
  )
  return rows[0]?.system_id
}
