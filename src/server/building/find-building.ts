import { and, eq } from 'drizzle-orm'
import { BUILDING_RULES, offers, type BuildingAction } from '#contract/building.rules.ts'
import { AppError, notThere } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import { stateOf } from './building.present.ts'
import { visibleTo } from './building.scope.ts'
import { building } from './building.table.ts'
import { needConfirmedTie } from './need-confirmed-tie.ts'

/** What a unit may do while its claim to the building is not passed. */
const CLAIMANT_ACTIONS: ReadonlySet<BuildingAction> = new Set(['resubmit', 'releaseBuilding'])

export type Building = typeof building.$inferSelect

/**
 * A building in sight of the session.
 * @throws AppError 404 where it is not in sight, as if it were not there
 */
export async function findBuilding(db: Db, session: Session, id: number): Promise<Building> {
  const [row] = await db
    .select()
    .from(building)
    .where(and(visibleTo(db, session), eq(building.id, id)))
  if (!row) throw notThere()
  return row
}

/** @throws AppError 403 for a role that never may */
export function needRoleFor(session: Session, action: BuildingAction): void {
  const roles: readonly string[] = BUILDING_RULES[action].roles
  if (!roles.includes(session.actor.role)) throw new AppError(403)
}

/**
 * A building in sight for which the session may do this now, locked until the transaction's end.
 * @throws AppError 403 for a role that never may, 404 out of sight, 409 where the building's state forbids it
 */
export async function takeBuilding(tx: Db, session: Session, id: number, action: BuildingAction): Promise<Building> {
  needRoleFor(session, action)
  const [row] = await tx
    .select()
    .from(building)
    .where(and(visibleTo(tx, session), eq(building.id, id)))
    .for('update')
  if (!row) throw notThere()
  if (!offers(action, session.actor.role, stateOf(row))) throw new AppError(409, BUILDING_RULES[action].otherwise)
  if (!CLAIMANT_ACTIONS.has(action)) await needConfirmedTie(tx, session, id)
  return row
}
