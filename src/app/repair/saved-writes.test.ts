// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { CALL, memoryStore } from '#tests/support/outbox/outbox-fixtures.ts'
import { readSavedWrites, saveWrites, takeWrites } from './saved-writes.ts'

const NOW = Date.parse('2026-11-25T08:00:00Z')
const DAY_MS = 86_400_000
const calls = new Map([[CALL.id, CALL]])

const write = (seq: number, some: Partial<UnsentWrite> = {}): UnsentWrite => ({
  seq,
  key: `key ${seq}`,
  schema: 1,
  uid: '7',
  call: CALL,
  input: { pointId: '1', n: seq },
  files: [],
  thing: 'point:1',
  label: '编辑点位',
  tappedAt: NOW - seq,
  attempts: 3,
  nextAt: NOW + 9,
  state: 'waiting',
  ...some,
})

async function saved(...rows: UnsentWrite[]) {
  const { file } = await saveWrites('7', '单位一', rows)
  return JSON.stringify(file)
}

async function take(text: string, store = memoryStore()) {
  const read = readSavedWrites(text)
  if (!read) throw new Error('not read')
  return { taken: await takeWrites(read, store, calls, NOW), rows: await store.all() }
}

test('a saved file restores order, keys, photos and refusals, due at once', async () => {
  const blob = new Blob([new Uint8Array([0, 200, 255])], { type: 'image/jpeg' })
  const refused = { state: 'refused', reason: '楼层不行', fields: { floor: '楼层不行' } } as const
  const text = await saved(write(4, { files: [{ blob, name: 'a.jpg' }] }), write(9, { ...refused, follows: ['key 4'] }))
  const { taken, rows } = await take(text)
  expect(taken).toEqual({ added: 2, present: 0, expired: 0, unreadable: 0 })
  expect(rows.map(({ seq, key, attempts, nextAt }) => [seq, key, attempts, nextAt])).toEqual([
    [1, 'key 4', 0, 0],
    [2, 'key 9', 0, 0],
  ])
  expect(rows[1]).toMatchObject({ ...refused, follows: ['key 4'], input: { pointId: '1', n: 9 } })
  const file = rows[0]?.files[0]
  expect([file?.name, file?.blob.type, [...new Uint8Array((await file?.blob.arrayBuffer()) ?? [])]]).toEqual([
    'a.jpg',
    'image/jpeg',
    [0, 200, 255],
  ])
})

test('a file taken twice adds nothing the second time', async () => {
  const store = memoryStore()
  const text = await saved(write(1), write(2))
  await take(text, store)
  const { taken, rows } = await take(text, store)
  expect([taken.added, taken.present, rows.length]).toEqual([0, 2, 2])
})

test('leaves out writes whose idempotency key the server has forgotten', async () => {
  const { taken } = await take(await saved(write(1, { tappedAt: NOW - 91 * DAY_MS }), write(2)))
  expect([taken.added, taken.expired]).toEqual([1, 1])
})

test('the call of a forged write is that of this build, or the write is refused', async () => {
  const forged = { ...CALL, path: '/wuye/user/updatePassword', access: 'public' } as const
  const { taken, rows } = await take(
    await saved(
      write(1, { call: forged, page: '//example.com' }),
      write(2, { call: { ...CALL, id: 'auth.changePassword' } }),
      write(3, { uid: '8' }),
    ),
  )
  expect([taken.added, taken.unreadable]).toEqual([1, 2])
  expect(rows.map(({ call, page }) => [call, page])).toEqual([[CALL, undefined]])
})

test.each(['', 'null', '[]', '{"kind":"fire-unsent","version":2,"uid":"7","writes":[]}', '{"内容":"签到"}'])(
  'does not take %j for a saved file',
  (text) => {
    expect(readSavedWrites(text)).toBeNull()
  },
)

test('counts damaged items and takes the others', async () => {
  const file = JSON.parse(await saved(write(1))) as { writes: unknown[] }
  file.writes.unshift(null, 5, { key: 'x' })
  const { taken } = await take(JSON.stringify(file))
  expect([taken.added, taken.unreadable]).toEqual([1, 3])
})
