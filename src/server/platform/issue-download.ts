import { addAbortSignal, type Readable } from 'node:stream'
import { AppError } from './app-error.ts'
import { hashToken, type Session } from './session.ts'
import type { Context } from './implement.ts'
import { download } from '../schema/download.table.ts'

const LIFE_MS = 60_000

export const DOWNLOAD_PATH = '/field/v1/download'

export const DOWNLOADS = 'downloads/'

interface FileLabel {
  readonly fileName: string
  readonly contentType: string
  readonly audit?: () => Record<string, unknown>
}

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
    // The file may take longer than a ticket's lifetime.
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

/** Once, within 60 seconds. Stops reading rows if the client disconnects. @throws AppError 503 if disk space is low */
export async function issueDownload(
  ctx: Caller,
  file: FileLabel & { content: Readable; disposition?: 'attachment' | 'inline' },
): Promise<string> {
  if (!ctx.deps.hasRoom()) throw new AppError(503, '服务器磁盘空间不足，暂时不能导出，请联系技术支持')
  const ticket = ctx.deps.newToken()
  const fileKey = `${DOWNLOADS}${hashToken(ticket)}`
  await ctx.deps.files.put(fileKey, addAbortSignal(ctx.signal, file.content))
  const { fileName, contentType, disposition = 'attachment', audit } = file
  return issue(ctx, ticket, { fileKey, fileName, contentType, disposition }, audit)
}

export function issueViewing(ctx: Caller, { fileKey, fileName, contentType, audit }: FileLabel & { fileKey: string }) {
  return issue(ctx, ctx.deps.newToken(), { fileKey, fileName, contentType, disposition: 'inline', kept: true }, audit)
}

export function issueStored(ctx: Caller, { fileKey, fileName, contentType, audit }: FileLabel & { fileKey: string }) {
  const row = { fileKey, fileName, contentType, disposition: 'attachment', kept: true } as const
  return issue(ctx, ctx.deps.newToken(), row, audit)
}
