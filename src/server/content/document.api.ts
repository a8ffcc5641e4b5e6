import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limitRate } from '../platform/too-often.ts'
import { eq } from 'drizzle-orm'
import { document, SURVEY, SURVEY_ORGAN } from '#contract/document.ts'
import { organ } from '../schema/organ.table.ts'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { type Context, implement } from '../platform/implement.ts'
import { findOwnUnit } from '../registry/unit.store.ts'
import { issueViewing } from '../platform/issue-download.ts'
import { storePdf } from '../platform/files/store-pdf.ts'
import { MANUAL_PICTURES, userManual } from './user-manual.ts'

/** Per account. */
const OPENINGS = { points: 30, windowSec: 60, blockSec: 0 }

async function needOrganInSight({ db, session }: Context<Session>, organId: number): Promise<void> {
  if (organId === (session.organId ?? (await findOwnUnit(db, session))?.organId)) return
  const { role, organLevel } = session.actor
  if (role !== 'government' || organLevel === 3) throw notThere()
  const [row] = await db.select({ id: organ.id }).from(organ).where(eq(organ.id, organId))
  if (!row) throw notThere()
}

async function readPictures(folder: string | undefined): Promise<Record<string, string>> {
  if (folder === undefined) return {}
  const read = async (name: string) => {
    const png = await readFile(join(folder, `${name}.png`), 'base64').catch(() => null)
    return png === null ? [] : [[name, png] as const]
  }
  return Object.fromEntries((await Promise.all(MANUAL_PICTURES.map(read))).flat())
}

export const documentApi = implement(document, {
  async list({ sysOrganId, type }, ctx) {
    const { deps, session, now } = ctx
    if (type === SURVEY) return { url: sysOrganId === SURVEY_ORGAN ? deps.settings.surveyUrl : '' }
    if (sysOrganId !== undefined) await needOrganInSight(ctx, sysOrganId)
    await limitRate({ deps, now }, `document.list:${session.accountId}`, OPENINGS, '操作')
    const text = userManual(deps.settings.site, await readPictures(deps.settings.screenshots))
    const fileKey = await storePdf(deps.files, 'document/user-manual', text)
    return { url: await issueViewing(ctx, { fileKey, fileName: `${text.title}.pdf`, contentType: 'application/pdf' }) }
  },
})
