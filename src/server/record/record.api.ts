import { record } from '#contract/record.ts'
import { fromWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { findBuilding } from '../building/find-building.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import type { Db } from '../db/open-db.ts'
import { implement } from '../implement.ts'
import { findPoint } from '../point/find-points.ts'
import { readRowKey } from './cursor.ts'
import { fewBuildings } from './few-buildings.ts'
import { countItems } from './item.store.ts'
import { CATEGORIES, groupItems, itemsOfSystem, presentSystems } from './present-items.ts'
import {
  presentAction,
  presentDeviceState,
  presentEvent,
  presentFault,
  presentFire,
  presentReading,
  presentShield,
} from './present-records.ts'
import { type EventKind, type EventRow, listDevices, listEvents, type RecordFilter } from './record.store.ts'
import { readEvents, readReadings, type SeriesScope, type Walk } from './series.store.ts'

interface Span {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

interface ListInput extends Span {
  readonly apiId: number
  readonly relationId: number
  readonly currentPage: number
  readonly pageSize: number
  readonly search: string
}

const spanOf = ({ startTime, endTime }: Span) => ({
  from: startTime === undefined ? null : fromWireTime(startTime),
  to: endTime === undefined ? null : fromWireTime(endTime),
})

const filterOf = (input: ListInput): RecordFilter => ({
  buildingId: input.relationId,
  apiId: input.apiId,
  search: input.search,
  ...spanOf(input),
})

const walkOf = (input: Span & { limit: number; reversed: boolean; rowKey: string }): Walk => ({
  limit: input.limit,
  reversed: input.reversed,
  cursor: readRowKey(input.rowKey),
  ...spanOf(input),
})

/** A page of a kind of records of a building in sight. */
async function eventPage<Row>(
  { db, session }: { db: Db; session: Session },
  kind: EventKind,
  input: ListInput,
  only: { handled?: number | undefined; ended?: number | undefined },
  present: (row: EventRow) => Row,
) {
  await findBuilding(db, session, input.relationId)
  const { rows, total } = await listEvents(db, kind, { ...filterOf(input), ...only }, input)
  return { list: rows.map(present), total }
}

const TYPES = new Map(SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, type] as const)))

/** Item types of api type 1 to 4 report records; devices and time series report readings. */
async function readSeries(db: Db, scope: SeriesScope, apiType: number, walk: Walk) {
  if (apiType < 5) return { list: (await readEvents(db, scope, walk)).map(presentEvent) }
  return { list: (await readReadings(db, scope, walk)).map(presentReading) }
}

export const recordApi = implement(record, {
  async must({ buildingId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    return groupItems(await countItems(db, buildingId))
  },

  async systems({ buildingId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    return presentSystems(await countItems(db, buildingId))
  },

  async items({ buildingId, systemId }, { db, session }) {
    await findBuilding(db, session, buildingId)
    const counted = await countItems(db, buildingId)
    return counted.some((found) => found.systemId === systemId) ? itemsOfSystem(systemId, counted) : []
  },

  categories: async () => CATEGORIES,

  fires: ({ state, ...input }, ctx) => eventPage(ctx, 'fire', input, { handled: state }, presentFire),
  faults: ({ state, ...input }, ctx) => eventPage(ctx, 'fault', input, { handled: state }, presentFault),
  shields: ({ state, ...input }, ctx) => eventPage(ctx, 'shield', input, { ended: state }, presentShield),
  actions: ({ state, ...input }, ctx) => eventPage(ctx, 'action', input, { ended: state }, presentAction),

  async devices({ state, ...input }, { db, session }) {
    await findBuilding(db, session, input.relationId)
    const { rows, total } = await listDevices(db, { ...filterOf(input), handled: state }, input)
    return { list: rows.map(presentDeviceState), total }
  },

  async series({ apiId, buildingId, relationId, ...input }, { db, session }) {
    await findBuilding(db, session, buildingId)
    if (relationId !== undefined && relationId !== buildingId) throw notThere()
    return readSeries(db, { buildingIds: [buildingId], apiId }, TYPES.get(apiId) ?? 6, walkOf(input))
  },

  async history({ id, apiId, ...input }, { db, session }) {
    const { scope, apiType } = await seriesOf(db, session, id, apiId)
    return readSeries(db, scope, apiType, walkOf(input))
  },
})

/** What a history is of: a device in sight, else an item type in all buildings in sight. */
async function seriesOf(
  db: Db,
  session: Session,
  id: number | undefined,
  apiId: number | undefined,
): Promise<{ scope: SeriesScope; apiType: number }> {
  if (id !== undefined) {
    const point = await findPoint(db, session, id)
    return { scope: { pointId: id }, apiType: TYPES.get(apiId ?? point.apiId) ?? point.apiType }
  }
  if (apiId === undefined) throw new AppError(400, '请选择设备', { id: '请选择设备' })
  const buildingIds = await fewBuildings(db, session)
  if (!buildingIds) throw new AppError(400, '建筑较多，请选择设备', { id: '建筑较多，请选择设备' })
  return { scope: { buildingIds, apiId }, apiType: TYPES.get(apiId) ?? 6 }
}
