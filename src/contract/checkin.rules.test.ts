import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MADE_UP,
  type Marks,
  mayMakeUp,
  monthOf,
  nextMonth,
  REPEATED,
  resolveTap,
  SIGNED,
  streakOf,
} from './checkin.rules.ts'
import { addDays, fromWireTime, shanghaiDay } from './time.ts'

const at = fromWireTime
const SECOND = 1000
const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

const history = fc.record({
  today: fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days)),
  back: fc.array(fc.constantFrom(null, MADE_UP, SIGNED), { maxLength: 70 }),
})
const marksOf = (today: string, back: readonly (typeof MADE_UP | typeof SIGNED | null)[]): Marks =>
  new Map(back.flatMap((mark, ago) => (mark === null ? [] : [[addDays(today, -ago), mark]])))

describe('the streak', () => {
  test.each([
    [[], 0],
    ['2026-03-23', 1],
    ['2026-03-22', 1],
    ['2026-03-21', 0],
    [['2026-03-23', '2026-03-22', '2026-03-20'], 2],
    [['2026-03-22', '2026-03-21', '2026-03-20'], 3],
    [['2026-03-02', '2026-03-01', '2026-02-28'], 0],
  ] as const)('of %s is %i on the 23rd of March', (days, streak) => {
    expect(streakOf(new Set([days].flat()), '2026-03-23')).toBe(streak)
  })

  test('continues over the end of a month and of a year', () => {
    expect(streakOf(new Set(['2028-03-01', '2028-02-29', '2028-02-28']), '2028-03-01')).toBe(3)
    expect(streakOf(new Set(['2026-01-01', '2025-12-31']), '2026-01-01')).toBe(2)
  })

  test('ends where the first day is missing, counted back from today or, while today is open, from yesterday', () => {
    fc.assert(
      fc.property(history, ({ today, back }) => {
        const open = back[0] === null || back.length === 0
        const counted = open ? back.slice(1) : back
        const gap = counted.indexOf(null)
        expect(streakOf(marksOf(today, back), today)).toBe(gap === -1 ? counted.length : gap)
      }),
    )
  })

  test('counts a made-up day as a signed one, and never shrinks by one more day', () => {
    fc.assert(
      fc.property(history, fc.nat(70), ({ today, back }, ago) => {
        const signed = back.map((mark) => mark && SIGNED)
        const streak = streakOf(marksOf(today, back), today)
        expect(streakOf(marksOf(today, signed), today)).toBe(streak)
        const more = new Map(marksOf(today, back)).set(addDays(today, -ago), MADE_UP)
        expect(streakOf(more, today)).toBeGreaterThanOrEqual(streak)
      }),
    )
  })
})

describe('the month', () => {
  test.each([
    ['2026-02', '2026-03', '2026-01'],
    ['2028-02', '2028-03', '2028-01'],
    ['2026-12', '2027-01', '2026-11'],
    ['2026-01', '2026-02', '2025-12'],
  ])('%s is followed by %s and preceded by %s', (month, next, previous) => {
    expect([nextMonth(month, 1), nextMonth(month, -1)]).toEqual([next, previous])
  })

  test('shows days before the first as neither signed nor missed', () => {
    const days = monthOf(new Map([['2026-03-02', SIGNED]]), '2026-03-06', '2026-03', '2026-03-04')
    expect(days.slice(0, 6).map(({ checkInStatus }) => checkInStatus)).toEqual([null, 2, null, 0, 0, null])
  })

  test('shows each of its days once: made up, signed, missed before today, open from today on', () => {
    fc.assert(
      fc.property(history, ({ today, back }) => {
        const marks = marksOf(today, back)
        const days = monthOf(marks, today)
        expect(days[0]?.date).toBe(`${today.slice(0, 7)}-01`)
        expect(addDays(days[days.length - 1]?.date ?? '', 1).slice(8)).toBe('01')
        for (const [position, { date, checkIn, checkInStatus }] of days.entries()) {
          expect(date).toBe(addDays(`${today.slice(0, 7)}-01`, position))
          expect(checkIn).toBe(marks.has(date))
          expect(checkInStatus).toBe(marks.get(date) ?? (date < today ? 0 : null))
          expect(mayMakeUp(date, today)).toBe(date < today)
        }
      }),
    )
  })

  test.each([
    ['2026-03-22', true],
    ['2026-03-01', true],
    ['2026-03-23', false],
    ['2026-03-24', false],
    ['2026-02-28', false],
    ['2025-03-22', false],
  ])('lets %s be made up on the 23rd of March: %s', (day, may) => {
    expect(mayMakeUp(day, '2026-03-23')).toBe(may)
  })
})

describe('a queued check-in', () => {
  const settle = (now: string, tapped: string, sent: string) =>
    resolveTap(at(now), { tapped: at(tapped), sent: at(sent) })

  test.each([
    [
      'that arrives the same day is signed',
      '2026-03-23 18:00:00',
      '2026-03-23 08:00:00',
      '2026-03-23 18:00:00',
      '2026-03-23',
      SIGNED,
      null,
    ],
    [
      'that arrives a day later is made up',
      '2026-03-24 09:00:00',
      '2026-03-23 23:00:00',
      '2026-03-24 09:00:00',
      '2026-03-23',
      MADE_UP,
      null,
    ],
    [
      'of last month is made up too, for a week',
      '2026-04-01 09:00:00',
      '2026-03-31 23:00:00',
      '2026-04-01 09:00:00',
      '2026-03-31',
      MADE_UP,
      null,
    ],
    [
      'on a phone two hours fast',
      '2026-03-23 23:30:00',
      '2026-03-24 01:10:00',
      '2026-03-24 01:30:00',
      '2026-03-23',
      SIGNED,
      120,
    ],
    [
      'on a phone four years slow',
      '2026-03-23 10:00:00',
      '2022-03-23 09:00:00',
      '2022-03-23 10:00:00',
      '2026-03-23',
      SIGNED,
      -4 * 365.25 * 24 * 60,
    ],
    [
      'on a phone nine minutes slow',
      '2026-03-24 00:05:00',
      '2026-03-23 23:54:00',
      '2026-03-23 23:56:00',
      '2026-03-24',
      SIGNED,
      null,
    ],
    [
      'right before midnight, sent at once, arriving after',
      '2026-03-24 00:00:05',
      '2026-03-23 23:59:58',
      '2026-03-23 23:59:58',
      '2026-03-23',
      MADE_UP,
      null,
    ],
    [
      'at midnight on a phone that is one second fast',
      '2026-03-24 00:00:30',
      '2026-03-24 00:00:31',
      '2026-03-24 00:00:31',
      '2026-03-24',
      SIGNED,
      null,
    ],
    [
      'a minute less a second before it arrives after midnight',
      '2026-03-24 00:00:30',
      '2026-03-23 23:59:31',
      '2026-03-23 23:59:31',
      '2026-03-23',
      MADE_UP,
      null,
    ],
    [
      'on the seventh day before, in the month before',
      '2026-04-04 10:00:00',
      '2026-03-28 10:00:00',
      '2026-04-04 10:00:00',
      '2026-03-28',
      MADE_UP,
      null,
    ],
    [
      'on a phone ten minutes fast',
      '2026-03-23 10:00:00',
      '2026-03-23 10:10:00',
      '2026-03-23 10:10:00',
      '2026-03-23',
      SIGNED,
      null,
    ],
    [
      'on a phone ten minutes and a second slow',
      '2026-03-23 10:10:01',
      '2026-03-23 10:00:00',
      '2026-03-23 10:00:00',
      '2026-03-23',
      SIGNED,
      -10,
    ],
  ] as const)('%s', (_, now, tapped, sent, day, status, clockAheadMinutes) => {
    expect(settle(now, tapped, sent)).toEqual({ day, status, clockAheadMinutes })
  })

  test.each([
    ['a clock set back between tap and sending', '2026-03-23 10:00:00', '2026-03-23 12:00:00', '2026-03-23 10:00:00'],
    ['at midnight on a phone two seconds fast', '2026-03-24 00:00:30', '2026-03-24 00:00:32', '2026-03-24 00:00:32'],
    ['at midnight on a phone over a minute slow', '2026-03-24 00:00:30', '2026-03-23 23:59:29', '2026-03-23 23:59:29'],
    [
      'on the eighth day before, in the month before',
      '2026-04-04 10:00:00',
      '2026-03-27 10:00:00',
      '2026-04-04 10:00:00',
    ],
    ['longer than a week, and not of this month', '2026-04-20 10:00:00', '2026-03-31 10:00:00', '2026-04-20 10:00:00'],
    ['at midnight on a phone an hour fast', '2026-03-24 00:00:20', '2026-03-24 01:00:05', '2026-03-24 01:00:05'],
  ])('is rejected: %s', (_, now, tapped, sent) => {
    expect(settle(now, tapped, sent)).toEqual({ refused: expect.stringMatching(/\p{Script=Han}/u) })
  })

  test('without its time counts for the day of its arrival', () => {
    expect(resolveTap(at('2026-03-23 00:00:00'), null)).toEqual({
      day: '2026-03-23',
      status: SIGNED,
      clockAheadMinutes: null,
    })
    expect(resolveTap(at('2026-03-22 23:59:59'), null)).toMatchObject({ day: '2026-03-22' })
  })

  test('never counts for another day, with any wrong clock and any delay', () => {
    const wholeSecond = (ms: number) => new Date(Math.floor(ms / SECOND) * SECOND)
    const wait = fc.oneof(fc.nat(5 * SECOND), fc.nat(HOUR), fc.nat(20 * 24 * HOUR))
    const skew = fc.oneof(
      fc.constant(0),
      fc.integer({ min: HOUR, max: 20 * YEAR }),
      fc.integer({ min: -20 * YEAR, max: -HOUR }),
    )
    const aroundMidnight = fc.tuple(
      fc.integer({ min: 0, max: 700 }),
      fc.oneof(fc.integer({ min: -90_000, max: 90_000 }), fc.nat(24 * HOUR)),
    )
    let accepted = 0
    fc.assert(
      fc.property(aroundMidnight, wait, skew, fc.nat(30 * SECOND), ([day, off], waited, ahead, journey) => {
        const done = at(addDays('2026-01-01', day)).getTime() + off
        const now = new Date(done + waited + journey)
        const settled = resolveTap(now, {
          tapped: wholeSecond(done + ahead),
          sent: wholeSecond(done + waited + ahead),
        })
        if ('refused' in settled) return
        accepted += 1
        expect(settled.day).toBe(shanghaiDay(new Date(done)))
        expect(settled.status).toBe(settled.day === shanghaiDay(now) ? SIGNED : MADE_UP)
        expect(settled.clockAheadMinutes === null).toBe(ahead === 0)
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(1500)
  })
})

test('a repeated check-in returns the documented message', () => {
  expect(REPEATED).toBe('不能重复签到')
})
