import { expect, test } from 'vitest'
import { CALL, memoryStore } from './outbox-device.ts'
import { createUnkeptWrites } from './unkept-writes.ts'
import type { WaitingWrite } from './waiting-write.ts'
import { withMemory } from './written-rows.ts'

const DRAFT = { uid: '甲', call: CALL, input: { tap: 1 }, thing: 'point:1', label: '编辑点位' }
const TAP = { ...DRAFT, files: [], key: 'k', schema: 1, tappedAt: 0, attempts: 0, nextAt: 0, state: 'waiting' } as const

/** A store that can be told to write nothing any more. */
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
    rows: withMemory({
      ...store,
      add: (write) => may(() => add.call(store, write)),
      change: (write) => may(() => change(write)),
      remove: (seq) => may(() => remove(seq)),
    }),
  }
}

test('what the device could not write holds for this page, and is written once it can be', async () => {
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
  // Another tab's change is seen, nothing of memory covers it any more.
  await store.change({ ...one, attempts: 5 })
  expect((await rows.get(one.seq))?.attempts).toBe(5)
})

test('a row that another tab removed stays gone, whatever memory holds of it', async () => {
  const { store, state, rows } = breakable()
  const one = await store.add(TAP)
  state.isBroken = true
  await rows.change({ ...one, attempts: 3 })
  await store.remove(one.seq)
  expect([await rows.all(), await rows.get(one.seq)]).toEqual([[], undefined])
})

test('an unkept write goes under its first key only for the same account, call, content and files', () => {
  const blob = new Blob(['a'])
  const write: WaitingWrite = { ...TAP, seq: 0, files: [{ blob, name: 'a.jpg', address: '/file/1' }] }
  const draft = { ...DRAFT, files: [{ blob, name: 'a.jpg' }] }
  const others = [
    DRAFT,
    { ...draft, uid: '乙' },
    { ...draft, input: { tap: 2 } },
    { ...draft, call: { ...CALL, id: 'point.delete' } },
    { ...draft, files: [{ blob: new Blob(['a']), name: 'a.jpg' }] },
    { ...draft, files: [...draft.files, ...draft.files] },
  ]
  const unkept = createUnkeptWrites()
  unkept.add(write)
  expect(others.map((other) => unkept.take(other))).toEqual(others.map(() => undefined))
  expect(unkept.take(draft)).toBe(write)
  expect(unkept.take(draft)).toBeUndefined()
})
