import { measuresOf } from '#contract/measure-words.ts'
import { recordExport } from '#contract/record-export.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { findBuilding } from '../registry/find-building.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { XlsxCell } from '../platform/files/xlsx-writer.ts'
import { type Context, implement } from '../platform/implement.ts'
import { findPoint } from './find-device.ts'
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

interface Rows {
  readonly columns: readonly ExportColumn<never>[]
  readonly rows: AsyncIterable<readonly XlsxCell[]>
}

/** So that the file matches the list. */
function cellsOf<Entry, Row>(
  columns: readonly ExportColumn<Row>[],
  entries: AsyncIterable<Entry>,
  present: (entry: Entry) => Row,
): Rows {
  async function* rows() {
    for await (const entry of entries) {
      const row = present(entry)
      yield columns.map(({ cell }) => cell(row))
    }
  }
  return { columns, rows: rows() }
}

const same = <T>(row: T) => row

function listRows({ db }: Context<Session>, { apiType, state, ...input }: ParsedOf<typeof recordExport.list>): Rows {
  const filter = filterOf(input)
  const handled = { ...filter, handled: state }
  const ended = { ...filter, ended: state }
  switch (apiType) {
    case 1:
      return cellsOf(FIRE_COLUMNS, eachEvent(db, 'fire', handled), presentFire)
    case 2:
      return cellsOf(FAULT_COLUMNS, eachEvent(db, 'fault', handled), presentFault)
    case 3:
      return cellsOf(SHIELD_COLUMNS, eachEvent(db, 'shield', ended), presentShield)
    case 4:
      return cellsOf(ACTION_COLUMNS, eachEvent(db, 'action', ended), presentAction)
    case 5:
      return cellsOf(deviceColumns(measuresOf(input.apiId, [])), eachDevice(db, handled), presentDeviceState)
  }
}

export const recordExportApi = implement(recordExport, {
  async list(input, ctx) {
    const building = await findBuilding(ctx.db, ctx.session, input.relationId)
    return exportSheet(ctx, {
      title: apiName(input.apiId),
      of: [building.name],
      audit: { buildingId: building.id },
      ...listRows(ctx, input),
    })
  },

  async series({ id, apiId, buildingId, ...span }, ctx) {
    const { db, session } = ctx
    if (id === undefined && (apiId === undefined || buildingId === undefined))
      throw new AppError(400, '请选择设备', { id: '请选择设备' })
    const point = id === undefined ? undefined : await findPoint(db, session, id)
    if (point && buildingId !== undefined && buildingId !== point.buildingId) throw notThere()
    const ofItem = apiId ?? point?.apiId ?? 0
    const series = await (point === undefined
      ? seriesOfBuilding(db, session, buildingId ?? 0, ofItem)
      : seriesOf(db, session, { id, apiId }))
    const entries = eachOfSeries(db, series, spanOf(span))
    const { name } = await findBuilding(db, session, point?.buildingId ?? buildingId ?? 0)
    return exportSheet(ctx, {
      title: point ? '历史记录' : apiName(ofItem),
      of: [name, point?.deviceName],
      audit: { ...(point ? { pointId: point.id } : {}), buildingId: point?.buildingId ?? buildingId },
      ...(isOfRecords(series.apiType)
        ? cellsOf(RECORD_SERIES_COLUMNS, entries, same)
        : cellsOf(readingSeriesColumns(measuresOf(ofItem, [])), entries, same)),
    })
  },
})
