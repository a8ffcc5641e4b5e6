import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { buildingUnit } from '../schema/building.table.ts'

export async function isClaimant(db: Db, session: Session, ...buildingIds: readonly number[]): Promise<boolean> {
  if (session.unitId === null || buildingIds.length === 0) return false
  const claims = await db.$count(
    buildingUnit,
    and(
      inArray(buildingUnit.buildingId, [...buildingIds]),
      eq(buildingUnit.unitId, session.unitId),
      eq(buildingUnit.kind, 'bound'),
      eq(buildingUnit.confirmed, false),
    ),
  )
  return claims > 0
}

/** @throws AppError 409 before the claim is approved */
export async function needConfirmedTie(db: Db, session: Session, ...buildingIds: readonly number[]): Promise<void> {
  if (await isClaimant(db, session, ...buildingIds)) throw new AppError(409, '绑定申请通过后才能进行此操作')
}
