import { describe, expect, it } from 'vitest'
import { type ConditionType, isSilence, type Condition } from './condition.ts'
import { cardOf, scoreBuilding } from './score-building.ts'
import { GROUP_WEIGHTS, MUST_HAVE, ONLINE, SCORE_RULES } from './score-rules.ts'

const HOUR = 3_600_000
const AT = Date.parse('2026-03-23T10:15:00+08:00')

let points = 0
const condition = (cause: ConditionType, systemId: number, hours: number, apiId = 0): Condition => ({
  pointId: ++points,
  systemId,
  apiId,
  deviceName: `设备${points}`,
  deviceNo: `d${points}`,
  cause,
  since: AT - hours * HOUR,
})
const CONNECTED = { mustPercent: 100, missingSince: null, isFailed: false } as const
const lostFor = (...conditions: Condition[]) => {
  const { score, items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions }, AT)
  return { lost: Math.round((100 - score) * 10) / 10, rules: items.map(({ rule }) => rule) }
}

describe("a building's score", () => {
  it('can lose at most 100 points', () => {
    const weights = Object.values(GROUP_WEIGHTS).reduce((sum: number, weight) => sum + weight, 0)
    expect(weights + MUST_HAVE.weight + ONLINE.weight).toBe(100)
    for (const [group, weight] of Object.entries(GROUP_WEIGHTS)) {
      const caps = SCORE_RULES.filter((rule) => rule.group === group).reduce((sum, { max }) => sum + max, 0)
      expect(caps, group).toBeGreaterThanOrEqual(weight)
    }
    const causes = SCORE_RULES.flatMap((rule) => rule.causes)
    const all = [1, 2, 3, 4].flatMap((system) =>
      causes.flatMap((cause) =>
        [20 * 24, 40 * 24].flatMap((hours) => Array.from({ length: 9 }, () => condition(cause, system, hours))),
      ),
    )
    const everything = {
      mustPercent: 0,
      missingSince: AT - 200 * HOUR,
      isFailed: true,
      points: 1,
      conditions: [...all, condition('mute', 5, 1)],
    }
    const silent = everything.conditions.filter(({ cause }) => isSilence(cause)).length
    expect(scoreBuilding({ ...everything, points: silent }, AT).score).toBe(0)
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
    ['alarm-unhandled', 1, 0.5, 0],
    ['alarm-unhandled', 10, 1, 5],
    ['alarm-unhandled', 14, 1, 5],
    ['alarm-unhandled', 2, 1, 0],
    ['pump-power', 2, 1 / 6, 0],
    ['pump-power', 3, 0.2, 4],
    ['pressure-high', 2, 2, 0],
    ['pressure-high', 3, 2.01, 3],
    ['level-low', 3, 100, 0],
    ['shield', 1, 24, 0],
    ['shield', 5, 100 * 24, 0],
    ['alarm-unhandled', 4, 23, 0],
    ['alarm-unhandled', 4, 25, 1],
    ['fault', 5, 7 * 24, 0],
    ['fault', 5, 8 * 24, 1],
    ['fault', 5, 30 * 24, 1],
    ['fault', 5, 31 * 24, 3],
    ['mute', 5, 7 * 24, 0],
    ['mute', 5, 8 * 24, 1],
    ['mute', 5, 31 * 24, 3],
  ] as const)('has for %s in system %i after %d hours the deduction %d', (cause, system, hours, lost) => {
    expect(lostFor(condition(cause, system, hours)).lost).toBe(lost)
  })

  it('counts a device once for a rule, for the longest condition, and names it', () => {
    const pump = condition('pump-manual', 2, 9 * 24, 15)
    const both = [{ ...pump, cause: 'offline', since: AT - 8 * 24 * HOUR } as const, pump]
    const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions: both }, AT)
    const own = (rule: string) => items.filter((item) => item.rule === rule)
    const name = `${pump.deviceName}（${pump.deviceNo}）`
    expect(own('problem-week')).toMatchObject([
      {
        deduction: 1,
        pointId: pump.pointId,
        describe: `${name}处于手动状态超过 7 天未解决`,
        since: '2026-03-14 10:15:00',
      },
    ])
    expect(own('pump-manual')).toMatchObject([
      { deduction: 2, describe: `${name}消防泵处于手动超过 1 小时`, since: '2026-03-14 10:15:00' },
    ])
    expect(own('pump-power')).toMatchObject([
      { deduction: 4, describe: `${name}无有效数据，视同消防泵断电超过 10 分钟`, since: '2026-03-15 10:15:00' },
    ])
    const gauge = condition('pressure-low', 2, 3, 17)
    const told = scoreBuilding({ ...CONNECTED, points: 1000, conditions: [gauge] }, AT).items
    expect(told[0]?.describe).toBe(`${gauge.deviceName}（${gauge.deviceNo}）管网压力过低超过 2 小时`)
  })

  it.each([
    ['hydrant-pressure', 2, 17, '管网压力异常超过 2 小时'],
    ['water-level', 2, 16, '液位异常超过 2 小时'],
    ['pump-manual', 2, 15, '消防泵处于手动超过 1 小时'],
    ['spray-pressure', 3, 22, '喷淋压力异常超过 2 小时'],
  ] as const)(
    'shows for %s of a silent device the condition that its silence counts as',
    (rule, system, api, words) => {
      const device = condition('offline', system, 3, api)
      const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions: [device] }, AT)
      expect(items.find((item) => item.rule === rule)?.describe).toBe(
        `${device.deviceName}（${device.deviceNo}）无有效数据，视同${words}`,
      )
    },
  )

  it('names a measured condition before silence if both began at once, in any order', () => {
    const pump = condition('pump-manual', 2, 8 * 24, 15)
    const both = [pump, { ...pump, cause: 'offline' } as const]
    for (const conditions of [both, both.toReversed()]) {
      const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions }, AT)
      expect(items.find(({ rule }) => rule === 'problem-week')?.describe).toBe(
        `${pump.deviceName}（${pump.deviceNo}）处于手动状态超过 7 天未解决`,
      )
    }
  })

  it.each([
    ['level-low', 'level-high', '液位过高超过 2 小时'],
    ['pressure-low', 'pressure-high', '管网压力过高超过 2 小时'],
  ] as const)('names of %s and %s that began at once the one above the limit', (one, other, words) => {
    const gauge = condition(one, 2, 3)
    const both = [gauge, { ...gauge, cause: other }]
    for (const conditions of [both, both.toReversed()]) {
      const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions }, AT)
      expect(items.map(({ describe }) => describe)).toEqual([`${gauge.deviceName}（${gauge.deviceNo}）${words}`])
    }
  })

  it.each([
    ['offline', 2, 17, 2, []],
    ['offline', 2, 17, 2.01, ['hydrant-pressure']],
    ['mute', 2, 17, 2.01, ['hydrant-pressure']],
    ['offline', 2, 16, 3, ['water-level']],
    ['offline', 2, 64, 3, ['hydrant-pressure']],
    ['offline', 2, 15, 0.5, ['pump-power']],
    ['offline', 2, 15, 2, ['pump-manual', 'pump-power']],
    ['mute', 3, 21, 2, ['spray-pump-manual', 'spray-pump-power']],
    ['mute', 3, 22, 3, ['spray-pressure']],
    ['offline', 13, 41, 3, []],
    ['offline', 1, 63, 3, []],
    ['offline', 1, 1, 3, []],
    ['pump-power', 2, 15, 2, ['pump-power']],
  ] as const)('counts %s in system %i, item type %i, after %d hours for %j', (cause, system, api, hours, rules) => {
    expect(lostFor(condition(cause, system, hours, api)).rules).toEqual(rules)
  })

  it('loses at most the limit of a rule, the oldest first', () => {
    const pumps = [1.5, 3, 2].map((hours) => condition('pump-manual', 2, hours))
    const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions: pumps }, AT)
    expect(items.map(({ pointId, deduction }) => [pointId, deduction])).toEqual([
      [pumps[1]?.pointId, 2],
      [pumps[2]?.pointId, 2],
    ])
  })

  it.each([
    ['fire-unhandled', 'alarm-unhandled', 1, 1, 10],
    ['fault', 'fault', 1, 25, 6],
    ['shield', 'shield', 1, 25, 4],
    ['hydrant-pressure', 'pressure-low', 2, 3, 6],
    ['water-level', 'level-low', 2, 3, 5],
    ['pump-manual', 'pump-manual', 2, 2, 4],
    ['pump-power', 'pump-power', 2, 1, 4],
    ['spray-pressure', 'pressure-low', 3, 3, 6],
    ['spray-pump-manual', 'pump-manual', 3, 2, 5],
    ['spray-pump-power', 'pump-power', 3, 1, 4],
    ['electrical-unhandled', 'alarm-unhandled', 4, 25, 5],
    ['problem-week', 'offline', 5, 8 * 24, 6],
    ['problem-month', 'offline', 5, 31 * 24, 4],
  ] as const)(
    'has for %s (%s in system %i after %d hours) the maximum deduction %d',
    (rule, cause, system, hours, most) => {
      const many = Array.from({ length: 12 }, () => condition(cause, system, hours))
      const { items } = scoreBuilding({ ...CONNECTED, points: 1000, conditions: many }, AT)
      const own = items.filter((item) => item.rule === rule)
      expect(own.reduce((sum, { deduction }) => sum + deduction, 0)).toBe(most)
    },
  )

  it('loses at most fifteen points for hydrants together', () => {
    const causes = ['pressure-low', 'level-low', 'pump-manual', 'pump-power'] as const
    const many = causes.flatMap((cause) => Array.from({ length: 9 }, () => condition(cause, 2, 3)))
    expect(lostFor(...many).lost).toBe(15)
  })

  it('shows whether a missing connection failed, and since when', () => {
    const scored = (mustPercent: number, missingSince: number | null, isFailed: boolean) =>
      scoreBuilding({ mustPercent, missingSince, isFailed, points: 10, conditions: [] }, AT)
    expect(scored(67, AT - 20 * HOUR, false)).toMatchObject({
      score: 93.4,
      items: [
        {
          rule: 'integrity',
          deduction: 6.6,
          describe: '必接项未全部接入',
          since: '2026-03-22 14:15:00',
          pointId: null,
        },
      ],
    })
    expect(scored(0, AT - 200 * HOUR, true).items).toMatchObject([
      { deduction: 20, describe: '必接项已中断超过 7 天', since: '2026-03-15 02:15:00' },
    ])
    expect(scored(0, null, false).items).toMatchObject([{ deduction: 20, since: null }])
    expect(scored(100, null, false)).toEqual({ score: 100, items: [] })
  })

  it('names the offline points with their number', () => {
    const off = Array.from({ length: 5 }, () => condition('offline', 1, 2))
    const { score, items } = scoreBuilding({ ...CONNECTED, mustPercent: 50, points: 10, conditions: off }, AT)
    expect(score).toBe(100 - 10 - 7.5)
    expect(items[1]?.describe).toMatch(/^5 个点位离线：设备\d+、设备\d+、设备\d+等$/)
    expect(items[1]?.since).toBe('2026-03-23 08:15:00')
    const mute = [condition('mute', 1, 2), condition('offline', 1, 3), condition('mute', 1, 4)]
    const few = scoreBuilding({ ...CONNECTED, points: 10, conditions: mute }, AT).items
    expect(few[0]).toMatchObject({ deduction: 4.5, since: '2026-03-23 06:15:00' })
    expect(few[0]?.describe).toBe(`3 个点位离线：${[2, 1, 0].map((i) => mute[i]?.deviceName).join('、')}`)
  })
})

it.each([
  [[50, 50, 50, 50, 50, 50, 50], 2],
  [[50, 50, 50, 50, 50, 50, 60], 1],
  [[79, 79, 79, 79, 79, 79, 80], null],
  [[50, 50, 50, 50, 50, 50], null],
  [[90, 50, 50, 50, 50, 50, 50, 50], 2],
  [[60, 60, 60, 60, 60, 60, 60], 1],
  [[80, 80, 80, 80, 80, 80, 80], null],
  [[50, 50, 50, 50, 50, 50, 50, 90], null],
])('the card of days that scored %j is %s', (scores, card) => {
  expect(cardOf(scores)).toBe(card)
})
