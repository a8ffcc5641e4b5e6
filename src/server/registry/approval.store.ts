import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { building } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { recordApplication } from './building-change.store.ts'
import { approval } from '../schema/approval.table.ts'

export type Approval = typeof approval.$inferSelect

type Asked = Pick<
  typeof approval.$inferInsert,
  'buildingId' | 'unitId' | 'accountId' | 'kind' | 'reason' | 'types' | 'changes'
>

/** Precondition: the building is locked and has no pending approval. */
export async function openApproval(tx: Db, asked: Asked, now: Date): Promise<number> {
  const [row] = await tx
    .insert(approval)
    .values({ ...asked, appliedAt: now })
    .returning({ id: approval.id })
  await tx
    .update(building)
    .set({ approveStatus: 0, refuseReason: null, modifiedAt: now })
    .where(eq(building.id, asked.buildingId))
  await recordApplication(tx, { buildingId: asked.buildingId, unitId: asked.unitId })
  return row?.id ?? 0
}

export async function latestApproval(db: Db, buildingId: number): Promise<Approval | undefined> {
  const [row] = await db
    .select()
    .from(approval)
    .where(and(eq(approval.buildingId, buildingId), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(1)
  return row
}

export async function declarationsOf(db: Db, buildingId: number): Promise<Approval[]> {
  return db
    .select()
    .from(approval)
    .where(and(eq(approval.buildingId, buildingId), eq(approval.kind, 'access'), isNull(approval.withdrawnAt)))
    .orderBy(desc(approval.id))
    .limit(100)
}

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
  if (gone.length > 0) await recordApplication(tx, { buildingId, ...(unitId !== undefined && { unitId }) })
  return gone.length > 0
}
