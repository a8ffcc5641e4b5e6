import { Readable } from 'node:stream'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context as HttpContext } from 'hono'
import type { Deps } from '../deps.ts'
import { download } from './download.table.ts'
import { hashTicket } from './issue-download.ts'

/** A file shown in the window is a PDF at most; browsers' own viewers are plugins, which `sandbox` used to forbid. */
const POLICY = {
  attachment: "sandbox; default-src 'none'",
  inline: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
}

/** Answers a download ticket with its file; a ticket that served or ran out answers 404. */
export async function serveDownload(deps: Deps, c: HttpContext, ticket: string): Promise<Response> {
  const now = deps.now()
  const [row] = await deps.db
    .update(download)
    .set({ usedAt: now })
    .where(and(eq(download.ticketHash, hashTicket(ticket)), isNull(download.usedAt), gt(download.expiresAt, now)))
    .returning()
  const file = row && (await deps.files.open(row.fileKey))
  if (!row || !file) return c.text('链接已失效，请返回页面重新打开。', 404)
  return new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'content-type': row.contentType,
      'content-length': String(file.size),
      'content-disposition': `${row.disposition}; filename*=UTF-8''${encodeURIComponent(row.fileName)}`,
      'content-security-policy': POLICY[row.disposition],
      'cache-control': 'no-store',
    },
  })
}

/** Removes files whose tickets ran out more than ten minutes ago. */
export async function sweepDownloads(deps: Deps): Promise<number> {
  const gone = await deps.db
    .delete(download)
    .where(lt(download.expiresAt, new Date(deps.now().getTime() - 600_000)))
    .returning({ fileKey: download.fileKey, kept: download.kept })
  for (const { fileKey, kept } of gone) if (!kept) await deps.files.remove(fileKey)
  return gone.length
}
