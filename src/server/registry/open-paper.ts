import type { Paper } from '#contract/provider.ts'
import { notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { issueViewing } from '../platform/issue-download.ts'
import type { Context } from '../platform/implement.ts'
import { findProvider } from './provider-review.store.ts'

const NAMES: Readonly<Record<Paper, string>> = { license: '营业执照', book: '承诺书' }

/** Content types by the file key's extension; other files are refused. */
const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' }

/** @throws AppError 404 */
export async function openPaper(
  { isvId, paper }: { isvId: number; paper: Paper },
  ctx: Context<Session>,
): Promise<string> {
  const row = await findProvider(ctx.db, isvId)
  const fileKey = paper === 'license' ? row?.licenseKey : row?.bookKey
  if (!row || !fileKey) throw notThere()
  const ending = fileKey.slice(fileKey.lastIndexOf('.') + 1)
  const contentType = TYPES[ending]
  const file = await ctx.deps.files.open(fileKey)
  file?.stream.destroy()
  if (!contentType || !file) throw notThere()
  const fileName = `${row.name}-${NAMES[paper]}.${ending}`
  return issueViewing(ctx, { fileKey, fileName, contentType, audit: () => ({ providerId: isvId }) })
}
