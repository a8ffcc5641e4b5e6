import type { Session } from '../platform/session.ts'
import { exportSheet } from '../platform/export-sheet.ts'
import type { Context } from '../platform/implement.ts'
import { findPointsBuilding, type PointPlace } from './find-device.ts'
import { POINT_COLUMNS } from './point-columns.ts'
import { eachPoint, type PointFilter } from './point.store.ts'
import { typeNames } from './present-point.ts'

export async function exportPoints(ctx: Context<Session>, place: PointPlace, filter: PointFilter): Promise<string> {
  const { id, name } = await findPointsBuilding(ctx.db, ctx.session, place)
  const columns = POINT_COLUMNS.map(({ title, width }) => ({ title, width, kind: 'text' as const }))
  const rows = eachPoint(ctx.db, id, filter)
  return exportSheet(ctx, { title: '点位', of: [name], columns, audit: { buildingId: id } }, rows, (row) => [
    row.deviceNo,
    row.pointNumber,
    row.deviceName,
    ...typeNames(row),
    row.floor,
    row.zone,
    row.descript,
  ])
}
