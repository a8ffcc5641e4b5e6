import { sql } from 'drizzle-orm'
import type { PointItem } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { deviceFault } from '#server/reference/device-fits.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { adoptRecords } from '../unlisted-points.store.ts'
import { nameOf } from './lock-named-points.ts'
import { fixedItemTypes, ITEM_TYPE_IN_USE, pointKey } from './item-type-change.ts'
import { ACCEPTED, DUPLICATE, refused, type JudgedItem } from './item-result.ts'
import type { BatchContext, StoredBatch } from './ingest-readings.ts'

const NO_BUILDING = refused('建筑不存在')
const NO_API = refused('接口类型不存在')
const TWICE = refused('同一批次中点位编号重复')

const PLACE_OF_API = new Map(
  SYSTEMS.flatMap(({ id, apis }) => apis.map((api) => [api.id, { systemId: id, apiType: api.type }] as const)),
)

interface Row extends PointItem {
  readonly buildingId: number
  readonly systemId: number
  readonly apiType: number
}

type Place = Pick<PointItem, 'floor' | 'zone' | 'descript'>
const PLACE = ['floor', 'zone', 'descript'] as const satisfies readonly (keyof Place)[]

type Stored = { readonly id: string; readonly key: string } & Readonly<Record<keyof Place, string | null>>

async function lockStored(tx: Db, rows: readonly Row[]): Promise<Map<string, Stored>> {
  const { rows: found } = await tx.execute<Stored & Record<string, unknown>>(sql`
    select p.id, concat(p.building_id, '|', p.point_number) as key, p.floor, p.zone, p.descript
    from unnest(${sql.param(rows.map(({ buildingId }) => buildingId))}::bigint[],
      ${sql.param(rows.map(({ pointNumber }) => pointNumber))}::text[]) as r(building_id, point_number)
    join point p on p.building_id = r.building_id and p.point_number = r.point_number
    order by p.id for no key update of p`)
  return new Map(found.map((row) => [row.key, row]))
}

const withStored = (row: Row, stored: Stored | undefined): Row =>
  PLACE.reduce((all, name) => ({ ...all, [name]: row[name] ?? stored?.[name] ?? '' }), row)

function placeChanges(rows: readonly Row[], stored: ReadonlyMap<string, Stored>) {
  return rows.flatMap((row) => {
    const was = stored.get(pointKey(row))
    const names = was ? PLACE.filter((name) => (row[name] ?? '') !== (was[name] ?? '')) : []
    if (!was || names.length === 0) return []
    const of = (from: Place | Stored) => Object.fromEntries(names.map((name) => [name, from[name] || null]))
    return [{ name: row.pointNumber, pointId: Number(was.id), before: of(was), after: of(row) }]
  })
}

async function findBuildings(tx: Db, providerId: number, projectIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; open_project_id: string }>(sql`
    select id, open_project_id from building
    where open_project_id = any(${sql.param([...new Set(projectIds)])}::text[]) and provider_id = ${providerId}
    order by id for key share`)
  return new Map(rows.map((row) => [row.open_project_id, Number(row.id)]))
}

/** An unchanged point is a duplicate. */
export async function registerPoints(tx: Db, arrival: BatchContext, items: readonly PointItem[]) {
  const buildings = await findBuildings(
    tx,
    arrival.providerId,
    items.map(({ projectId }) => projectId),
  )
  const rows = new Map<string, Row>()
  const verdicts = items.map((item): JudgedItem | string => {
    const buildingId = buildings.get(item.projectId)
    const place = PLACE_OF_API.get(item.apiId)
    const key = nameOf(item)
    if (buildingId === undefined) return NO_BUILDING
    if (!place) return NO_API
    const fault = deviceFault(item.deviceType, item.apiId)
    if (fault) return refused(fault)
    if (rows.has(key)) return TWICE
    rows.set(key, { ...item, ...place, buildingId })
    return pointKey({ buildingId, pointNumber: item.pointNumber })
  })
  const stored = await lockStored(tx, [...rows.values()])
  const fixed = await fixedItemTypes(tx, [...rows.values()])
  const free = [...rows.values()]
    .filter((row) => !fixed.has(pointKey(row)))
    .map((row) => withStored(row, stored.get(pointKey(row))))
  const changed = await upsert(tx, free, arrival.now)
  const verdictOf = (key: string) => (fixed.has(key) ? ITEM_TYPE_IN_USE : changed.has(key) ? ACCEPTED : DUPLICATE)
  const taken: StoredBatch = {
    verdicts: verdicts.map((said) => (typeof said === 'string' ? verdictOf(said) : said)),
    arrived: {
      pointIds: [...changed.values()],
      buildingIds: changed.size > 0 ? [...new Set([...rows.values()].map(({ buildingId }) => buildingId))] : [],
    },
  }
  return { ...taken, changes: placeChanges(free, stored) }
}

const CHANGING = [
  'device_no',
  'device_name',
  'device_type',
  'system_id',
  'api_id',
  'api_type',
  'floor',
  'zone',
  'descript',
]

/** Old reports are no evidence for a new item type. */
const IF_RETYPED = sql`
  created_at = case when point.api_id <> excluded.api_id and point.valid_at is not null then excluded.created_at else point.created_at end,
  valid_at = case when point.api_id = excluded.api_id then point.valid_at end,
  latest_at = case when point.api_id = excluded.api_id then point.latest_at end,
  latest = case when point.api_id = excluded.api_id then point.latest else excluded.latest end,
  online = point.online and point.api_id = excluded.api_id`

async function upsert(tx: Db, rows: readonly Row[], now: Date): Promise<Map<string, number>> {
  const column = <T>(pick: (row: Row) => T) => sql.param(rows.map(pick))
  const list = (prefix: string) => sql.raw(CHANGING.map((name) => `${prefix}.${name}`).join(', '))
  const { rows: written } = await tx.execute<{ id: string; key: string }>(sql`
    insert into point (id, building_id, point_number, ${sql.raw(CHANGING.join(', '))}, created_at)
    select coalesce(u.id, nextval(pg_get_serial_sequence('point', 'id'))), r.*, ${now.toISOString()}::timestamptz
    from unnest(${column((r) => r.buildingId)}::bigint[], ${column((r) => r.pointNumber)}::text[],
      ${column((r) => r.deviceNo)}::text[], ${column((r) => r.deviceName)}::text[],
      ${column((r) => r.deviceType)}::int[], ${column((r) => r.systemId)}::int[], ${column((r) => r.apiId)}::int[],
      ${column((r) => r.apiType)}::int[], ${column((r) => r.floor || null)}::text[],
      ${column((r) => r.zone || null)}::text[], ${column((r) => r.descript || null)}::text[]) as r(building_id, point_number, ${sql.raw(CHANGING.join(', '))})
    left join unlisted_point u on u.building_id = r.building_id and u.point_number = r.point_number
    order by 2, 3
    on conflict (building_id, point_number) do update
      set (${sql.raw(CHANGING.join(', '))}) = row(${list('excluded')}), released_at = null, version = point.version + 1,
        ${IF_RETYPED}
      where (${list('point')}) is distinct from (${list('excluded')}) or point.released_at is not null
    returning id, concat(building_id, '|', point_number) as key`)
  await adoptRecords(
    tx,
    written.map(({ id }) => Number(id)),
  )
  return new Map(written.map(({ id, key }) => [key, Number(id)]))
}
