import { and, count, desc, eq, ilike, ne, sql, type SQL } from 'drizzle-orm'
import { holding } from '../db/holding.ts'
import type { Db } from '../db/open-db.ts'
import { listing, type Page } from '../db/prepared.ts'
import { unit } from '../unit/unit.table.ts'
import { account } from './account.table.ts'

export type Account = typeof account.$inferSelect

async function findBy(db: Db, where: SQL): Promise<Account | undefined> {
  const [row] = await db.select().from(account).where(where)
  return row
}

export const findAccount = (db: Db, id: number) => findBy(db, eq(account.id, id))

/** By the name it signs in with. */
export const findAccountByName = (db: Db, name: string) => findBy(db, eq(account.account, name))

export const findAccountByPhone = (db: Db, phone: string) => findBy(db, eq(account.phone, phone))

/** As {@link findAccount}; until the transaction ends, others who would change or lock it wait. */
export async function lockAccount(tx: Db, id: number): Promise<Account | undefined> {
  const [row] = await tx.select().from(account).where(eq(account.id, id)).for('update')
  return row
}

/** Gives an account a password of its owner's choice; one that was owed is owed no more. */
export async function setPassword(tx: Db, id: number, passwordHash: string): Promise<void> {
  await tx.update(account).set({ passwordHash, mustChangePassword: false }).where(eq(account.id, id))
}

/** The accounts of units; `scope` says which units are in sight. */
const ofUnits = (scope: SQL, companyName = '') =>
  and(scope, companyName === '' ? undefined : ilike(unit.name, holding(companyName)))

const withUnit = {
  id: account.id,
  name: account.name,
  address: unit.addressDetail,
  account: account.account,
  status: account.status,
  unitId: unit.id,
  unitName: unit.name,
}

const accountPage = listing('accounts', {
  rows: (db, where) =>
    db
      .select(withUnit)
      .from(account)
      .innerJoin(unit, eq(unit.id, account.unitId))
      .where(where)
      .orderBy(desc(account.id)),
  count: (db, where) =>
    db.select({ total: count() }).from(account).innerJoin(unit, eq(unit.id, account.unitId)).where(where),
})

/** A page of units' accounts, newest first, and how many match. */
export const listUnitAccounts = (db: Db, scope: SQL, { companyName, ...page }: Page & { companyName: string }) =>
  accountPage(db, ofUnits(scope, companyName), page)

/** The account a unit has, if it has one: its first. */
export async function findUnitAccount(db: Db, unitId: number): Promise<Account | undefined> {
  const [row] = await db.select().from(account).where(eq(account.unitId, unitId)).orderBy(account.id).limit(1)
  return row
}

/** A unit's account, of a unit in sight, held until the transaction ends; those of organs and providers are nobody's here. */
export async function lockUnitAccount(tx: Db, scope: SQL, id: number): Promise<Account | undefined> {
  const [row] = await tx
    .select({ account })
    .from(account)
    .innerJoin(unit, eq(unit.id, account.unitId))
    .where(and(scope, eq(account.id, id)))
    .for('update', { of: account })
  return row?.account
}

/** Whether somebody signs in with this name, in whatever capitals. */
export async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(sql`lower(${account.account}) = lower(${name})`)
  return row !== undefined
}

/** Lets a unit's accounts be of another role. @returns those that were of another one */
export async function setRole(tx: Db, unitId: number, role: 'unit' | 'property'): Promise<number[]> {
  const changed = await tx
    .update(account)
    .set({ role })
    .where(and(eq(account.unitId, unitId), ne(account.role, role)))
    .returning({ id: account.id })
  return changed.map(({ id }) => id)
}
