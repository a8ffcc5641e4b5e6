import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { isEmpty, seedDemoCity } from '#demo/seed/demo-city.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { SECRETS } from '../../support/database-content.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openTestDb } from '../../support/open-test-db.ts'
import { withRollback } from '../../support/with-rollback.ts'
import { openDemoCity, TODAY } from './demo-city.ts'

const demo = await openDemoCity()
afterAll(() => demo.close())

const seed = (db: Db, now: Date) =>
  seedDemoCity(db, { now, hashPassword: async (plain) => `hash of ${plain}`, sealSecret: SECRETS.seal })

async function tables(db: Db): Promise<string[]> {
  const found = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return found.rows.map((row) => row.name)
}

/** Hash of a table's content, without password hashes. */
async function hashOf(db: Db, table: string): Promise<string> {
  const found = await db.execute<{ hash: string }>(sql`
    select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as hash
    from (select md5((to_jsonb(t) - 'password_hash')::text) as h from ${sql.identifier(table)} t) x`)
  return found.rows[0]?.hash ?? ''
}

/** Times that are in the future by their meaning. */
const PLANS = ['building_state.due_at']

async function ahead(db: Db, now: Date, today: string): Promise<string[]> {
  const columns = await db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('timestamp with time zone', 'date')`)
  const own = new Set(await tables(db))
  const late: string[] = []
  for (const { table, column, type } of columns.rows.filter((row) => own.has(row.table))) {
    const limit = type === 'date' ? sql`${today}::date` : sql`${now.toISOString()}::timestamptz`
    const found = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} > ${limit} limit 1`,
    )
    if (found.rows.length > 0) late.push(`${table}.${column}`)
  }
  return late.filter((name) => !PLANS.includes(name))
}

describe('making the city', () => {
  it('creates equal rows twice, and finds the database empty only the first time', async () => {
    const again = await openTestDb()
    try {
      expect(await isEmpty(again.db)).toBe(true)
      await seed(again.db, DEMO_NOW)
      expect(await isEmpty(again.db)).toBe(false)
      for (const table of await tables(demo.db))
        expect(await hashOf(again.db, table), table).toBe(await hashOf(demo.db, table))
    } finally {
      await again.close()
    }
  }, 120_000)

  it('leaves no future times, even just after midnight on the first of a month', async () => {
    expect(await ahead(demo.db, DEMO_NOW, TODAY)).toEqual([])
    const empty = await openTestDb()
    try {
      await withRollback(empty.db, async (db) => {
        const now = new Date('2027-01-01T00:00:20+08:00')
        await seed(db, now)
        expect(await ahead(db, now, '2027-01-01')).toEqual([])
      })
    } finally {
      await empty.close()
    }
  }, 120_000)

  it('leaves the sequences after its rows', async () => {
    await withRollback(demo.db, async (db) => {
      const made = await db.execute<{ id: string }>(sql`
        insert into notice (title, url, created_at) values ('x', '/', now()) returning id`)
      expect(Number(made.rows[0]?.id)).toBeGreaterThan(0)
      for (const table of ['organ', 'point', 'problem', 'message']) {
        const next = await db.execute<{ n: string; max: string }>(sql`
          select nextval(pg_get_serial_sequence(${table}, 'id')) as n, (select max(id) from ${sql.identifier(table)}) as max`)
        expect(Number(next.rows[0]?.n), table).toBe(Number(next.rows[0]?.max) + 1)
      }
    })
  })
})
