import { and, eq } from 'drizzle-orm'
import { BUILDING_RULES, can, type BuildingAction } from '#contract/building.rules.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import { stateForRules } from './building.present.ts'
import { buildingScope } from './building.scope.ts'
import { building } from '../schema/building.table.ts'
import { needConfirmedTie } from './need-confirmed-tie.ts'

/** Before a claim is approved. */
const CLAIMANT_ACTIONS: ReadonlySet<BuildingAction> = new Set(['resubmit', 'releaseBuilding'])

export type Building = typeof building.$inferSelect

/** @throws AppError 404 */
export async function findBuilding(db: Db, session: Session, id: number): Promise<Building> {
  const [row] = await db
    .select()
    .from(building)
    .where(and(buildingScope(db, session), eq(building.id, id)))
  if (!row) throw notThere()
  return row
}

/** @throws AppError 403 */
export function needRoleFor(session: Session, action: BuildingAction): void {
  const roles: readonly string[] = BUILDING_RULES[action].roles
  if (!roles.includes(session.actor.role)) throw new AppError(403)
}

/** Locked until the transaction ends. @throws AppError 403 for the role, 404, 409 for the building's state */
export async function takeBuilding(tx: Db, session: Session, id: number, action: BuildingAction): Promise<Building> {
  needRoleFor(session, action)
  const [row] = await tx
    .select()
    .from(building)
    .where(and(buildingScope(tx, session), eq(building.id, id)))
    .for('update')
  if (!row) throw notThere()
  if (!can(action, session.actor.role, stateForRules(row))) throw new AppError(409, BUILDING_RULES[action].otherwise)
  if (!CLAIMANT_ACTIONS.has(action)) await needConfirmedTie(tx, session, id)
  return row
}
