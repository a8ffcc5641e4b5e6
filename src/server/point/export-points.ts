import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { issueDownload } from '../document/issue-download.ts'
import { writeXlsx } from '../files/xlsx-writer.ts'
import type { Context } from '../implement.ts'
import { findPointsBuilding, type PointPlace } from './find-points.ts'
import { POINT_COLUMNS } from './point-columns.ts'
import { eachPoint, type PointFilter } from './point.store.ts'
import { apiName, deviceTypeName, systemName } from './present-point.ts'

/** A spreadsheet costs the server a walk over all its rows: ten a minute an account. */
const EXPORTS = { points: 10, windowSec: 60, blockSec: 0 }

/** Writes the matching points to an xlsx file that an import takes back; answers the address it can be fetched from once. */
export async function exportPoints(ctx: Context<Session>, place: PointPlace, filter: PointFilter): Promise<string> {
  const { id, name } = await findPointsBuilding(ctx.db, ctx.session, place)
  const { allowed } = await ctx.deps.limits.take(`export:${ctx.session.accountId}`, EXPORTS, ctx.now)
  if (!allowed) throw new AppError(429, '导出过于频繁，请稍后再试')
  let count = 0
  async function* rows() {
    for await (const row of eachPoint(ctx.db, id, filter)) {
      count += 1
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
  return issueDownload(ctx, {
    fileName: `${name}-点位.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    audit: () => ({ buildingId: id, rows: count }),
    content: writeXlsx({ name: '点位', columns, rows: rows() }),
  })
}
