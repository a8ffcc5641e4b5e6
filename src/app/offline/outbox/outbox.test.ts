import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL, Device, FAULTS, lastDoneInMemory, memoryStore, PEOPLE, type Step, THINGS } from './outbox-device.ts'
import { createOutbox, waitAfter } from './outbox.ts'

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      thing: fc.constantFrom(...THINGS),
      isFull: fc.constant(false),
      files: fc.constantFrom(0, 0, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('tap' as const),
      thing: fc.constantFrom(...THINGS),
      isFull: fc.constant(true),
      files: fc.constantFrom(0, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('flush' as const), tab: fc.constantFrom(0, 1), eager: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'tap again' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'discard refused' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign in' as const), uid: fc.constantFrom(...PEOPLE) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('new page' as const), tab: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 15, 400) }) },
)

/** As many histories as the model is run with by hand: OUTBOX_HISTORIES=10000. */
const HISTORIES = Number(process.env.OUTBOX_HISTORIES ?? 500)
/** fast-check prints it when a history fails; OUTBOX_SEED repeats the same histories. */
const SEED = Number(process.env.OUTBOX_SEED ?? Date.now() % 2 ** 31)

test("in random histories nothing kept is lost, doubled, out of order or under another's name", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { maxLength: 14 }),
      fc.array(fc.constantFrom(...FAULTS), { maxLength: 16 }),
      async (steps, faults) => {
        const device = new Device([...faults], (actual, expected) => expect(actual).toEqual(expected))
        for (const step of steps) await device.step(step)
        await device.comeBack()
        const { server, keptTaps, settledTaps } = device
        expect(await device.left()).toEqual([])
        // A tap that a person was told of, refused or given up, may have been done before the word of it was lost.
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
    { numRuns: HISTORIES, seed: SEED },
  )
}, 300_000)

test('a write kept at any moment of another round is sent at once', async () => {
  for (let moment = 0; moment < 30; moment += 1) {
    const outbox = createOutbox({
      store: memoryStore(),
      deliver: async () => ({ kind: 'done', data: null, words: '操作成功' }),
      now: () => 0,
      random: () => 0.5,
      newKey: () => 'key',
      lastDone: lastDoneInMemory(),
      alone: async (work) => {
        await work()
        return true
      },
      later: () => () => undefined,
      changed: () => undefined,
    })
    void outbox.flush()
    for (let turn = 0; turn < moment; turn += 1) await Promise.resolve()
    const draft = { uid: '甲', call: CALL, input: {}, thing: 'point:1', label: '编辑点位' }
    expect([moment, (await outbox.put(draft)).state]).toEqual([moment, 'done'])
  }
})

test('a write behind one of the same thing that waits is said to wait, before any patience ends', async () => {
  let keys = 0
  const outbox = createOutbox({
    store: memoryStore(),
    deliver: async () => ({ kind: 'later', reason: '服务器忙', all: false }),
    now: () => 0,
    random: () => 0.5,
    newKey: () => `key ${(keys += 1)}`,
    lastDone: lastDoneInMemory(),
    alone: async (work) => {
      await work()
      return true
    },
    later: () => () => undefined,
    changed: () => undefined,
  })
  const draft = { uid: '甲', call: CALL, input: {}, thing: 'point:1', label: '编辑点位' }
  expect(await outbox.put(draft)).toEqual({ state: 'waiting' })
  expect(await outbox.put(draft)).toEqual({ state: 'waiting' })
  expect(await outbox.all()).toHaveLength(2)
})

test('waits double up to five minutes and differ between devices', () => {
  expect([0, 1, 2, 3].map((tries) => waitAfter(tries, 1))).toEqual([1000, 2000, 4000, 8000])
  expect(waitAfter(50, 1)).toBe(300_000)
  expect(waitAfter(3, 0)).toBe(4000)
})
