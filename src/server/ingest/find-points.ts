import { sql } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import { FIRE_API } from './ingest.rules.ts'

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
  /** False: it has been removed, or was never registered; its row is in `unlisted_point`. */
  readonly isListed: boolean
}

/** A point's name as a key: a project's number holds no line break. */
export const nameOf = ({ projectId, pointNumber }: NamedPoint) => `${projectId}\n${pointNumber}`

/** Names to look up. */
export interface Wanted {
  readonly names: readonly NamedPoint[]
  /** Of these, components that are kept though they are not registered, by {@link nameOf}. */
  readonly kept: ReadonlySet<string>
  /** Systems of which every component is wanted. */
  readonly systems: readonly NamedPoint[]
}

export interface Found {
  /** By {@link nameOf}. */
  readonly points: ReadonlyMap<string, KnownPoint>
  /** The components of the wanted systems, among others. */
  readonly all: readonly KnownPoint[]
  /** The provider's buildings among those named. */
  readonly buildings: ReadonlyMap<string, number>
  /** Names of points that were removed and are not kept. */
  readonly removed: ReadonlySet<string>
}

const SYSTEM_OF_API = new Map(SYSTEMS.flatMap(({ id, apis }) => apis.map((api) => [api.id, id] as const)))

interface Place extends Record<string, unknown> {
  readonly project: string
  readonly number: string | null
  readonly building: string
  readonly point: string | null
  readonly unlisted: string | null
  readonly removed: boolean
}

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`
const bigints = (values: readonly number[]) => sql`${sql.param(values)}::bigint[]`

/** Where names lead to, without holding it. */
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
    left join lateral (
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

/** Lock points, then unlisted ones, each in the order of their ids, to prevent deadlocks. */
async function lock(tx: Db, points: readonly number[], unlisted: readonly number[]): Promise<KnownPoint[]> {
  const listed =
    points.length === 0
      ? []
      : (
          await tx.execute<Locked>(sql`
            select id, building_id, point_number, system_id, api_id from point where id = any(${bigints(points)})
            order by id for no key update`)
        ).rows
  const others =
    unlisted.length === 0
      ? []
      : (
          await tx.execute<Locked>(sql`
            select id, building_id, point_number, null::int as system_id, api_id from unlisted_point
            where id = any(${bigints(unlisted)}) order by id for update`)
        ).rows
  return [...listed.map((row) => known(row, true)), ...others.map((row) => known(row, false))]
}

/** A component that is kept though it is not registered gets an id. The building is held: it is being registered at no time. */
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

/** A point that is removed or registered meanwhile is looked for again. */
const TRIES = 5

/**
 * The named points of the buildings bound to a provider; what is another's is missing, as is what does not exist. The
 * rows stay locked, in one order for everybody, until the transaction ends.
 * @throws Error where points come and go faster than they are found
 */
export async function findPoints(tx: Db, providerId: number, wanted: Wanted): Promise<Found> {
  const names = [...new Map(wanted.names.map((name) => [nameOf(name), name])).values()]
  for (let tries = 0; tries < TRIES; tries++) {
    const places = await look(tx, providerId, { ...wanted, names })
    const isKept = (place: Place) =>
      wanted.kept.has(nameOf({ projectId: place.project, pointNumber: place.number ?? '' }))
    const missing = places.flatMap((place) =>
      place.number !== null && !place.point && !place.unlisted && isKept(place)
        ? [{ building: Number(place.building), number: place.number }]
        : [],
    )
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

function found(places: readonly Place[], all: readonly KnownPoint[]): Found {
  const byId = new Map(all.map((point) => [point.id, point]))
  const points = new Map<string, KnownPoint>()
  const removed = new Set<string>()
  for (const { project, number, point, unlisted, removed: isRemoved } of places) {
    if (number === null) continue
    const name = nameOf({ projectId: project, pointNumber: number })
    const own = byId.get(Number(point ?? unlisted ?? 0))
    if (own) points.set(name, own)
    else if (isRemoved) removed.add(name)
  }
  return { points, all, buildings: new Map(places.map((place) => [place.project, Number(place.building)])), removed }
}
