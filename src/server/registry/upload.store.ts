import { and, count, eq, exists, gt, inArray, isNull, lt, notExists, or, sql, sum, type SQL } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { approval } from '../schema/approval.table.ts'
import type { Session } from '../platform/session.ts'
import { building } from '../schema/building.table.ts'
import { writtenBefore } from '../platform/db/deletion-time.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { upload } from '../schema/upload.table.ts'
import { groupBy } from '../platform/group-by.ts'

export type Upload = typeof upload.$inferSelect

const START = '/file/'
export const addressOf = (token: string) => `${START}${token}`
const tokenOf = (url: string) => url.slice(START.length)

export const UPLOADS = 'uploads/'
export const uploadKey = (token: string) => `${UPLOADS}${token}`

export async function namedUploads(db: Db, keys: readonly string[]): Promise<string[]> {
  const tokens = keys.map((key) => key.slice(UPLOADS.length))
  const rows = await db.select({ token: upload.token }).from(upload).where(inArray(upload.token, tokens))
  return rows.map(({ token }) => uploadKey(token))
}

const ofApplication = (db: Db, condition: SQL) =>
  db
    .select({ one: sql`1` })
    .from(approval)
    .where(and(eq(approval.id, upload.approvalId), condition))

/** Bytes of undecided applications. Locks the account: concurrent uploads cannot exceed the quota. */
export async function usageOf(tx: Db, accountId: number, since: Date): Promise<{ bytes: number; recent: number }> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
  const [stored] = await tx
    .select({ bytes: sum(upload.size).mapWith(Number) })
    .from(upload)
    .where(and(eq(upload.accountId, accountId), notExists(ofApplication(tx, gt(approval.status, 0)))))
  const [sent] = await tx
    .select({ files: count() })
    .from(upload)
    .where(and(eq(upload.accountId, accountId), gt(upload.createdAt, since)))
  return { bytes: stored?.bytes ?? 0, recent: sent?.files ?? 0 }
}

export async function insertUpload(tx: Db, row: typeof upload.$inferInsert): Promise<void> {
  await tx.insert(upload).values(row)
}

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

/** Of the account, or of an approval its unit made or its area decides. */
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

const attached = preparedWhere('attachments', (db, where) => db.select().from(upload).where(where).orderBy(upload.id))

export async function attachmentsOf(db: Db, approvalIds: readonly number[]): Promise<Map<number, Upload[]>> {
  if (approvalIds.length === 0) return new Map()
  return groupBy(await attached(db, inArray(upload.approvalId, [...approvalIds])), (row) => row.approvalId ?? 0)
}

export async function deleteOrphanUploads(db: Db, before: Date): Promise<string[]> {
  const isUnused = or(isNull(upload.approvalId), exists(ofApplication(db, lt(approval.withdrawnAt, before))))
  const gone = await db
    .delete(upload)
    .where(and(isUnused, writtenBefore(before, upload.createdAt, upload.storedAt)))
    .returning({ fileKey: upload.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}
