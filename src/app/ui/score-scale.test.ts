import { expect, test } from 'vitest'
import { bandsWithin, scoreScale } from './score-scale.ts'

test.each([
  ['a small change', [84.1, 85.4], { min: 80, max: 90, ticks: 2 }],
  ['one score', [50.4], { min: 45, max: 55, ticks: 2 }],
  ['the best score', [100, 98], { min: 95, max: 100, ticks: 1 }],
  ['a long fall', [85.9, 93.2, 35.8], { min: 20, max: 100, ticks: 4 }],
  ['a wide range within two bands', [50.2, 77], { min: 40, max: 80, ticks: 2 }],
  ['no score', [], { min: 0, max: 100, ticks: 5 }],
])('%s has a scale of its range', (_, scores, scale) => {
  expect(scoreScale(scores)).toEqual(scale)
})

test('a scale of 20-point steps names the limits of the bands', () => {
  for (let low = 0; low <= 100; low += 3)
    for (let high = low + 25; high <= 100; high += 7) {
      const { min, max, ticks } = scoreScale([low, high])
      const named = Array.from({ length: ticks + 1 }, (_, at) => min + (at * (max - min)) / ticks)
      expect(named).toEqual(expect.arrayContaining([60, 80]))
    }
})

test('any scores lie within their scale, whose ticks are multiples of five', () => {
  for (let low = 0; low <= 100; low += 3)
    for (let high = low; high <= 100; high += 7) {
      const { min, max, ticks } = scoreScale([low, high])
      expect([min <= low, max >= high, min < max, (max - min) % (5 * ticks)]).toEqual([true, true, true, 0])
    }
})

test('shows the bands of the ruling that the scale reaches', () => {
  expect(bandsWithin(55, 70)).toEqual([
    { from: 60, to: 70, tone: 'attention' },
    { from: 55, to: 60, tone: 'danger' },
  ])
})
