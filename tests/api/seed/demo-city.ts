import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/open-db.ts'
import { openDemoDb } from '../../support/open-test-db.ts'

export const TODAY = '2026-03-23'

export async function openDemoCity() {
  const { db, close } = await openDemoDb()
  async function ask<Row extends object>(query: SQL): Promise<Row[]> {
    return (await db.execute(query)).rows as Row[]
  }
  return {
    db: db as Db,
    close,
    ask,
    async count(query: SQL): Promise<number> {
      const [row] = await ask<{ n: number }>(sql`select count(*)::int as n from (${query}) x`)
      return row?.n ?? -1
    },
    values: async (query: SQL): Promise<unknown[]> => (await ask(query)).map((row) => Object.values(row)[0]),
  }
}
