import { eq } from 'drizzle-orm'
import { account } from '#server/schema/account.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'

/** 支队复核员, with the demo password. */
export async function addSecondReviewer(db: Db): Promise<string> {
  const [first] = await db.select().from(account).where(eq(account.account, 'zhidui'))
  if (!first) throw new Error('the demo city has no zhidui')
  const { role, organId, passwordHash, createdAt } = first
  const colleague = { account: 'zhidui2', name: '支队复核员', mustChangePassword: false }
  await db.insert(account).values({ ...colleague, role, organId, passwordHash, createdAt })
  return colleague.account
}
