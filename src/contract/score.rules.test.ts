import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreTone, scoreWord } from './score.rules.ts'

test.each([
  [100, 'ok', '良好'],
  [80, 'ok', '良好'],
  [79.9, 'attention', '需关注'],
  [60, 'attention', '需关注'],
  [59.9, 'danger', '高风险'],
  [0, 'danger', '高风险'],
  [null, 'unknown', '暂无评分'],
] as const)('a score of %s is in the band %s, with the text %s', (score, tone, word) => {
  expect(scoreTone(score)).toBe(tone)
  expect(scoreWord(score)).toBe(word)
})

test('a higher score is never in a worse band, and colour and text match', () => {
  const order = ['danger', 'attention', 'ok']
  const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
  fc.assert(
    fc.property(score, score, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      expect(order.indexOf(scoreTone(low))).toBeLessThanOrEqual(order.indexOf(scoreTone(high)))
      expect(scoreTone(a) === scoreTone(b)).toBe(scoreWord(a) === scoreWord(b))
    }),
  )
})
