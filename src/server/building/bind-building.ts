import { and, asc, eq, ilike, isNull, notExists, sql } from 'drizzle-orm'
import type { buildingForm, Suggestion } from '#contract/building-form.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { openApplication } from '../approval/open-application.ts'
import { AppError } from '../app-error.ts'
import type { Session } from '../auth/session.ts'
import type { Db } from '../db/open-db.ts'
import type { Context } from '../implement.ts'
import { scoreDay } from '../score/score.table.ts'
import { areaDataOf } from './building-form.present.ts'
import { building, buildingUnit } from './building.table.ts'
import { takeTurn } from './limit-applications.ts'
import { mayBind, needBinding } from './need-binding.ts'
import { currentValues, proposedChanges } from './register-changes.rules.ts'
import { columnsOf } from './told-building.ts'

const MOST_SUGGESTIONS = 10
/** One a second is faster than anybody types, and slower than anybody copies a register. */
const SUGGESTIONS = { points: 60, windowSec: 60, blockSec: 0 }

/** Said of a building that is not there and of one that is bound alike: who asks learns nothing of other units. */
const TAKEN = '该建筑已不能绑定，可能已被其他单位绑定，请重新选择'

/**
 * Pre-registered: nobody answers for it, no provider serves it, nothing about it is being decided, and it never reported.
 * So whoever binds it takes over no key, no equipment and no records that another left behind.
 */
const isFree = (db: Db) =>
  and(
    eq(building.registered, true),
    isNull(building.providerId),
    isNull(building.approveStatus),
    notExists(
      db
        .select({ one: sql`1` })
        .from(buildingUnit)
        .where(and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'bound'))),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(scoreDay)
        .where(eq(scoreDay.buildingId, building.id)),
    ),
  )

/** Pre-registered buildings by a part of their name, for those who may bind one. */
export async function suggestBuildings(keyword: string, ctx: Context<Session>): Promise<Suggestion[]> {
  const { db, deps, session, now } = ctx
  if (keyword === '' || !mayBind(ctx)) return []
  const { allowed } = await deps.limits.take(`suggest:${session.accountId}`, SUGGESTIONS, now)
  if (!allowed) throw new AppError(429)
  const rows = await db
    .select()
    .from(building)
    .where(and(isFree(db), ilike(building.name, `%${keyword.replace(/[\\%_]/g, '\\$&')}%`)))
    .orderBy(asc(building.name), asc(building.id))
    .limit(MOST_SUGGESTIONS)
  // What the contract does not name is stripped on the way out.
  return rows.map((row) => ({ ...row, id: String(row.id), areaData: areaDataOf(row) }))
}

/**
 * Claims a pre-registered building for the caller's unit. The register's values, its key and what the unit may do stay as
 * they are until the authority passes the claim. Of two units at once the first has it.
 * @throws AppError 404 where it is not, or no longer, to be had
 */
export async function bindBuilding(
  { id, ...told }: ParsedOf<typeof buildingForm.bind>,
  ctx: Context<Session>,
): Promise<null> {
  const unitId = needBinding(ctx)
  const { session, now } = ctx
  const { accountId } = session
  const columns = columnsOf(told, { now })
  return ctx.write(async (tx) => {
    await takeTurn(tx, 'claim', accountId, now)
    // Locked first and judged after: the tie another just made is seen only by a statement that begins after it.
    await tx.select({ id: building.id }).from(building).where(eq(building.id, id)).for('update')
    const [row] = await tx
      .select()
      .from(building)
      .where(and(eq(building.id, id), isFree(tx)))
    if (!row) throw new AppError(404, TAKEN)
    const tie = { buildingId: row.id, unitId }
    // A unit that had settled in keeps that tie beside this one.
    await tx.insert(buildingUnit).values({ ...tie, kind: 'bound', confirmed: false, createdAt: now, modifiedAt: now })
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
