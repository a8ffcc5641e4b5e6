import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { point } from '#contract/point.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { idempotency } from '#server/schema/idempotency.table.ts'
import { KEEP_KEYS_DAYS } from '#server/platform/idempotency.ts'
import { sweep } from '#server/operations/sweep.ts'
import { point as pointTable } from '#server/schema/point.table.ts'
import { account } from '#server/schema/account.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(city.close)

const KEY = 'a3f1c2d4e5b60718293a4b5c6d7e8f90'

async function edit(t: TestApi, token: string, key: string, input: Record<string, unknown>, follows = '') {
  return send(t, point.edit.path, token, key, input, follows)
}

async function send(t: TestApi, path: string, token: string, key: string, input: unknown, follows: string) {
  const response = await t.api.request(path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json', 'idempotency-key': key, follows },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Envelope
}

async function pointOf(t: TestApi, name: string) {
  const [row] = await t.db
    .select({ id: pointTable.id, floor: pointTable.floor })
    .from(pointTable)
    .innerJoin(building, eq(building.id, pointTable.buildingId))
    .innerJoin(buildingUnit, and(eq(buildingUnit.buildingId, building.id), eq(buildingUnit.kind, 'bound')))
    .innerJoin(account, eq(account.unitId, buildingUnit.unitId))
    .where(eq(account.account, name))
    .limit(1)
  return row!
}

async function edits(t: TestApi): Promise<number> {
  const [row] = await t.db
    .select({ n: sql<number>`count(*)::int` })
    .from(audit)
    .where(eq(audit.action, point.edit.id))
  return row!.n
}

const floorOf = async (t: TestApi, id: number) =>
  (await t.db.select({ floor: pointTable.floor }).from(pointTable).where(eq(pointTable.id, id)))[0]!.floor

test(
  'a change resent after a lost answer is applied once',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit01')
    const before = await edits(t)
    const first = await edit(t, token, KEY, { id, floor: '3F', zone: 'A', descript: '' })
    await edit(t, token, 'b'.repeat(32), { id, floor: '9F', zone: 'A', descript: '' })
    const again = await edit(t, token, KEY, { zone: 'A', descript: '', floor: '3F', id })
    expect(first).toMatchObject({ code: 200 })
    expect(again).toEqual(first)
    expect(await edits(t)).toBe(before + 2)
    expect(await floorOf(t, id)).toBe('9F')
  }),
)

test(
  'a change sent five times concurrently is applied once',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit01')
    const before = await edits(t)
    const input = { id, floor: '5F', zone: 'B', descript: '' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => edit(t, token, KEY, input)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    expect(await edits(t)).toBe(before + 1)
  }),
)

test(
  'a key belongs to one change: with other content it is rejected and nothing changes',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit01')
    await edit(t, token, KEY, { id, floor: '3F', zone: '', descript: '' })
    const other = await edit(t, token, KEY, { id, floor: '4F', zone: '', descript: '' })
    expect(other).toMatchObject({ code: 409 })
    expect(await floorOf(t, id)).toBe('3F')
  }),
)

test(
  'a rejected change is not stored: the same request succeeds once the server is corrected',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit02')
    expect(await edit(t, token, KEY, { id, floor: '3F', zone: '', descript: '' })).toMatchObject({ code: 404 })
    expect(await t.db.select().from(idempotency)).toEqual([])
  }),
)

test(
  'keys of two accounts are independent, and an invalid key is rejected',
  city.undone(async (t) => {
    const [mine, theirs] = [await t.signIn('unit01'), await t.signIn('unit02')]
    const [a, b] = [await pointOf(t, 'unit01'), await pointOf(t, 'unit02')]
    expect(await edit(t, mine, KEY, { id: a.id, floor: '7F', zone: '', descript: '' })).toMatchObject({ code: 200 })
    expect(await edit(t, theirs, KEY, { id: b.id, floor: '8F', zone: '', descript: '' })).toMatchObject({ code: 200 })
    expect([await floorOf(t, a.id), await floorOf(t, b.id)]).toEqual(['7F', '8F'])
    expect(await edit(t, mine, 'short', { id: a.id, floor: '1F', zone: '', descript: '' })).toMatchObject({ code: 400 })
    expect(await floorOf(t, a.id)).toBe('7F')
  }),
)

test(
  `keys are deleted after ${KEEP_KEYS_DAYS} days`,
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit01')
    await edit(t, token, KEY, { id, floor: '3F', zone: '', descript: '' })
    await t.db.update(idempotency).set({ storedAt: t.clock.now() })
    t.clock.pass((KEEP_KEYS_DAYS - 1) * 24 * 3_600_000)
    await sweep(t.deps)
    expect(await t.db.select().from(idempotency)).toHaveLength(1)
    t.clock.pass(2 * 24 * 3_600_000)
    await sweep(t.deps)
    expect(await t.db.select().from(idempotency)).toEqual([])
  }),
)

const keyOf = (name: string) => name.repeat(32)

test(
  'a queued point edit is compared with the result of the account’s earlier queued edits, not with the form’s',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    const { id } = await pointOf(t, 'unit01')
    const { version } = (await t.call(point.detail, { id: String(id) }, token)).body.data as { version: number }
    const change = (key: string, floor: string, ...follows: string[]) =>
      edit(t, token, keyOf(key), { id, floor, version }, follows.map(keyOf).join())
    expect((await change('a', '1F')).code).toBe(200)
    // Its answer was lost.
    expect((await change('a', '1F')).code).toBe(200)
    expect((await change('b', '2F', 'a')).code).toBe(200)
    // `c` was discarded.
    expect((await change('d', '3F', 'a', 'b', 'c')).code).toBe(200)
    expect(await floorOf(t, id)).toBe('3F')
    // Without the preceding key.
    expect((await change('e', '4F', 'a')).code).toBe(409)
    // Not overwritten; keys of another account do not count.
    const officer = await t.signIn('zongdui')
    expect((await edit(t, officer, keyOf('f'), { id, floor: '5F' })).code).toBe(200)
    for (const follows of ['d', 'f', 'no key of ours']) expect((await change('g', '6F', follows)).code).toBe(409)
    expect(await floorOf(t, id)).toBe('5F')
  }),
)
