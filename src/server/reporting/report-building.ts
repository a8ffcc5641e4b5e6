import { limitRate } from '../platform/too-often.ts'
import { Readable } from 'node:stream'
import { REPORT_REFUSAL, totalStatusOf } from '#contract/building-detail.rules.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { buildingReport } from './building-report.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { composeReport } from '../platform/files/compose-report.ts'
import type { Context } from '../platform/implement.ts'
import { currentDays } from '../evaluation/current-days.ts'
import {
  type BuildingRow,
  countOpenProblems,
  countBuildingPoints,
  findBuildingProvider,
  findSafetyManager,
  isTied,
  latestDay,
  newestProblems,
} from '../registry/building-detail.store.ts'

/** A PDF takes some hundred milliseconds. */
const REPORTS = { points: 10, windowSec: 60, blockSec: 0 }
const TOLD_PROBLEMS = 20

/** @throws AppError 404 if `companyId` is not tied, 409 until must-have items are connected, 429 */
export async function reportBuilding(ctx: Context<Session>, row: BuildingRow, companyId?: number): Promise<string> {
  const { db, deps, session, now } = ctx
  if (companyId !== undefined && !(await isTied(db, row.id, companyId))) throw notThere()
  if (totalStatusOf(row.accessStatus) !== 0) throw new AppError(409, REPORT_REFUSAL)
  await limitRate({ deps, now }, `report:${session.accountId}`, REPORTS, '下载')
  const day = await latestDay(db, row.id, currentDays(now))
  const provider = row.providerId === null ? undefined : await findBuildingProvider(db, row.providerId)
  const text = buildingReport({
    building: row,
    unitName: (await findSafetyManager(db, row.id))?.unitName ?? null,
    providerName: provider?.row.name ?? null,
    score: day?.score ?? null,
    deductions: (day?.items ?? []).filter(({ deduction }) => deduction > 0),
    points: await countBuildingPoints(db, row.id),
    problems: {
      open: await countOpenProblems(db, row.id),
      newest: await newestProblems(db, row.id, TOLD_PROBLEMS),
    },
    at: now,
    source: deps.settings.site.issuer,
  })
  return issueDownload(ctx, {
    fileName: `${row.name}-接入报告.pdf`,
    audit: () => ({ buildingId: row.id }),
    contentType: 'application/pdf',
    content: Readable.from([await composeReport(text)], { objectMode: false }),
  })
}
