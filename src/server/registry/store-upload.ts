import { createHash } from 'node:crypto'
import { UPLOAD_BYTES, UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { tooOften } from '../platform/too-often.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { isConnectionLoss } from '../platform/db/errors.ts'
import { cleanFileName } from '../platform/files/clean-file-name.ts'
import { inspectUpload } from '../platform/files/inspect-upload.ts'
import type { Context } from '../platform/implement.ts'
import { addressOf, insertUpload, uploadKey, usageOf } from './upload.store.ts'

/** Limits per account. */
const QUOTA_BYTES = 500 * 1024 * 1024
const MINUTE_MS = 60_000
const A_MINUTE = 60

const refuse = (said: string) => new AppError(400, said, { file: said })

const MEGABYTE = 1024 * 1024

/** The URL grants no access by itself. */
export async function storeUpload({ file }: { file: File }, ctx: Context<Session>): Promise<string> {
  const { session, deps, now } = ctx
  if (file.size > UPLOAD_BYTES)
    throw new AppError(413, `文件超过 10 MB（当前 ${Math.ceil(file.size / MEGABYTE)} MB），请压缩或分开上传`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await inspectUpload(bytes)
  if ('refusal' in found) throw refuse(found.refusal)
  const token = deps.newToken()
  const fileKey = uploadKey(token)
  const contentType = UPLOAD_TYPES[found.type]
  try {
    return await ctx.write(async (tx) => {
      const { accountId } = session
      const { bytes: stored, recent } = await usageOf(tx, accountId, new Date(now.getTime() - MINUTE_MS))
      if (recent >= A_MINUTE) throw tooOften('上传', 60)
      if (stored + bytes.length > QUOTA_BYTES) throw new AppError(413, '未审批的附件已满 500 MB，请在审批后再上传')
      await deps.files.put(fileKey, bytes, { contentType })
      const fileName = cleanFileName(file.name, found.type)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await insertUpload(tx, {
        token,
        accountId,
        fileKey,
        fileName,
        contentType,
        size: bytes.length,
        sha256,
        createdAt: now,
      })
      return { value: addressOf(token), audit: { after: { size: bytes.length, contentType, sha256 } } }
    })
  } catch (error) {
    // The row may have been committed; if not, a sweep removes the file.
    if (!isConnectionLoss(error)) await deps.files.remove(fileKey)
    throw error
  }
}
