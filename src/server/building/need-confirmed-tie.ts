import { and, eq } from 'drizzle-orm'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { buildingUnit } from './building.table.ts'

/** Whether the session's unit claims the building and the authority has not passed the claim. */
export async function isClaimant(db: Db, session: Session, buildingId: number): Promise<boolean> {
  if (session.unitId === null) return false
  const claims = await db.$count(
    buildingUnit,
    and(
      eq(buildingUnit.buildingId, buildingId),
      eq(buildingUnit.unitId, session.unitId),
      eq(buildingUnit.kind, 'bound'),
      eq(buildingUnit.confirmed, false),
    ),
  )
  return claims > 0
}

/** @throws AppError 409 for a unit whose claim to the building is not passed: it must leave nothing behind */
export async function needConfirmedTie(db: Db, session: Session, buildingId: number): Promise<void> {
  if (await isClaimant(db, session, buildingId)) throw new AppError(409, '绑定申请通过后才能进行此操作')
}
