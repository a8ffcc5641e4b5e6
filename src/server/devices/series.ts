import type { SeriesRow } from '#contract/record.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { findBuilding } from '../registry/find-building.ts'
import { SYSTEMS } from '../reference/systems.ts'
import type { Db } from '../platform/db/open-db.ts'
import { findDevice } from './find-device.ts'
import { readRowKey } from './cursor.ts'
import { fewBuildings } from './few-buildings.ts'
import { presentEvent, presentReading } from './present-records.ts'
import { readEvents, readReadings, type SeriesScope, type Walk } from './series.store.ts'
import { inBatches } from '../platform/db/in-batches.ts'

const TYPES = new Map(SYSTEMS.flatMap(({ apis }) => apis.map(({ id, type }) => [id, type] as const)))
const UNKNOWN_TYPE = 6

export interface Series {
  readonly scope: SeriesScope
  readonly apiType: number
}

export async function seriesOfBuilding(db: Db, session: Session, buildingId: number, apiId: number): Promise<Series> {
  await findBuilding(db, session, buildingId)
  return { scope: { buildingIds: [buildingId], apiId }, apiType: TYPES.get(apiId) ?? UNKNOWN_TYPE }
}

/** @throws AppError 404, 400 if nothing is selected or too many buildings */
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

export const isOfRecords = (apiType: number) => apiType < 5

export async function readSeries(db: Db, { scope, apiType }: Series, walk: Walk): Promise<SeriesRow[]> {
  if (isOfRecords(apiType)) return (await readEvents(db, scope, walk)).map(presentEvent)
  return (await readReadings(db, scope, walk)).map(presentReading)
}

export const eachOfSeries = (db: Db, series: Series, span: Pick<Walk, 'from' | 'to'>): AsyncGenerator<SeriesRow> =>
  inBatches<SeriesRow>((after, most) =>
    readSeries(db, series, { ...span, limit: most, reversed: false, cursor: readRowKey(after?.rowKey ?? '') }),
  )

export function needOwnRelation(relationId: number | undefined, buildingId: number): void {
  if (relationId !== undefined && relationId !== buildingId) throw notThere()
}
