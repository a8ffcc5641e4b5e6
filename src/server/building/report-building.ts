import { Readable } from 'node:stream'
import { REPORT_REFUSAL, totalStatusOf } from '#contract/building-detail.rules.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { buildingReport } from '../document/building-report.ts'
import { issueDownload } from '../document/issue-download.ts'
import { composeReport } from '../document/pdf/compose-report.ts'
import type { Context } from '../implement.ts'
import { currentDays } from '../score/current-days.ts'
import {
  type BuildingRow,
  countOpenProblems,
  countPoints,
  findProvider,
  findSafetyManager,
  isTied,
  latestDay,
  newestProblems,
} from './building-detail.store.ts'

/** Setting a document takes the server some hundred milliseconds: ten a minute an account. */
const REPORTS = { points: 10, windowSec: 60, blockSec: 0 }
const TOLD_PROBLEMS = 20

/**
 * Sets a building's report; answers the address it can be fetched from once.
 * @param companyId a unit the caller names beside the building, which must be tied to it
 * @throws AppError 409 while the must-have data is not docked
 */
export async function reportBuilding(ctx: Context<Session>, row: BuildingRow, companyId?: number): Promise<string> {
  const { db, deps, session, now } = ctx
  if (companyId !== undefined && !(await isTied(db, row.id, companyId))) throw notThere()
  if (totalStatusOf(row.accessStatus) !== 0) throw new AppError(409, REPORT_REFUSAL)
  const { allowed } = await deps.limits.take(`report:${session.accountId}`, REPORTS, now)
  if (!allowed) throw new AppError(429, '下载过于频繁，请稍后再试')
  const day = await latestDay(db, row.id, currentDays(now))
  const provider = row.providerId === null ? undefined : await findProvider(db, row.providerId)
  const text = buildingReport({
    building: row,
    unitName: (await findSafetyManager(db, row.id))?.unitName ?? null,
    providerName: provider?.row.name ?? null,
    score: day?.score ?? null,
    deductions: (day?.items ?? []).filter(({ deduction }) => deduction > 0),
    points: await countPoints(db, row.id),
    problems: {
      open: await countOpenProblems(db, row.id),
      newest: await newestProblems(db, row.id, TOLD_PROBLEMS),
    },
    at: now,
    source: deps.settings.site.footer[0]?.text ?? '',
  })
  return issueDownload(ctx, {
    fileName: `${row.name}-接入报告.pdf`,
    audit: () => ({ buildingId: row.id }),
    contentType: 'application/pdf',
    content: Readable.from([await composeReport(text)], { objectMode: false }),
  })
}
