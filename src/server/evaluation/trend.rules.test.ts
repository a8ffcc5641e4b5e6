import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { trendSpans } from './trend.rules.ts'

const spansOf = (start: string, end: string) => {
  const { step, bounds } = trendSpans(fromWireTime(start), fromWireTime(end))
  return { step, bounds: bounds.map((at) => toWireTime(at).replace(' 00:00:00', '')) }
}

test('a day is one span, cut to the period', () => {
  expect(spansOf('2026-03-05 08:00:00', '2026-03-05 20:00:00')).toEqual({
    step: 'day',
    bounds: ['2026-03-05 08:00:00', '2026-03-05 20:00:00'],
  })
})

test('31 days are days, 32 days are weeks that begin on Monday', () => {
  const days = spansOf('2026-03-01', '2026-04-01')
  expect([days.step, days.bounds.length]).toEqual(['day', 32])
  expect(spansOf('2026-03-01', '2026-04-02')).toEqual({
    step: 'week',
    bounds: ['2026-03-01', '2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-02'],
  })
})

test('more than 26 weeks are months, the first and the last cut to the period', () => {
  const { step, bounds } = spansOf('2025-11-29', '2026-11-29')
  expect(step).toBe('month')
  expect(bounds.slice(0, 4)).toEqual(['2025-11-29', '2025-12-01', '2026-01-01', '2026-02-01'])
  expect(bounds.slice(-2)).toEqual(['2026-11-01', '2026-11-29'])
})

test('spans cover any period without gaps or empty spans, and are at most 33', () => {
  const from = Date.UTC(2024, 0, 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6e7 }), fc.integer({ min: 1, max: 367 * 86_400 }), (offset, seconds) => {
      const start = new Date(from + offset * 1000)
      const end = new Date(start.getTime() + seconds * 1000)
      const { bounds } = trendSpans(start, end)
      expect(bounds[0]).toEqual(start)
      expect(bounds[bounds.length - 1]).toEqual(end)
      expect(bounds.every((bound, at) => bound >= (bounds[at - 1] ?? start))).toBe(true)
      expect(new Set(bounds.map(Number)).size).toBe(bounds.length)
      expect(bounds.length).toBeLessThanOrEqual(34)
    }),
  )
})
