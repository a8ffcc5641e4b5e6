import { and, count, eq, inArray } from 'drizzle-orm'
import { account } from '../schema/account.table.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import { approval } from '../schema/approval.table.ts'
import type { Session } from '../platform/session.ts'
import { buildingUnit } from '../schema/building.table.ts'
import type { Db } from '../platform/db/open-db.ts'
import { download } from '../schema/download.table.ts'
import type { Context } from '../platform/implement.ts'
import { upload } from '../schema/upload.table.ts'
import { managedBy } from './unit.scope.ts'
import { lockUnit } from './unit.store.ts'
import { unit } from '../schema/unit.table.ts'

async function tiesOf(tx: Db, unitId: number): Promise<string> {
  const bound = and(eq(buildingUnit.unitId, unitId), eq(buildingUnit.kind, 'bound'))
  const enabled = and(eq(account.unitId, unitId), eq(account.status, 0))
  const counted = [
    [(await tx.select({ n: count() }).from(buildingUnit).where(bound))[0]?.n ?? 0, '栋绑定的建筑'],
    [(await tx.select({ n: count() }).from(approval).where(eq(approval.unitId, unitId)))[0]?.n ?? 0, '条申报记录'],
    [(await tx.select({ n: count() }).from(account).where(enabled))[0]?.n ?? 0, '个启用的账号'],
  ] as const
  return counted
    .filter(([n]) => n > 0)
    .map(([n, words]) => `${n} ${words}`)
    .join('、')
}

/** @throws AppError 404; 409 while buildings, declarations or an enabled account are tied */
export async function removeUnit(ctx: Context<Session>, unitId: number): Promise<null> {
  const files = await ctx.write(async (tx) => {
    const found = await lockUnit(tx, unitId, managedBy(ctx.session))
    if (!found) throw notThere()
    const ties = await tiesOf(tx, unitId)
    if (ties)
      throw new AppError(409, `该单位还有 ${ties}，不能删除。请先解绑建筑、停用账号；有申报记录的单位只能停用账号`)
    const accounts = await tx.select().from(account).where(eq(account.unitId, unitId))
    const fileKeys = await removeAccounts(
      tx,
      accounts.map(({ id }) => id),
    )
    await tx.delete(unit).where(eq(unit.id, unitId))
    const before = { name: found.name, county: found.county, accounts: accounts.map((one) => one.account) }
    const audit = { unitId, before }
    return { value: fileKeys, audit }
  })
  for (const key of files) await ctx.deps.files.remove(key)
  return null
}

/** @returns file keys, to be removed after the commit */
async function removeAccounts(tx: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const sent = await tx
    .delete(upload)
    .where(inArray(upload.accountId, [...ids]))
    .returning({ key: upload.fileKey })
  const made = await tx
    .delete(download)
    .where(and(inArray(download.accountId, [...ids]), eq(download.kept, false)))
    .returning({ key: download.fileKey })
  await tx.delete(account).where(inArray(account.id, [...ids]))
  return [...sent, ...made].map(({ key }) => key)
}
