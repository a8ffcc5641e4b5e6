import { expect, test } from 'vitest'
import type { AlarmAct } from '#contract/alarm.ts'
import { REAL, UNDO_MS } from '#contract/alarm.rules.ts'
import type { WaitingActs } from '#app/data/alarm-acts.ts'
import { toWireTime } from '#contract/time.ts'
import { handlingOf } from './alarm-handling.rules.ts'

const NOW = Date.parse('2026-11-21T00:18:00Z')
const OPEN = { verdict: null, ackBy: null, callTime: null }
const NOTHING: WaitingActs = { isAcked: false, verdict: null, undo: null, refused: null }
const act = (some: Partial<AlarmAct>) =>
  ({ act: 'ack', isOwn: true, isUndone: false, tapTime: toWireTime(new Date(NOW - 1000)), ...some }) as AlarmAct

const handling = (
  of: Partial<typeof OPEN> | { verdict: number },
  acts: AlarmAct[],
  waiting: Partial<WaitingActs> = {},
) => handlingOf({ ...OPEN, ...of }, acts, { ...NOTHING, ...waiting }, NOW)

test('an acknowledgement of the account can be undone for the undo period', () => {
  expect(handling({}, [act({})])).toMatchObject({ isGoing: true, canUndo: { ack: true, verdict: false } })
  const late = act({ tapTime: toWireTime(new Date(NOW - UNDO_MS)) })
  expect(handling({}, [late])).toMatchObject({ isGoing: true, canUndo: { ack: false } })
  expect(handling({}, [act({})], { undo: 'ack' })).toMatchObject({ canUndo: { ack: false }, isWaiting: true })
})

test('acts of others and undone ones count for nothing', () => {
  expect(handling({}, [act({ isOwn: false }), act({ isUndone: true })])).toMatchObject({
    isGoing: false,
    canUndo: { ack: false },
  })
})

test('an acknowledgement counts until the alarm calls again', () => {
  const ackBy = '张三'
  expect(handlingOf({ ...OPEN, ackBy }, [], NOTHING, NOW).isAcked).toBe(true)
  expect(handlingOf({ ...OPEN, ackBy, callTime: toWireTime(new Date(NOW)) }, [], NOTHING, NOW).isAcked).toBe(false)
})

test('a pending write counts as made, and can be undone', () => {
  expect(handling({}, [], { isAcked: true })).toMatchObject({ isAcked: true, isGoing: true, canUndo: { ack: true } })
  expect(handling({}, [], { verdict: 1 })).toMatchObject({ verdict: 1, isDone: true, canUndo: { verdict: true } })
  expect(handling({ verdict: 1 }, [], { verdict: REAL })).toMatchObject({ verdict: REAL, isDone: false })
})

test('a real fire and a verdict about to be undone are not done', () => {
  expect(handling({ verdict: REAL }, []).isDone).toBe(false)
  expect(handling({ verdict: 1 }, []).isDone).toBe(true)
  expect(handling({ verdict: 1 }, [], { undo: 'verdict' }).isDone).toBe(false)
})
