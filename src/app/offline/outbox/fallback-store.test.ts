import { expect, test } from 'vitest'
import { CALL, memoryStore } from '#tests/support/outbox/outbox-fixtures.ts'
import { gate } from '#tests/support/outbox/outbox-page.ts'
import { createUnstoredWrites } from './unstored-writes.ts'
import type { UnsentWrite } from './unsent-write.ts'
import { withFallback } from './fallback-store.ts'

const DRAFT = { uid: '甲', call: CALL, input: { tap: 1 }, thing: 'point:1', label: '编辑点位' }
const TAP = { ...DRAFT, files: [], key: 'k', schema: 1, tappedAt: 0, attempts: 0, nextAt: 0, state: 'waiting' } as const

function breakable() {
  const store = memoryStore()
  const state = { isBroken: false }
  const may = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.isBroken) throw new DOMException('full', 'QuotaExceededError')
    return work()
  }
  const { add, change, remove } = store
  return {
    state,
    store,
    rows: withFallback({
      ...store,
      add: (write) => may(() => add.call(store, write)),
      change: (write) => may(() => change(write)),
      remove: (seq) => may(() => remove(seq)),
    }),
  }
}

test('unsaved changes apply to this page, and are saved once storage works', async () => {
  const { store, state, rows } = breakable()
  const one = await store.add(TAP)
  const two = await store.add(TAP)
  state.isBroken = true
  await rows.change({ ...one, attempts: 3 })
  await rows.remove(two.seq)
  expect((await rows.all()).map(({ attempts }) => attempts)).toEqual([3])
  expect([(await rows.get(one.seq))?.attempts, await rows.get(two.seq)]).toEqual([3, undefined])
  expect([...store.rows.values()].map(({ attempts }) => attempts)).toEqual([0, 0])
  await rows.rewrite()
  expect(store.rows.size).toBe(2)
  state.isBroken = false
  await rows.rewrite()
  expect([...store.rows.values()].map(({ attempts }) => attempts)).toEqual([3])
  await rows.change({ ...one, attempts: 4 })
  expect(store.rows.get(one.seq)?.attempts).toBe(4)
  // Memory no longer overrides the row.
  await store.change({ ...one, attempts: 5 })
  expect((await rows.get(one.seq))?.attempts).toBe(5)
})

test('a row deleted by another tab stays deleted, whatever memory contains', async () => {
  const { store, state, rows } = breakable()
  const one = await store.add(TAP)
  state.isBroken = true
  await rows.change({ ...one, attempts: 3 })
  await store.remove(one.seq)
  expect([await rows.all(), await rows.get(one.seq)]).toEqual([[], undefined])
})

test('a slow write does not discard a newer change that could not be stored', async () => {
  const store = memoryStore()
  const one = await store.add(TAP)
  const slow = gate()
  const answers = [() => slow.opened, () => Promise.reject(new DOMException('full', 'QuotaExceededError'))]
  const rows = withFallback({ ...store, change: async () => answers.shift()?.() })
  const writing = rows.change({ ...one, attempts: 1 })
  await rows.change({ ...one, attempts: 2 })
  slow.open()
  await writing
  expect((await rows.get(one.seq))?.attempts).toBe(2)
})

test('an unstored write reuses its first key only for the same account, call, content and files', () => {
  const blob = new Blob(['a'])
  const write: UnsentWrite = { ...TAP, seq: 0, files: [{ blob, name: 'a.jpg', address: '/file/1' }] }
  const draft = { ...DRAFT, files: [{ blob, name: 'a.jpg' }] }
  const others = [
    DRAFT,
    { ...draft, uid: '乙' },
    { ...draft, input: { tap: 2 } },
    { ...draft, call: { ...CALL, id: 'point.delete' } },
    { ...draft, files: [{ blob: new Blob(['a']), name: 'a.jpg' }] },
    { ...draft, files: [...draft.files, ...draft.files] },
  ]
  const unstored = createUnstoredWrites()
  unstored.add(write)
  expect(others.map((other) => unstored.take(other))).toEqual(others.map(() => undefined))
  expect(unstored.take(draft)).toBe(write)
  expect(unstored.take(draft)).toBeUndefined()
})

test('an unstored write without files reuses its first key', () => {
  const unstored = createUnstoredWrites()
  const write: UnsentWrite = { ...TAP, seq: 0 }
  unstored.add(write)
  expect(unstored.take(DRAFT)).toBe(write)
})

test('an unstored write with one changed file of several is another one', () => {
  const fileOf = (text: string) => ({ blob: new Blob([text]), name: 'a.jpg' })
  const [kept, changed, other] = [fileOf('a'), fileOf('b'), fileOf('b')]
  const unstored = createUnstoredWrites()
  unstored.add({ ...TAP, seq: 0, files: [kept, changed] })
  expect(unstored.take({ ...DRAFT, files: [kept, other] })).toBeUndefined()
})
