import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { building } from '../building/building.table.ts'
import type { Db } from '../db/open-db.ts'
import { approval } from './approval.table.ts'

export type Approval = typeof approval.$inferSelect

type Asked = Pick<
  typeof approval.$inferInsert,
  'buildingId' | 'unitId' | 'accountId' | 'kind' | 'reason' | 'types' | 'changes'
>

/**
 * Puts something about a building before the authority; the building then is under approval (approveStatus 0).
 * The caller has locked the building and seen that nothing else about it is pending.
 * @returns the approval's id
 */
export async function openApproval(tx: Db, asked: Asked, now: Date): Promise<number> {
  const [row] = await tx
    .insert(approval)
    .values({ ...asked, appliedAt: now })
    .returning({ id: approval.id })
  await tx
    .update(building)
    .set({ approveStatus: 0, refuseReason: null, modifiedAt: now })
    .where(eq(building.id, asked.buildingId))
  return row?.id ?? 0
}

/** The newest approval about a building that was not withdrawn. */
export async function latestApproval(db: Db, buildingId: number): Promise<Approval | undefined> {
  const [row] = await db
    .select()
    .from(approval)
    .where(and(eq(approval.buildingId, buildingId), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(1)
  return row
}

/** The declarations about a building that were not withdrawn, newest first. */
export async function declarationsOf(db: Db, buildingId: number): Promise<Approval[]> {
  return db
    .select()
    .from(approval)
    .where(and(eq(approval.buildingId, buildingId), eq(approval.kind, 'access'), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(100)
}

/** Withdraws what is pending about a building, of one unit or kind where told; answers whether there was anything. */
export async function withdrawApprovals(
  tx: Db,
  { buildingId, unitId, kind, now }: { buildingId: number; unitId?: number; kind?: Approval['kind']; now: Date },
): Promise<boolean> {
  const conditions: (SQL | undefined)[] = [
    eq(approval.buildingId, buildingId),
    eq(approval.status, 0),
    isNull(approval.withdrawnAt),
    unitId === undefined ? undefined : eq(approval.unitId, unitId),
    kind && eq(approval.kind, kind),
  ]
  const gone = await tx
    .update(approval)
    .set({ withdrawnAt: now })
    .where(and(...conditions))
    .returning({ id: approval.id })
  return gone.length > 0
}
