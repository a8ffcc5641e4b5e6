import { limitRate } from '../platform/too-often.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { portal } from '#contract/portal.ts'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { issueViewing } from '../platform/issue-download.ts'
import { networkOf } from '../platform/client-ip.ts'
import type { Context } from '../platform/implement.ts'
import { informationDocument } from './information-document.ts'
import { countRead, findInformation } from './portal.store.ts'

/** Enough for an office behind one address. */
const READINGS = { points: 60, windowSec: 60, blockSec: 0 }

const LONGEST_NAME = 60

export async function readInformation(
  { id }: ParsedOf<typeof portal.informationDetail>,
  ctx: Context<Session | null>,
): Promise<{ url: string }> {
  const { deps, now, address } = ctx
  await limitRate({ deps, now }, `portal.informationDetail:${networkOf(address)}`, READINGS, '操作')
  const item = await findInformation(ctx.db, id)
  if (!item) throw notThere()
  const fileKey = await informationDocument(deps, item)
  return ctx.db.transaction(async (db) => {
    await countRead(db, id)
    const fileName = `${Array.from(item.title).slice(0, LONGEST_NAME).join('')}.pdf`
    return { url: await issueViewing({ ...ctx, db }, { fileKey, fileName, contentType: 'application/pdf' }) }
  })
}
