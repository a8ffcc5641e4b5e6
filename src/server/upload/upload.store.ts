import { and, count, eq, exists, gt, inArray, isNull, or, sql, sum, type SQL } from 'drizzle-orm'
import { account } from '../account/account.table.ts'
import { approval } from '../approval/approval.table.ts'
import type { Session } from '../auth/session.ts'
import { building } from '../building/building.table.ts'
import { writtenBefore } from '../db/deletion-time.ts'
import type { Db } from '../db/open-db.ts'
import { conditioned } from '../db/prepared.ts'
import { upload } from './upload.table.ts'

export type Upload = typeof upload.$inferSelect

const START = '/file/'
export const addressOf = (token: string) => `${START}${token}`
const tokenOf = (url: string) => url.slice(START.length)

/** Where uploads lie in the file store. */
export const UPLOADS = 'uploads/'
export const keyOf = (token: string) => `${UPLOADS}${token}`

/** Those of some keys of uploads that a row names. */
export async function namedUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const tokens = keys.map((key) => key.slice(UPLOADS.length))
  const rows = await db.select({ token: upload.token }).from(upload).where(inArray(upload.token, tokens))
  return rows.map(({ token }) => keyOf(token))
}

/** What an account has stored, and how many files it sent since a moment; its row is locked, so that two uploads can't both fit. */
export async function usageOf(tx: Db, accountId: number, since: Date): Promise<{ bytes: number; recent: number }> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
  const [stored] = await tx
    .select({ bytes: sum(upload.size).mapWith(Number) })
    .from(upload)
    .where(eq(upload.accountId, accountId))
  const [sent] = await tx
    .select({ files: count() })
    .from(upload)
    .where(and(eq(upload.accountId, accountId), gt(upload.createdAt, since)))
  return { bytes: stored?.bytes ?? 0, recent: sent?.files ?? 0 }
}

export async function insertUpload(tx: Db, row: typeof upload.$inferInsert): Promise<void> {
  await tx.insert(upload).values(row)
}

/** Gives files of an account that belong to nothing yet to an approval; answers how many those were. */
export async function attachUploads(
  tx: Db,
  { accountId, urls, approvalId }: { accountId: number; urls: readonly string[]; approvalId: number },
): Promise<number> {
  const attached = await tx
    .update(upload)
    .set({ approvalId })
    .where(and(inArray(upload.token, urls.map(tokenOf)), eq(upload.accountId, accountId), isNull(upload.approvalId)))
    .returning({ id: upload.id })
  return attached.length
}

/** A file the session may open: its own, or one of an approval its unit asked for or its area decides on. @param buildings which are in sight */
export async function findUpload(db: Db, session: Session, buildings: SQL, url: string): Promise<Upload | undefined> {
  const { actor } = session
  const asker = actor.role === 'government' ? undefined : eq(approval.unitId, session.unitId ?? 0)
  const inSight = exists(
    db
      .select({ one: sql`1` })
      .from(approval)
      .innerJoin(building, eq(building.id, approval.buildingId))
      .where(and(buildings, eq(approval.id, upload.approvalId), asker)),
  )
  const [row] = await db
    .select()
    .from(upload)
    .where(and(or(eq(upload.accountId, session.accountId), inSight), eq(upload.token, tokenOf(url))))
  return row
}

const attached = conditioned('attachments', (db, where) => db.select().from(upload).where(where).orderBy(upload.id))

/** The attachments of approvals, in the order they were sent; by approval. */
export async function attachmentsOf(db: Db, approvalIds: readonly number[]): Promise<Map<number, Upload[]>> {
  const found = new Map<number, Upload[]>()
  if (approvalIds.length === 0) return found
  const rows = await attached(db, inArray(upload.approvalId, [...approvalIds]))
  for (const row of rows) {
    const id = row.approvalId ?? 0
    found.set(id, [...(found.get(id) ?? []), row])
  }
  return found
}

/** Forgets files that no approval names and that were sent before a moment; answers where they lie. */
export async function dropStrays(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .delete(upload)
    .where(and(isNull(upload.approvalId), writtenBefore(before, upload.createdAt, upload.storedAt)))
    .returning({ fileKey: upload.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}
