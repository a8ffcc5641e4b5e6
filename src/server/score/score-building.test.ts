import { describe, expect, it } from 'vitest'
import type { Cause, Trouble } from '../understanding/cause.ts'
import { cardOf, scoreBuilding } from './score-building.ts'
import { GROUP_WEIGHTS, INTEGRITY, ONLINE, SCORE_RULES } from './score-rules.ts'

const HOUR = 3_600_000
const AT = Date.parse('2026-03-23T10:15:00+08:00')

let points = 0
const trouble = (cause: Cause, systemId: number, hours: number): Trouble => ({
  pointId: ++points,
  systemId,
  deviceName: `设备${points}`,
  deviceNo: `d${points}`,
  cause,
  since: AT - hours * HOUR,
})
const lostFor = (...troubles: Trouble[]) => {
  const { score, items } = scoreBuilding({ mustPercent: 100, silentSince: null, points: 1000, troubles }, AT)
  return { lost: Math.round((100 - score) * 10) / 10, rules: items.map(({ rule }) => rule) }
}

describe("a building's score", () => {
  it('can lose 100 points and no more', () => {
    const weights = Object.values(GROUP_WEIGHTS).reduce((sum: number, weight) => sum + weight, 0)
    expect(weights + INTEGRITY.weight + ONLINE.weight).toBe(100)
    for (const [group, weight] of Object.entries(GROUP_WEIGHTS)) {
      const caps = SCORE_RULES.filter((rule) => rule.group === group).reduce((sum, { max }) => sum + max, 0)
      expect(caps, group).toBeGreaterThanOrEqual(weight)
    }
    const causes = SCORE_RULES.flatMap((rule) => rule.causes)
    const all = [1, 2, 3, 4].flatMap((system) =>
      causes.flatMap((cause) =>
        [20 * 24, 40 * 24].flatMap((hours) => Array.from({ length: 9 }, () => trouble(cause, system, hours))),
      ),
    )
    const everything = {
      mustPercent: 0,
      silentSince: AT - 200 * HOUR,
      points: 1,
      troubles: [...all, trouble('mute', 5, 1)],
    }
    const online = all.filter(({ cause }) => cause === 'offline').length + 1
    expect(scoreBuilding({ ...everything, points: online }, AT).score).toBe(0)
  })

  it.each([
    ['pump-manual', 2, 1, 0],
    ['pump-manual', 2, 1.01, 2],
    ['pump-manual', 3, 1.01, 3],
    ['pump-manual', 5, 5, 0],
    ['pump-power', 2, 0.2, 4],
    ['pressure-low', 2, 2.01, 3],
    ['level-high', 2, 2.01, 3],
    ['fault', 1, 24, 0],
    ['fault', 1, 24.01, 1],
    ['fault', 2, 100, 0],
    ['shield', 1, 25, 1],
    ['alarm-unhandled', 1, 0.6, 5],
    ['alarm-unhandled', 4, 23, 0],
    ['alarm-unhandled', 4, 25, 1],
    ['fault', 5, 8 * 24, 1],
    ['fault', 5, 31 * 24, 2],
  ] as const)('loses for %s in system %i after %d hours: %d', (cause, system, hours, lost) => {
    expect(lostFor(trouble(cause, system, hours)).lost).toBe(lost)
  })

  it('loses no more than a rule’s most, the oldest first', () => {
    const pumps = [1.5, 3, 2].map((hours) => trouble('pump-manual', 2, hours))
    const { items } = scoreBuilding({ mustPercent: 100, silentSince: null, points: 1000, troubles: pumps }, AT)
    expect(items.map(({ pointId, deduction }) => [pointId, deduction])).toEqual([
      [pumps[1]?.pointId, 2],
      [pumps[2]?.pointId, 2],
    ])
  })

  it('names the points that are not online, and says how many', () => {
    const off = Array.from({ length: 5 }, () => trouble('offline', 1, 2))
    const { score, items } = scoreBuilding({ mustPercent: 50, silentSince: null, points: 10, troubles: off }, AT)
    expect(score).toBe(100 - 10 - 7.5)
    expect(items[1]?.describe).toMatch(/^5个点位不在线：设备\d+、设备\d+、设备\d+等$/)
  })
})

it.each([
  [[50, 50, 50, 50, 50, 50, 50], 2],
  [[50, 50, 50, 50, 50, 50, 60], 1],
  [[79, 79, 79, 79, 79, 79, 80], null],
  [[50, 50, 50, 50, 50, 50], null],
  [[90, 50, 50, 50, 50, 50, 50, 50], 2],
])('the card of days that scored %j is %s', (scores, card) => {
  expect(cardOf(scores)).toBe(card)
})
