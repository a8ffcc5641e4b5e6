import { Readable } from 'node:stream'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context as HttpContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from './deps.ts'
import { download, HELD_MS } from '../schema/download.table.ts'
import { DOWNLOAD_PATH } from './issue-download.ts'
import { hashToken } from './session.ts'

type Download = typeof download.$inferSelect

/** `sandbox` forbids PDF viewers. */
const POLICY = {
  attachment: "sandbox; default-src 'none'",
  inline: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
}

/** Limited to the URL's path. */
const HOLDER = 'holder'

const heldHash = (ticket: string, holder: string) => hashToken(`${ticket}.${holder}`)

async function serveFirst(deps: Deps, c: HttpContext, ticket: string): Promise<Download | undefined> {
  const now = deps.now()
  const holder = deps.newToken()
  const [row] = await deps.db
    .update(download)
    .set({ usedAt: now, ticketHash: heldHash(ticket, holder) })
    .where(and(eq(download.ticketHash, hashToken(ticket)), isNull(download.usedAt), gt(download.expiresAt, now)))
    .returning()
  if (row) {
    const path = `${DOWNLOAD_PATH}/${ticket}`
    setCookie(c, HOLDER, holder, { path, maxAge: HELD_MS / 1000, httpOnly: true, sameSite: 'Lax' })
  }
  return row
}

async function serveHolder(deps: Deps, c: HttpContext, ticket: string): Promise<Download | undefined> {
  const holder = getCookie(c, HOLDER)
  if (!holder) return undefined
  const since = new Date(deps.now().getTime() - HELD_MS)
  const [row] = await deps.db
    .select()
    .from(download)
    .where(and(eq(download.ticketHash, heldHash(ticket, holder)), gt(download.usedAt, since)))
  return row
}

export async function serveDownload(deps: Deps, c: HttpContext, ticket: string): Promise<Response> {
  const row = (await serveHolder(deps, c, ticket)) ?? (await serveFirst(deps, c, ticket))
  const file = row && (await deps.files.open(row.fileKey))
  if (!row || !file) return c.text('链接已失效，请返回页面重新打开。', 404)
  return c.body(Readable.toWeb(file.stream) as ReadableStream, 200, {
    'content-type': row.contentType,
    'content-length': String(file.size),
    'content-disposition': `${row.disposition}; filename*=UTF-8''${encodeURIComponent(row.fileName)}`,
    'content-security-policy': POLICY[row.disposition],
    'cache-control': 'no-store',
  })
}

export async function sweepDownloads(deps: Pick<Deps, 'db' | 'files'>, at: Date): Promise<number> {
  const gone = await deps.db
    .delete(download)
    .where(lt(download.expiresAt, new Date(at.getTime() - HELD_MS)))
    .returning({ fileKey: download.fileKey, kept: download.kept })
  for (const { fileKey, kept } of gone) if (!kept) await deps.files.remove(fileKey)
  return gone.length
}
