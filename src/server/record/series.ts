import type { SeriesRow } from '#contract/record.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { findBuilding } from '../building/find-building.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import type { Db } from '../db/open-db.ts'
import { findDevice } from '../point/find-points.ts'
import { readRowKey } from './cursor.ts'
import { fewBuildings } from './few-buildings.ts'
import { presentEvent, presentReading } from './present-records.ts'
import { readEvents, readReadings, type SeriesScope, type Walk } from './series.store.ts'

const TYPES = new Map(SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, type] as const)))
const UNKNOWN_TYPE = 6

/** Whose rows, and how their item type reports. */
export interface Series {
  readonly scope: SeriesScope
  readonly apiType: number
}

/** An item type in a building in sight. @throws AppError 404 */
export async function seriesOfBuilding(db: Db, session: Session, buildingId: number, apiId: number): Promise<Series> {
  await findBuilding(db, session, buildingId)
  return { scope: { buildingIds: [buildingId], apiId }, apiType: TYPES.get(apiId) ?? UNKNOWN_TYPE }
}

/** A device in sight, else an item type in all buildings in sight. @throws AppError 400, 404 */
export async function seriesOf(
  db: Db,
  session: Session,
  { id, apiId }: { readonly id?: number | undefined; readonly apiId?: number | undefined },
): Promise<Series> {
  if (id !== undefined) {
    const point = await findDevice(db, session, id)
    return { scope: { pointId: id }, apiType: TYPES.get(apiId ?? point.apiId) ?? point.apiType }
  }
  if (apiId === undefined) throw new AppError(400, '请选择设备', { id: '请选择设备' })
  const buildingIds = await fewBuildings(db, session)
  if (!buildingIds) throw new AppError(400, '建筑较多，请选择设备', { id: '建筑较多，请选择设备' })
  return { scope: { buildingIds, apiId }, apiType: TYPES.get(apiId) ?? UNKNOWN_TYPE }
}

/** Whether an item type's series are records: api types 1 to 4; devices and time series report readings. */
export const isOfRecords = (apiType: number) => apiType < 5

export async function readSeries(db: Db, { scope, apiType }: Series, walk: Walk): Promise<SeriesRow[]> {
  if (isOfRecords(apiType)) return (await readEvents(db, scope, walk)).map(presentEvent)
  return (await readReadings(db, scope, walk)).map(presentReading)
}

/** Every row of a span, newest first, read in batches so that memory stays flat. */
export async function* eachOfSeries(
  db: Db,
  series: Series,
  span: Pick<Walk, 'from' | 'to'>,
  batch = 1000,
): AsyncGenerator<SeriesRow> {
  let cursor: Walk['cursor'] = null
  for (;;) {
    const rows: SeriesRow[] = await readSeries(db, series, { ...span, limit: batch, reversed: false, cursor })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    cursor = readRowKey(last.rowKey)
  }
}

/** A building's own relation id, where one is given. @throws AppError 404 */
export function needOwnRelation(relationId: number | undefined, buildingId: number): void {
  if (relationId !== undefined && relationId !== buildingId) throw notThere()
}
