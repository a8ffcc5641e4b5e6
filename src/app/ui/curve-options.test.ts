// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { CurveModel } from './chart-model.ts'
import type { ChartColours } from './chart-options.ts'
import { curveOptions } from './curve-options.ts'

const colours: ChartColours = {
  ink: '#000',
  inkSoft: '#111',
  line: '#222',
  panel: '#333',
  okSoft: '#444',
  attentionSoft: '#555',
  dangerSoft: '#666',
  attention: '#777',
  attentionInk: '#888',
  series: ['#888'],
}
const to = Date.parse('2026-11-29T11:42:00+08:00')
const from = to - 86_400_000

function ticks(more: Partial<CurveModel>): string[] {
  const points = [{ at: from, value: 0.07 }]
  const model = { name: '压力', points, from, to, gap: 1, low: 0.1, high: 0.8, height: 240, ...more }
  const { xaxis } = curveOptions(model, colours, false)
  return [from, (from + to) / 2, to].map((at) => String(xaxis?.labels?.formatter?.(String(at), at)))
}

test('the start of a departure is marked where the axis holds it', () => {
  const points = [{ at: from, value: 0.07 }]
  const marks = (at: number) =>
    curveOptions(
      {
        name: '压力',
        points,
        from,
        to,
        gap: 1,
        low: 0.1,
        high: 0.8,
        height: 240,
        departure: { at, text: '01:24 跌出', isLow: true },
      },
      colours,
      false,
    ).annotations?.xaxis?.map(({ x, label }) => [x, label?.text])
  expect(marks(from + 1000)).toEqual([[from + 1000, '01:24 跌出']])
  expect(marks(from - 1000)).toEqual([])
})

test('the axis of the last 24 hours begins yesterday and ends now', () => {
  expect(ticks({ endsNow: true })).toEqual(['昨 11:42', '23:42', '现在'])
  expect(ticks({})).toEqual(['11:42', '23:42', '11:42'])
})

test('an axis of dates is marked at midnight, and ends now', () => {
  const points = [{ at: to - 30 * 86_400_000, value: 0.07 }]
  const model = { name: '压力', points, from: to - 30 * 86_400_000, to, gap: 1, low: 0.1, high: 0.8, height: 240 }
  const days = curveOptions({ ...model, endsNow: true }, colours, true).annotations?.xaxis
  expect(days?.map(({ x, label }) => [x, label?.text])).toEqual([
    [to, '现在'],
    [Date.parse('2026-11-19T00:00:00+08:00'), '11-19'],
    [Date.parse('2026-11-09T00:00:00+08:00'), '11-09'],
  ])
})
