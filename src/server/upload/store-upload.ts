import { createHash } from 'node:crypto'
import { UPLOAD_BYTES, UPLOAD_TYPES } from '#contract/upload.rules.ts'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import { isConnectionLoss } from '../db/errors.ts'
import { cleanFileName } from '../files/clean-file-name.ts'
import { inspectUpload } from '../files/inspect-upload.ts'
import type { Context } from '../implement.ts'
import { addressOf, insertUpload, keyOf, usageOf } from './upload.store.ts'

/** What one account may have stored in all, and how many files it may send in a minute. */
const QUOTA_BYTES = 500 * 1024 * 1024
const MINUTE_MS = 60_000
const A_MINUTE = 60

const refuse = (said: string) => new AppError(400, said, { file: said })

/**
 * Keeps a file that somebody sent, if its bytes are what may be attached.
 * @returns its address; it opens nothing by itself
 */
export async function storeUpload({ file }: { file: File }, ctx: Context<Session>): Promise<string> {
  const { session, deps, now } = ctx
  if (file.size > UPLOAD_BYTES) throw new AppError(413, '文件不能超过10MB')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = await inspectUpload(bytes)
  if ('refusal' in found) throw refuse(found.refusal)
  const token = deps.newToken()
  const fileKey = keyOf(token)
  const contentType = UPLOAD_TYPES[found.type]
  try {
    return await ctx.write(async (tx) => {
      const { accountId } = session
      const { bytes: stored, recent } = await usageOf(tx, accountId, new Date(now.getTime() - MINUTE_MS))
      if (recent >= A_MINUTE) throw new AppError(429, '上传过于频繁，请稍后再试')
      if (stored + bytes.length > QUOTA_BYTES) throw new AppError(413, '上传空间已满，请联系管理员')
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
    // A database that fell silent may have kept the row: then the file is needed, else it is a stray.
    if (!isConnectionLoss(error)) await deps.files.remove(fileKey)
    throw error
  }
}
