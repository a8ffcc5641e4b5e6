import { and, eq, sql } from 'drizzle-orm'
import { buildingTypeOf } from '#contract/building-form.rules.ts'
import { buildingForm } from '#contract/building-form.ts'
import { AppError, needForm } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { newKey, newProjectId } from '../registry/building-key.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { recordScope } from '../registry/building-change.store.ts'
import { buildingColumns } from '../registry/building-columns.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Context } from '../platform/implement.ts'
import { unit } from '../schema/unit.table.ts'

async function needUnit(tx: Db, creditCode: string): Promise<number> {
  const rows = await tx.select({ id: unit.id }).from(unit).where(eq(unit.creditCode, creditCode.toUpperCase())).limit(2)
  const [one, other] = rows
  const said = !one ? '没有此信用代码的单位' : other ? '有多家单位使用此信用代码' : ''
  if (!one || said) throw new AppError(400, said, { creditCode: said })
  return one.id
}

/** Without a credit code it is pre-registered. @throws AppError 400; 409 for the same name in a street */
export async function enterBuilding(ctx: Context<Session>, { creditCode, ...fields }: Record<string, string>) {
  const sent = { ...fields, address: fields['address'] ?? fields['addressDetail'] }
  const told = needForm(buildingForm.add.input, sent, 'building')
  const columns = buildingColumns(told, { now: ctx.now })
  return ctx.write(async (tx) => {
    const place = `${columns.streetNo} ${columns.name}`
    // An import holds its locks and could overflow the lock table.
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${place}) & 1023)`)
    const isLike = and(eq(building.streetNo, columns.streetNo), eq(building.name, columns.name))
    const [like] = await tx.select({ id: building.id }).from(building).where(isLike).limit(1)
    const text = '该街道已有同名建筑'
    if (like) throw new AppError(409, text, { name: text })
    const unitId = creditCode === undefined ? null : await needUnit(tx, creditCode)
    const keys = { openProjectId: newProjectId(ctx.deps), appKey: newKey(ctx.deps) }
    const row = { ...columns, ...keys, buildingType: buildingTypeOf(columns), createdAt: ctx.now }
    const [added] = await tx.insert(building).values(row).returning({ id: building.id })
    if (!added) throw new Error('no building was added')
    const tie = { buildingId: added.id, ...(unitId !== null && { unitId }) }
    if (unitId !== null)
      await tx
        .insert(buildingUnit)
        .values({ buildingId: added.id, unitId, kind: 'bound', createdAt: ctx.now, modifiedAt: ctx.now })
    await recordScope(tx, tie)
    const { modifiedAt: _, ...after } = columns
    return { value: null, audit: { ...tie, after } }
  })
}
