import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/platform/db/open-db.ts'
import {
  cursorOf,
  type FeedRead,
  readAfter,
  readPosition,
  readSince,
  removeChanges,
} from '#server/platform/change-feed.ts'
import { recordChange } from '#server/platform/record-change.ts'
import { openTestDb } from '../../support/open-test-db.ts'

/** `FEED_SEEDS=10000`: more. */
const SEEDS = Number(process.env.FEED_SEEDS ?? 8)

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDb()
  await database.db.execute(sql`insert into installation (id) values ('test') on conflict do nothing`)
})
afterAll(() => database.close())

const idsOf = ({ changes }: FeedRead) => (changes ?? []).map(({ unitId }) => unitId)

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Random delays and rollbacks; a second reader resumes by random cursors. */
async function follow(seed: number) {
  const { db } = database
  const random = randomOf(seed)
  const committed: number[] = []
  const writing = { now: true }
  let at: FeedRead = await readPosition(db)
  let cursor = cursorOf(at)
  const live: (number | null)[] = []
  const resumed = new Set<number | null>()
  let next = seed * 1_000
  const write = async () => {
    for (let round = 0; round < 5; round++) {
      const unitId = next++
      const [pause, fate] = [random() * 0.03, random()]
      await db
        .transaction(async (tx) => {
          await recordChange(tx, { kind: 'message', unitId })
          await tx.execute(sql`select pg_sleep(${pause})`)
          if (fate < 0.2) throw new Error('rolled back')
        })
        .then(() => committed.push(unitId))
        .catch(() => undefined)
    }
  }
  const read = async () => {
    at = await readSince(db, at)
    live.push(...idsOf(at))
    if (random() < 0.5) return
    const after = await readAfter(db, cursor)
    for (const id of idsOf(after)) resumed.add(id)
    cursor = cursorOf(after)
  }
  const writers = Promise.all([write(), write(), write()]).finally(() => (writing.now = false))
  while (writing.now) await read()
  await writers
  at = await readSince(db, at)
  live.push(...idsOf(at))
  for (const id of idsOf(await readAfter(db, cursor))) resumed.add(id)
  return { committed: committed.toSorted(), live: live.toSorted(), resumed: [...resumed].toSorted() }
}

test.each(Array.from({ length: SEEDS }, (_, nth) => nth + 1))(
  'delivers every committed change once, and by cursor at least once, under concurrent writers (%i)',
  async (seed) => {
    const { committed, live, resumed } = await follow(seed)
    expect(committed.length).toBeGreaterThan(0)
    expect(live).toEqual(committed)
    expect(resumed).toEqual(committed)
  },
)

test('gives nothing for a cursor of another epoch, of the future or without a meaning', async () => {
  const { db } = database
  const { epoch, xmin } = await readPosition(db)
  expect((await readAfter(db, `${epoch}.${xmin}`)).changes).toEqual([])
  for (const cursor of [`other.${xmin}`, `${epoch}.${BigInt(xmin) + 1_000_000n}`, 'x', `${epoch}.9999999999999999999`])
    expect((await readAfter(db, cursor)).changes).toBeNull()
})

test('gives nothing if more than 500 changes were missed', async () => {
  const { db } = database
  const cursor = cursorOf(await readPosition(db))
  const add = (count: number) =>
    db.execute(sql`insert into change (kind, unit_id) select 'message', n from generate_series(1, ${count}::int) n`)
  await add(500)
  expect((await readAfter(db, cursor)).changes).toHaveLength(500)
  await add(1)
  expect((await readAfter(db, cursor)).changes).toBeNull()
})

test('gives nothing for a cursor before changes that were removed', async () => {
  const { db } = database
  const cursor = cursorOf(await readPosition(db))
  await recordChange(db, { kind: 'message', unitId: 1 })
  const later = cursorOf(await readPosition(db))
  await db.execute(sql`update change set at = now() - interval '3 days'`)
  await removeChanges(db, new Date(Date.now() - 2 * 86_400_000))
  expect((await readAfter(db, cursor)).changes).toBeNull()
  expect((await readAfter(db, later)).changes).toEqual([])
})
