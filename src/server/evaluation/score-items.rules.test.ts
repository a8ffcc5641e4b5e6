import { expect, it } from 'vitest'
import { WHOLE_BUILDING } from '#contract/score.ts'
import { deviceCategory, ruleWords, SCORE_RULE_WORDS } from './score-items.rules.ts'

it('lists the checks of a building, the building itself first', () => {
  expect(SCORE_RULE_WORDS.map(({ key, systems }) => [key, systems])).toEqual([
    ['integrity', []],
    ['online', []],
    ['problem-week', []],
    ['problem-month', []],
    ['fire-unhandled', [1, 10, 14]],
    ['fault', [1]],
    ['shield', [1]],
    ['hydrant-pressure', [2]],
    ['water-level', [2]],
    ['pump-manual', [2]],
    ['pump-power', [2]],
    ['spray-pressure', [3]],
    ['spray-pump-manual', [3]],
    ['spray-pump-power', [3]],
    ['electrical-unhandled', [4]],
  ])
})

it('has a text for each rule, and shows an unknown one unchanged', () => {
  expect(ruleWords('pump-power')).toBe('消防泵供电正常')
  expect(ruleWords('another')).toBe('another')
})

it.each([
  [2, null, WHOLE_BUILDING],
  [null, null, WHOLE_BUILDING],
  [1, 7, 1],
  [3, 7, 3],
  [4, 7, 4],
  [14, 7, 4],
  [null, 7, 4],
])('of system %s and point %s the category is %i', (systemId, pointId, category) => {
  expect(deviceCategory(systemId, pointId)).toBe(category)
})
