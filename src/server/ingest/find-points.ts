import { sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'

export interface NamedPoint {
  readonly projectId: string
  readonly pointNumber: string
}

export interface KnownPoint {
  readonly id: number
  readonly buildingId: number
  readonly systemId: number
  readonly apiId: number
  readonly deviceType: number
}

export type MonthlyTable = 'device_event' | 'device_event_end' | 'reading'

/** A point's name as a key: a project's number holds no line break. */
export const nameOf = ({ projectId, pointNumber }: NamedPoint) => `${projectId}\n${pointNumber}`

/**
 * The named points of the buildings bound to a provider, by {@link nameOf}; what is another's is missing, as is what
 * does not exist. The rows stay locked, in one order for everybody, until the transaction ends. Where any is found, the
 * months that are about to be written are made first.
 */
export async function findPoints(
  tx: Db,
  providerId: number,
  names: readonly NamedPoint[],
  months: Partial<Record<MonthlyTable, readonly string[]>>,
): Promise<ReadonlyMap<string, KnownPoint>> {
  const distinct = [...new Map(names.map((name) => [nameOf(name), name])).values()]
  const wanted = Object.entries(months).flatMap(([table, firsts]) => firsts.map((first) => ({ table, first })))
  const { rows } = await tx.execute<{
    id: string
    building_id: string
    system_id: number
    api_id: number
    device_type: number
    open_project_id: string
    point_number: string
  }>(sql`
    select p.id, p.building_id, p.system_id, p.api_id, p.device_type, b.open_project_id, p.point_number,
      (select count(ensure_month(m.parent, m.first)) from unnest(
        ${sql.param(wanted.map(({ table }) => table))}::text[],
        ${sql.param(wanted.map(({ first }) => first))}::date[]) as m(parent, first)) as made
    from unnest(
      ${sql.param(distinct.map(({ projectId }) => projectId))}::text[],
      ${sql.param(distinct.map(({ pointNumber }) => pointNumber))}::text[]) as named(project_id, point_number)
    join building b on b.open_project_id = named.project_id and b.provider_id = ${providerId}
    join point p on p.building_id = b.id and p.point_number = named.point_number
    order by p.id
    for no key update of p`)
  return new Map(
    rows.map((row) => [
      nameOf({ projectId: row.open_project_id, pointNumber: row.point_number }),
      {
        id: Number(row.id),
        buildingId: Number(row.building_id),
        systemId: row.system_id,
        apiId: row.api_id,
        deviceType: row.device_type,
      },
    ]),
  )
}
