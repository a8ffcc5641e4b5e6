import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Device } from '#tests/support/outbox/outbox-device.ts'
import { CALL, databaseStore, lastDoneInMemory, memoryStore } from '#tests/support/outbox/outbox-fixtures.ts'
import { FAULTS, PEOPLE, type Step, THINGS } from '#tests/support/outbox/outbox-history.ts'
import { waitAfter } from './outbox-runs.ts'
import { createOutbox } from './outbox.ts'

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      thing: fc.constantFrom(...THINGS),
      isFull: fc.constant(false),
      files: fc.constantFrom(0, 0, 2),
      sender: fc.constantFrom(0, 0, 1, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      thing: fc.constantFrom(...THINGS),
      isFull: fc.constant(true),
      files: fc.constantFrom(0, 2),
      sender: fc.constant(0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('flush' as const), tab: fc.constantFrom(0, 1), eager: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const), isOpening: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'tap again' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'discard refused' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in' as const), uid: fc.constantFrom(...PEOPLE) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('new page' as const), tab: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 15, 400) }) },
)

/** Longer manual runs: OUTBOX_HISTORIES=10000. */
const HISTORIES = Number(process.env.OUTBOX_HISTORIES ?? 500)
/** OUTBOX_SEED repeats a printed seed. */
const SEED = Number(process.env.OUTBOX_SEED ?? Date.now() % 2 ** 31)

let databases = 0

/** A real database is slower. */
const STORES = [
  { kind: 'memory', runs: HISTORIES, openStore: memoryStore },
  {
    kind: 'a database',
    runs: Math.ceil(HISTORIES / 5),
    openStore: (uid: string) => databaseStore(`${uid} ${(databases += 1)}`),
  },
]

test.each(STORES)(
  'in random histories in $kind no stored write is lost, duplicated, reordered or sent under another account',
  async ({ runs, openStore }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { maxLength: 14 }),
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 16 }),
        async (steps, faults) => {
          const device = new Device([...faults], (actual, expected) => expect(actual).toEqual(expected), openStore)
          for (const step of steps) await device.step(step)
          await device.comeBack()
          const { server, keptTaps, settledTaps } = device
          expect(await device.left()).toEqual([])
          // It may have been completed before its response was lost.
          for (const uid of PEOPLE)
            for (const thing of THINGS) {
              const of = (list: readonly { uid: string; thing: string; tap: number }[]) =>
                list.filter((one) => one.uid === uid && one.thing === thing).map(({ tap }) => tap)
              const isOpen = (tap: number) => !settledTaps.has(tap)
              const kept = of(keptTaps)
              expect(of(server.effects).filter((tap) => isOpen(tap) && kept.includes(tap))).toEqual(kept.filter(isOpen))
            }
          expect(new Set(server.effects.map(({ tap }) => tap)).size).toBe(server.effects.length)
        },
      ),
      { numRuns: runs, seed: SEED },
    )
  },
  300_000,
)

test('a write stored at any moment of another round is sent at once', async () => {
  for (let moment = 0; moment < 30; moment += 1) {
    const outbox = createOutbox({
      store: memoryStore(),
      deliver: async () => ({ kind: 'done', data: null, words: '操作成功' }),
      now: () => 0,
      random: () => 0.5,
      newKey: () => 'key',
      lastDone: lastDoneInMemory(),
      withLock: async (work) => {
        await work()
        return true
      },
      later: () => () => undefined,
      changed: () => undefined,
    })
    void outbox.flush()
    for (let turn = 0; turn < moment; turn += 1) await Promise.resolve()
    const draft = { uid: '甲', call: CALL, input: {}, thing: 'point:1', label: '编辑点位' }
    expect([moment, (await outbox.enqueue(draft)).state]).toEqual([moment, 'done'])
  }
})

test('a write blocked by a pending one of its object is reported as pending, before any timeout', async () => {
  let keys = 0
  const outbox = createOutbox({
    store: memoryStore(),
    deliver: async () => ({ kind: 'later', reason: '服务器忙', all: false }),
    now: () => 0,
    random: () => 0.5,
    newKey: () => `key ${(keys += 1)}`,
    lastDone: lastDoneInMemory(),
    withLock: async (work) => {
      await work()
      return true
    },
    later: () => () => undefined,
    changed: () => undefined,
  })
  const draft = { uid: '甲', call: CALL, input: {}, thing: 'point:1', label: '编辑点位' }
  expect(await outbox.enqueue(draft)).toEqual({ state: 'waiting' })
  expect(await outbox.enqueue(draft)).toEqual({ state: 'waiting' })
  expect(await outbox.all()).toHaveLength(2)
})

test('retry delays double up to five minutes and differ between devices', () => {
  expect([0, 1, 2, 3].map((tries) => waitAfter(tries, 1))).toEqual([1000, 2000, 4000, 8000])
  expect(waitAfter(50, 1)).toBe(300_000)
  expect(waitAfter(3, 0)).toBe(4000)
})
