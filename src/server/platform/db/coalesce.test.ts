import { QueryPromise } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from './open-db.ts'
import { cachePer, coalesce } from './coalesce.ts'

function readings() {
  const ends: ((ok: boolean) => void)[] = []
  let begun = 0
  const read = () => {
    begun += 1
    const mine = begun
    return new Promise<number>((resolve, reject) =>
      ends.push((ok) => (ok ? resolve(mine) : reject(new Error(`reading ${mine}`)))),
    )
  }
  return { read, end: (at: number, ok = true) => ends[at]?.(ok), begun: () => begun }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('calls during a running read share the next one', async () => {
  const db = {} as Db
  const { read, end, begun } = readings()
  const first = coalesce(db, 'a', read)
  const later = [1, 2, 3].map(() => coalesce(db, 'a', read))
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(1)
  await settle()
  const last = coalesce(db, 'a', read)
  end(1)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await settle()
  end(2)
  expect(await last).toBe(3)
  expect(begun()).toBe(3)
})

test('another query, another database and a failed read delay no call', async () => {
  const db = {} as Db
  const { read, end, begun } = readings()
  const first = coalesce(db, 'a', read)
  const second = coalesce(db, 'a', read)
  void coalesce(db, 'b', read)
  void coalesce({} as Db, 'a', read)
  expect(begun()).toBe(3)
  end(0, false)
  await expect(first).rejects.toThrow('reading 1')
  await settle()
  end(3)
  expect(await second).toBe(4)
  await settle()
  void coalesce(db, 'a', read)
  expect(begun()).toBe(5)
})

test('a query builder, which runs once per await, is run once', async () => {
  let runs = 0
  class Counted extends QueryPromise<number> {
    override async execute() {
      runs += 1
      return runs
    }
  }
  const query = new Counted()
  const db = {} as Db
  expect(await Promise.all([1, 2, 3].map(() => cachePer(db, 'a', '10:15', () => query)))).toEqual([1, 1, 1])
  expect(await cachePer(db, 'a', '10:15', () => query)).toBe(1)
})

test('a cached result serves all calls with its stamp and no later ones; a failed read is not cached', async () => {
  const db = {} as Db
  const { read, end, begun } = readings()
  const first = [1, 2, 3].map(() => cachePer(db, 'a', '10:15', read))
  await settle()
  end(0)
  expect(await Promise.all(first)).toEqual([1, 1, 1])
  expect(await cachePer(db, 'a', '10:15', read)).toBe(1)
  expect(begun()).toBe(1)
  const next = cachePer(db, 'a', '10:16', read)
  await settle()
  end(1, false)
  await expect(next).rejects.toThrow('reading 2')
  await settle()
  const again = cachePer(db, 'a', '10:16', read)
  void cachePer({} as Db, 'a', '10:16', read)
  await settle()
  end(2)
  expect(await again).toBe(3)
  expect(begun()).toBe(4)
})
