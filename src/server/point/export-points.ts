import type { Session } from '../auth/session.ts'
import { exportSheet } from '../document/export-sheet.ts'
import type { Context } from '../implement.ts'
import { findPointsBuilding, type PointPlace } from './find-points.ts'
import { POINT_COLUMNS } from './point-columns.ts'
import { eachPoint, type PointFilter } from './point.store.ts'
import { apiName, deviceTypeName, systemName } from './present-point.ts'

/** Writes the matching points to an xlsx file that an import takes back; answers the address it can be fetched from once. */
export async function exportPoints(ctx: Context<Session>, place: PointPlace, filter: PointFilter): Promise<string> {
  const { id, name } = await findPointsBuilding(ctx.db, ctx.session, place)
  async function* rows() {
    for await (const row of eachPoint(ctx.db, id, filter)) {
      yield [
        row.deviceNo,
        row.pointNumber,
        row.deviceName,
        systemName(row.systemId),
        apiName(row.apiId),
        deviceTypeName(row.deviceType),
        row.floor,
        row.zone,
        row.descript,
      ]
    }
  }
  const columns = POINT_COLUMNS.map(({ title, width }) => ({ title, width, kind: 'text' as const }))
  return exportSheet(ctx, { title: '点位', of: [name], columns, rows: rows(), audit: { buildingId: id } })
}
