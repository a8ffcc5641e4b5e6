import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open-db.ts'
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
