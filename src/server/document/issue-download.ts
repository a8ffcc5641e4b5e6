import { addAbortSignal, type Readable } from 'node:stream'
import { AppError } from '../app-error.ts'
import { hashToken, type Session } from '../auth/session.ts'
import type { Context } from '../implement.ts'
import { download } from './download.table.ts'

/** A ticket serves once within this time. Source: rulings, Addresses and windows. */
const LIFE_MS = 60_000

export const DOWNLOAD_PATH = '/field/v1/download'

/** Where files made for a ticket lie in the file store. */
export const DOWNLOADS = 'downloads/'

interface FileLabel {
  readonly fileName: string
  readonly contentType: string
  /** The audit row's facts, read once the file is complete. Absent only for files without data of the platform. */
  readonly audit?: () => Record<string, unknown>
}

/** A caller, signed in or not. */
type Caller = Pick<Context<Session | null>, 'deps' | 'db' | 'session' | 'signal' | 'write'>

async function issue(
  { deps, db, session, write }: Caller,
  ticket: string,
  row: Omit<typeof download.$inferInsert, 'ticketHash' | 'accountId' | 'expiresAt'>,
  audit: FileLabel['audit'],
): Promise<string> {
  const values = {
    ...row,
    ticketHash: hashToken(ticket),
    accountId: session?.accountId ?? null,
    // Making the file may have taken longer than a ticket lives.
    expiresAt: new Date(deps.now().getTime() + LIFE_MS),
  }
  if (audit)
    await write(async (tx) => {
      await tx.insert(download).values(values)
      return { value: null, audit: { file: row.fileName, ...audit() } }
    })
  else await db.insert(download).values(values)
  return `${DOWNLOAD_PATH}/${ticket}`
}

/**
 * Stores a file made for this caller and issues the address it can be saved from (or, `inline`, looked at): once, within
 * 60 seconds. A caller who goes away meanwhile ends the making: no further rows are read for it.
 * @returns the address, from the server's root
 */
export async function issueDownload(
  ctx: Caller,
  file: FileLabel & { content: Readable; disposition?: 'attachment' | 'inline' },
): Promise<string> {
  if (!ctx.deps.hasRoom()) throw new AppError(503, '服务器磁盘空间不足，暂时不能导出，请联系管理员')
  const ticket = ctx.deps.newToken()
  const fileKey = `${DOWNLOADS}${hashToken(ticket)}`
  await ctx.deps.files.put(fileKey, addAbortSignal(ctx.signal, file.content))
  const { fileName, contentType, disposition = 'attachment', audit } = file
  return issue(ctx, ticket, { fileKey, fileName, contentType, disposition }, audit)
}

/**
 * Issues an address that shows a stored file in the window, once, within 60 seconds; the file stays.
 * @returns the address, from the server's root
 */
export function issueViewing(ctx: Caller, { fileKey, fileName, contentType, audit }: FileLabel & { fileKey: string }) {
  return issue(ctx, ctx.deps.newToken(), { fileKey, fileName, contentType, disposition: 'inline', kept: true }, audit)
}

/**
 * Issues an address from which a stored file can be saved, once, within 60 seconds; the file stays.
 * @returns the address, from the server's root
 */
export function issueStored(ctx: Caller, { fileKey, fileName, contentType, audit }: FileLabel & { fileKey: string }) {
  const row = { fileKey, fileName, contentType, disposition: 'attachment', kept: true } as const
  return issue(ctx, ctx.deps.newToken(), row, audit)
}
