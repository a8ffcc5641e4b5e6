import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import { openTestDb } from '../../support/open-test-db.ts'
import { withRollback } from '../../support/with-rollback.ts'

// Possibly on busy machines.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let opened: OpenDatabase

beforeAll(async () => {
  opened = await openTestDb()
})

afterAll(() => opened.close())

test('a test database has every migration applied, and applying them again changes nothing', async () => {
  const applied = async (): Promise<unknown> =>
    (await opened.db.execute(sql`select count(*) from drizzle.__drizzle_migrations`)).rows
  const before = await applied()
  await opened.migrate()
  expect(await applied()).toEqual(before)
})

test('the writes of a test are rolled back, and a nested transaction commits or rolls back its own part', async () => {
  await opened.db.execute(sql`create table trace (n int)`)
  const seen = await withRollback(opened.db, async (db) => {
    await db.execute(sql`insert into trace values (1)`)
    await db.transaction((inner) => inner.execute(sql`insert into trace values (2)`))
    await db
      .transaction(async (inner) => {
        await inner.execute(sql`insert into trace values (3)`)
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    return (await db.execute(sql`select n from trace order by n`)).rows
  })
  expect(seen).toEqual([{ n: 1 }, { n: 2 }])
  expect((await opened.db.execute(sql`select n from trace`)).rows).toEqual([])
})

test('an error inside the rolled-back transaction reaches the test', async () => {
  await expect(withRollback(opened.db, () => Promise.reject(new Error('this one')))).rejects.toThrow('this one')
})
