import { eq } from 'drizzle-orm'
import { document, SURVEY, SURVEY_ORGAN } from '#contract/document.ts'
import { organ } from '../account/organ.table.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { type Context, implement } from '../implement.ts'
import { findOwnUnit } from '../unit/unit.store.ts'
import { issueViewing } from './issue-download.ts'
import { storePdf } from './pdf/store-pdf.ts'
import { userManual } from './user-manual.ts'

/** Openings of the manual an account may have in a minute. */
const OPENINGS = { points: 30, windowSec: 60, blockSec: 0 }

/** An organ other than one's own is in sight of the authority above the districts only. */
async function needOrganInSight({ db, session }: Context<Session>, organId: number): Promise<void> {
  if (organId === (session.organId ?? (await findOwnUnit(db, session))?.organId)) return
  const { role, organLevel } = session.actor
  if (role !== 'government' || organLevel === 3) throw notThere()
  const [row] = await db.select({ id: organ.id }).from(organ).where(eq(organ.id, organId))
  if (!row) throw notThere()
}

export const documentApi = implement(document, {
  async list({ sysOrganId, type }, ctx) {
    const { deps, session, now } = ctx
    if (type === SURVEY) return { url: sysOrganId === SURVEY_ORGAN ? deps.settings.surveyUrl : '' }
    if (sysOrganId !== undefined) await needOrganInSight(ctx, sysOrganId)
    const { allowed } = await deps.limits.take(`document.list:${session.accountId}`, OPENINGS, now)
    if (!allowed) throw new AppError(429)
    // One manual is everybody's, whichever organ watches over them.
    const text = userManual(deps.settings.site)
    const fileKey = await storePdf(deps.files, 'document/user-manual', text)
    return { url: await issueViewing(ctx, { fileKey, fileName: `${text.title}.pdf`, contentType: 'application/pdf' }) }
  },
})
