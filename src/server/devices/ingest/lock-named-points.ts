import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { FIRE_API } from '../ingest.rules.ts'

export interface NamedPoint {
  readonly projectId: string
  readonly pointNumber: string
}

export interface KnownPoint {
  readonly id: number
  readonly buildingId: number
  readonly pointNumber: string
  readonly systemId: number
  readonly apiId: number
  readonly isListed: boolean
}

/** Project ids contain no line break. */
export const nameOf = ({ projectId, pointNumber }: NamedPoint) => `${projectId}\n${pointNumber}`

export interface Wanted {
  readonly names: readonly NamedPoint[]
  readonly kept: ReadonlySet<string>
  readonly systems: readonly NamedPoint[]
}

export interface FoundPoints {
  readonly points: ReadonlyMap<string, KnownPoint>
  readonly all: readonly KnownPoint[]
  /** By project id. */
  readonly buildings: ReadonlyMap<string, number>
  readonly removed: ReadonlySet<string>
}

const SYSTEM_OF_API = new Map(SYSTEMS.flatMap(({ id, apis }) => apis.map((api) => [api.id, id] as const)))

interface Place extends Record<string, unknown> {
  readonly project: string
  readonly number: string
  readonly building: string
  readonly point: string | null
  readonly unlisted: string | null
  readonly removed: boolean
}

const nameOfPlace = ({ project, number }: Place) => nameOf({ projectId: project, pointNumber: number })

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`

/** Takes no locks. */
async function look(tx: Db, providerId: number, { names, systems }: Wanted): Promise<Place[]> {
  const { rows } = await tx.execute<Place>(sql`
    select n.project, n.number, b.id as building, p.id as point, u.id as unlisted, u.removed_at is not null as removed
    from unnest(${texts(names.map(({ projectId }) => projectId))}, ${texts(names.map(({ pointNumber }) => pointNumber))}) as n(project, number)
    join building b on b.open_project_id = n.project and b.provider_id = ${providerId}
    left join point p on p.building_id = b.id and p.point_number = n.number
    left join unlisted_point u on u.building_id = b.id and u.point_number = n.number and p.id is null`)
  if (systems.length === 0) return rows
  const { rows: below } = await tx.execute<Place>(sql`
    select s.project, c.point_number as number, b.id as building, c.point, c.unlisted, false as removed
    from unnest(${texts(systems.map(({ projectId }) => projectId))}, ${texts(systems.map(({ pointNumber }) => pointNumber))}) as s(project, number)
    join building b on b.open_project_id = s.project and b.provider_id = ${providerId}
    join lateral (
      select point_number, id as point, null::bigint as unlisted from point where building_id = b.id
      union all select point_number, null, id from unlisted_point where building_id = b.id) c
      on c.point_number = s.number or starts_with(c.point_number, s.number || '.')`)
  return [...rows, ...below]
}

interface Locked extends Record<string, unknown> {
  readonly id: string
  readonly building_id: string
  readonly point_number: string
  readonly system_id: number | null
  readonly api_id: number | null
}

const known = (row: Locked, isListed: boolean): KnownPoint => {
  const apiId = row.api_id ?? FIRE_API
  return {
    id: Number(row.id),
    buildingId: Number(row.building_id),
    pointNumber: row.point_number,
    apiId,
    systemId: row.system_id ?? SYSTEM_OF_API.get(apiId) ?? 0,
    isListed,
  }
}

async function locked(tx: Db, ids: readonly number[], statement: SQL, isListed: boolean): Promise<KnownPoint[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<Locked>(statement)
  return rows.map((row) => known(row, isListed))
}

/** Locks points, then unlisted points, each in id order to prevent deadlocks. */
async function lock(tx: Db, points: readonly number[], unlisted: readonly number[]): Promise<KnownPoint[]> {
  const fromPoints = sql`
    select id, building_id, point_number, system_id, api_id from point where id = any(${bigints(points)})
    order by id for no key update`
  const fromUnlisted = sql`
    select id, building_id, point_number, null::int as system_id, api_id from unlisted_point
    where id = any(${bigints(unlisted)}) order by id for update`
  return [...(await locked(tx, points, fromPoints, true)), ...(await locked(tx, unlisted, fromUnlisted, false))]
}

/** The building lock excludes a concurrent registration. */
async function keepUnlisted(tx: Db, places: readonly { building: number; number: string }[]): Promise<void> {
  const buildings = [...new Set(places.map(({ building }) => building))]
  await tx.execute(sql`select 1 from building where id = any(${bigints(buildings)}) order by id for update`)
  await tx.execute(sql`
    insert into unlisted_point (id, building_id, point_number)
    select nextval(pg_get_serial_sequence('point', 'id')), n.building, n.number
    from unnest(${bigints(places.map(({ building }) => building))}, ${texts(places.map(({ number }) => number))}) as n(building, number)
    where not exists (select 1 from point p where p.building_id = n.building and p.point_number = n.number)
    order by n.building, n.number
    on conflict (building_id, point_number) do nothing`)
}

const TRIES = 5

/**
 * Locked in id order until the transaction ends. Points of other providers are missing. @throws Error if points
 * keep changing
 */
export async function lockNamedPoints(tx: Db, providerId: number, wanted: Wanted): Promise<FoundPoints> {
  for (let tries = 0; tries < TRIES; tries++) {
    const places = await look(tx, providerId, wanted)
    const isKept = (place: Place) => wanted.kept.has(nameOfPlace(place))
    const missing = places
      .filter((place) => !place.point && !place.unlisted && isKept(place))
      .map(({ building, number }) => ({ building: Number(building), number }))
    if (missing.length > 0) {
      await keepUnlisted(tx, missing)
      continue
    }
    const isBelow = (place: Place) => wanted.systems.some(({ projectId }) => projectId === place.project)
    const ids = (of: 'point' | 'unlisted') => [
      ...new Set(
        places.flatMap((place) =>
          place[of] && (of === 'point' || isKept(place) || isBelow(place)) ? [Number(place[of])] : [],
        ),
      ),
    ]
    const [points, unlisted] = [ids('point'), ids('unlisted')]
    const all = await lock(tx, points, unlisted)
    if (all.length < points.length + unlisted.length) continue
    return found(places, all)
  }
  throw new Error('points were removed and registered again while a batch named them')
}

function found(places: readonly Place[], all: readonly KnownPoint[]): FoundPoints {
  const byId = new Map(all.map((point) => [point.id, point]))
  const points = new Map<string, KnownPoint>()
  const removed = new Set<string>()
  for (const place of places) {
    const own = byId.get(Number(place.point ?? place.unlisted))
    if (own) points.set(nameOfPlace(place), own)
    else if (place.removed) removed.add(nameOfPlace(place))
  }
  return { points, all, buildings: new Map(places.map((place) => [place.project, Number(place.building)])), removed }
}
