import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alarmStateOf,
  decidedAt,
  FALSE_CAUSES,
  falseCauseOf,
  isAlarmOpen,
  isRecordOpen,
  LATE_MS,
  LONGEST_WAIT_MS,
  REAL,
  UNDO_MS,
  VERDICTS,
} from './alarm.rules.ts'

const KINDS = ['fire', 'fault', 'shield', 'action'] as const

test.each(KINDS)('a %s record is open in these states until it ends', (kind) => {
  const states = (hasEnded: boolean) => [0, 1, 2, 3, 4].filter((state) => isRecordOpen({ kind, state, hasEnded }))
  expect(states(false)).toEqual(kind === 'fire' ? [0, 2] : [0])
  expect(states(true)).toEqual([])
})

test.each([
  [false, null, false, 'new', true],
  [false, null, true, 'new', true],
  [true, null, false, 'acked', true],
  [true, null, true, 'acked', true],
  [true, 1, false, 'judged', false],
  [true, 2, false, 'judged', true],
  [false, 2, false, 'judged', true],
  [true, 3, false, 'judged', false],
  [true, 4, false, 'judged', false],
  [true, 1, true, 'closed', false],
  [true, 2, true, 'closed', false],
  [false, 3, true, 'closed', false],
  [true, 4, true, 'closed', false],
])('acknowledged %s, verdict %s, ended %s: %s, open %s', (isAcked, verdict, hasEnded, state, isOpen) => {
  expect(alarmStateOf({ isAcked, verdict, hasEnded })).toBe(state)
  expect(isAlarmOpen({ verdict, hasEnded })).toBe(isOpen)
})

test('only an end or a verdict other than real closes an undecided alarm', () => {
  expect(VERDICTS.filter((verdict) => isAlarmOpen({ verdict, hasEnded: false }))).toEqual([REAL])
  expect(VERDICTS.filter((verdict) => isAlarmOpen({ verdict, hasEnded: true }))).toEqual([])
})

test('a decision can be reverted for five minutes and is late after ten', () => {
  expect([UNDO_MS, LATE_MS]).toEqual([300_000, 600_000])
})

const instant = fc.integer({ min: 0, max: 4e12 })

test('a decision without its own time was made when it arrived', () => {
  fc.assert(
    fc.property(instant, (now) => {
      expect(decidedAt(new Date(now), null)).toEqual(new Date(now))
    }),
  )
})

test('a decision was made as long before its arrival as the device waited, whatever its clock shows', () => {
  fc.assert(
    fc.property(instant, instant, fc.nat(LONGEST_WAIT_MS), (now, tapped, waited) => {
      const tap = { tapped: new Date(tapped), sent: new Date(tapped + waited) }
      expect(decidedAt(new Date(now), tap)).toEqual(new Date(now - waited))
    }),
  )
})

test('a decision is dated at most a week before its arrival', () => {
  const now = new Date(4e12)
  const tap = { tapped: new Date(0), sent: new Date(LONGEST_WAIT_MS + 1) }
  expect(decidedAt(now, tap)).toEqual(new Date(4e12 - LONGEST_WAIT_MS))
})

test('a decision whose device set its clock back before sending was made when it arrived', () => {
  fc.assert(
    fc.property(instant, instant, fc.nat(1e9), (now, tapped, back) => {
      const tap = { tapped: new Date(tapped), sent: new Date(tapped - back) }
      expect(decidedAt(new Date(now), tap)).toEqual(new Date(now))
    }),
  )
})

test.each(FALSE_CAUSES)('the cause %s of a false alarm is the first part of its note', (cause) => {
  expect(falseCauseOf(cause)).toBe(cause)
  expect(falseCauseOf(`${cause}；已通知物业`)).toBe(cause)
})

test.each([null, '', '已通知物业', '已通知物业；施工作业', '施工作业、已通知物业'])(
  'a note %j does not begin with a cause',
  (note) => {
    expect(falseCauseOf(note)).toBe('未填写')
  },
)
