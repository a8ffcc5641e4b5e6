import { measuresOf } from '#contract/measure-words.ts'
import { recordExport } from '#contract/record-export.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { findBuilding } from '../registry/find-building.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import { type Context, implement } from '../platform/implement.ts'
import { findDevice } from './find-device.ts'
import { apiName } from './present-point.ts'
import {
  ACTION_COLUMNS,
  deviceColumns,
  type ExportColumn,
  FAULT_COLUMNS,
  FIRE_COLUMNS,
  readingSeriesColumns,
  RECORD_SERIES_COLUMNS,
  SHIELD_COLUMNS,
} from './export-columns.ts'
import { filterOf, spanOf } from './list-filter.ts'
import { presentAction, presentDeviceState, presentFault, presentFire, presentShield } from './present-records.ts'
import { eachDevice, eachEvent } from './record.store.ts'
import { eachOfSeries, isOfRecords, seriesOf, seriesOfBuilding } from './series.ts'

type Sheet = Parameters<typeof exportSheet>[1]

const same = <T>(row: T) => row

/** So that the file matches the list. */
const exportRows = <Entry, Row>(
  ctx: Context<Session>,
  sheet: Omit<Sheet, 'columns'>,
  columns: readonly ExportColumn<Row>[],
  entries: AsyncIterable<Entry>,
  present: (entry: Entry) => Row,
): Promise<string> =>
  exportSheet(ctx, { ...sheet, columns }, entries, (entry) => {
    const row = present(entry)
    return columns.map(({ cell }) => cell(row))
  })

export const recordExportApi = implement(recordExport, {
  async list({ apiType, state, ...input }, ctx) {
    const { db } = ctx
    const building = await findBuilding(db, ctx.session, input.relationId)
    const sheet = { title: apiName(input.apiId), of: [building.name], audit: { buildingId: building.id } }
    const filter = filterOf(input)
    const handled = { ...filter, handled: state }
    const ended = { ...filter, ended: state }
    switch (apiType) {
      case 1:
        return exportRows(ctx, sheet, FIRE_COLUMNS, eachEvent(db, 'fire', handled), presentFire)
      case 2:
        return exportRows(ctx, sheet, FAULT_COLUMNS, eachEvent(db, 'fault', handled), presentFault)
      case 3:
        return exportRows(ctx, sheet, SHIELD_COLUMNS, eachEvent(db, 'shield', ended), presentShield)
      case 4:
        return exportRows(ctx, sheet, ACTION_COLUMNS, eachEvent(db, 'action', ended), presentAction)
      case 5: {
        const columns = deviceColumns(measuresOf(input.apiId, []))
        return exportRows(ctx, sheet, columns, eachDevice(db, handled), presentDeviceState)
      }
    }
  },

  async series({ id, apiId, buildingId, ...span }, ctx) {
    const { db, session } = ctx
    if (id === undefined && (apiId === undefined || buildingId === undefined))
      throw new AppError(400, '请选择设备', { id: '请选择设备' })
    const point = id === undefined ? undefined : await findDevice(db, session, id)
    if (point && buildingId !== undefined && buildingId !== point.buildingId) throw notThere()
    const ofItem = apiId ?? point?.apiId ?? 0
    const series = await (point === undefined
      ? seriesOfBuilding(db, session, buildingId ?? 0, ofItem)
      : seriesOf(db, session, { id, apiId }))
    const entries = eachOfSeries(db, series, spanOf(span))
    const { name } = await findBuilding(db, session, point?.buildingId ?? buildingId ?? 0)
    const sheet = {
      title: point ? '历史记录' : apiName(ofItem),
      of: [name, point?.deviceName],
      audit: { ...(point ? { pointId: id } : {}), buildingId: point?.buildingId ?? buildingId },
    }
    return isOfRecords(series.apiType)
      ? exportRows(ctx, sheet, RECORD_SERIES_COLUMNS, entries, same)
      : exportRows(ctx, sheet, readingSeriesColumns(measuresOf(ofItem, [])), entries, same)
  },
})
