import { and, count, desc, eq, ilike, ne, or, sql, type SQL } from 'drizzle-orm'
import { likePattern } from '../platform/db/like-pattern.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedPage, type Page } from '../platform/db/prepared.ts'
import { unit } from '../schema/unit.table.ts'
import { account } from '../schema/account.table.ts'

export type Account = typeof account.$inferSelect

async function findBy(db: Db, where: SQL): Promise<Account | undefined> {
  const [row] = await db.select().from(account).where(where)
  return row
}

export const findAccount = (db: Db, id: number) => findBy(db, eq(account.id, id))

export const findAccountByName = (db: Db, name: string) => findBy(db, eq(account.account, name))

export const findAccountByPhone = (db: Db, phone: string) => findBy(db, eq(account.phone, phone))

export async function lockAccount(tx: Db, id: number): Promise<Account | undefined> {
  const [row] = await tx.select().from(account).where(eq(account.id, id)).for('update')
  return row
}

export async function setPassword(tx: Db, id: number, passwordHash: string): Promise<void> {
  await tx.update(account).set({ passwordHash, mustChangePassword: false }).where(eq(account.id, id))
}

function ofUnits(scope: SQL, keyword: string) {
  if (keyword === '') return scope
  const part = likePattern(keyword)
  return and(scope, or(ilike(unit.name, part), ilike(account.account, part), ilike(account.name, part)))
}

const withUnit = {
  id: account.id,
  name: account.name,
  address: unit.addressDetail,
  account: account.account,
  status: account.status,
  unitId: unit.id,
  unitName: unit.name,
}

const accountPage = preparedPage('accounts', {
  rows: (db, where) =>
    db
      .select(withUnit)
      .from(account)
      .innerJoin(unit, eq(unit.id, account.unitId))
      .where(where)
      .orderBy(desc(account.status), account.account),
  count: (db, where) =>
    db.select({ total: count() }).from(account).innerJoin(unit, eq(unit.id, account.unitId)).where(where),
})

/** Disabled first. */
export const listUnitAccounts = (db: Db, scope: SQL, { companyName, ...page }: Page & { companyName: string }) =>
  accountPage(db, ofUnits(scope, companyName), page)

export async function findUnitAccount(db: Db, unitId: number): Promise<Account | undefined> {
  const [row] = await db.select().from(account).where(eq(account.unitId, unitId)).orderBy(account.id).limit(1)
  return row
}

export async function lockUnitAccount(tx: Db, scope: SQL, id: number): Promise<Account | undefined> {
  const [row] = await tx
    .select({ account })
    .from(account)
    .innerJoin(unit, eq(unit.id, account.unitId))
    .where(and(scope, eq(account.id, id)))
    .for('update', { of: account })
  return row?.account
}

/** Case-insensitive. */
export async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(sql`lower(${account.account}) = lower(${name})`)
  return row !== undefined
}

export async function setRole(tx: Db, unitId: number, role: 'unit' | 'property'): Promise<number[]> {
  const changed = await tx
    .update(account)
    .set({ role })
    .where(and(eq(account.unitId, unitId), ne(account.role, role)))
    .returning({ id: account.id })
  return changed.map(({ id }) => id)
}
