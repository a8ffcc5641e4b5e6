import { limitRate } from '../platform/too-often.ts'
import { and, asc, eq, ilike, isNull, not, notExists, or, sql } from 'drizzle-orm'
import type { buildingForm, Suggestion } from '#contract/building-form.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { openApplication } from './open-application.ts'
import { AppError } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { floorPlan } from '../schema/floor-plan.table.ts'
import { scoreDay } from '../schema/score.table.ts'
import { recordScope } from './building-change.store.ts'
import { areaDataOf } from './building-form.present.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { limitApplications } from './limit-applications.ts'
import { mayBind, needBinding } from './need-binding.ts'
import { currentValues, proposedChanges } from './register-changes.rules.ts'
import { buildingColumns } from './building-columns.ts'
import { endRefusedClaims, hasReported } from './release-building.ts'

const MOST_SUGGESTIONS = 10
/** Allows typing in a search box, prevents copying the register. */
const SUGGESTIONS = { points: 60, windowSec: 60, blockSec: 0 }

/** Reveals nothing about other units. */
const TAKEN = '该建筑已不能绑定，可能已被其他单位绑定，请重新选择；如应由本单位管理，请联系辖区消防救援机构'

/** The new unit inherits nothing of another unit. */
const isFree = (db: Db) =>
  and(
    eq(building.registered, true),
    isNull(building.providerId),
    sql`${building.approveStatus} is distinct from 0`,
    notExists(
      db
        .select({ one: sql`1` })
        .from(buildingUnit)
        .where(
          and(
            eq(buildingUnit.buildingId, building.id),
            eq(buildingUnit.kind, 'bound'),
            or(eq(buildingUnit.confirmed, true), sql`${building.approveStatus} is distinct from 1`),
          ),
        ),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(scoreDay)
        .where(eq(scoreDay.buildingId, building.id)),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(floorPlan)
        .where(eq(floorPlan.buildingId, building.id)),
    ),
    not(hasReported(building.id)),
  )

export async function suggestBuildings(keyword: string, ctx: Context<Session>): Promise<Suggestion[]> {
  const { db, deps, session, now } = ctx
  if (keyword === '' || !mayBind(ctx)) return []
  await limitRate({ deps, now }, `suggest:${session.accountId}`, SUGGESTIONS, '查找')
  const rows = await db
    .select()
    .from(building)
    .where(and(isFree(db), ilike(building.name, `%${keyword.replace(/[\\%_]/g, '\\$&')}%`)))
    .orderBy(asc(building.name), asc(building.id))
    .limit(MOST_SUGGESTIONS)
  return rows.map((row) => ({ ...row, id: String(row.id), areaData: areaDataOf(row) }))
}

/** Values, key and rights stay until the claim is approved. @throws AppError 404 */
export async function bindBuilding(
  { id, ...told }: ParsedOf<typeof buildingForm.bind>,
  ctx: Context<Session>,
): Promise<null> {
  const unitId = needBinding(ctx)
  const { session, now } = ctx
  const { accountId } = session
  const columns = buildingColumns(told, { now })
  return ctx.write(async (tx) => {
    await limitApplications(tx, 'claim', accountId, now)
    // Only a statement after the lock sees a concurrent claim.
    await tx.select({ id: building.id }).from(building).where(eq(building.id, id)).for('update')
    const [row] = await tx
      .select()
      .from(building)
      .where(and(eq(building.id, id), isFree(tx)))
    if (!row) throw new AppError(404, TAKEN)
    const tie = { buildingId: row.id, unitId }
    await endRefusedClaims(tx, [row.id], now)
    // A tenant's tie is kept too.
    await tx.insert(buildingUnit).values({ ...tie, kind: 'bound', confirmed: false, createdAt: now, modifiedAt: now })
    await recordScope(tx, tie)
    const changes = proposedChanges(row, columns)
    const approveId = await openApplication(
      tx,
      { ...tie, accountId, kind: 'registered', reason: '绑定建筑', changes },
      now,
    )
    return {
      value: null,
      audit: { ...tie, approveId, asked: { before: currentValues(row, changes), after: changes } },
    }
  })
}
