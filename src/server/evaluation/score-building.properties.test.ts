import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONDITION_TYPES, type ConditionType, DAY, HOUR, isSilence, MINUTE, type Condition } from './condition.ts'
import { measuredConditions } from './reading.rules.ts'
import { SYSTEMS } from '../reference/systems.ts'
import { scoreBuilding, type ScoreInput } from './score-building.ts'

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there')
  return value
}

const AT = Date.parse('2026-03-23T10:15:00+08:00')
const DEVICES = 8
const EVENT_CAUSES: readonly ConditionType[] = ['fault', 'shield', 'alarm-unhandled']

const age = fc.oneof(
  fc.constantFrom(...[10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY, 7 * DAY, 30 * DAY].flatMap((ms) => [ms, ms + 1])),
  fc.integer({ min: 0, max: 40 * DAY }),
)
const items = SYSTEMS.flatMap(({ id, apis }) => apis.map((api) => ({ systemId: id, apiId: api.id })))
const kinds = fc.array(fc.constantFrom(...items), { minLength: DEVICES, maxLength: DEVICES })
const draws = fc.array(fc.record({ device: fc.nat(DEVICES - 1), pick: fc.nat(99), age }), { maxLength: 30 })

interface Drawn {
  readonly device: number
  readonly pick: number
  readonly age: number
}

/** One silence per device; causes must fit the item type. */
function conditionsOf(devices: readonly (typeof items)[number][], drawn: readonly Drawn[]): Condition[] {
  const found = new Map<string, Condition>()
  for (const { device, pick, age } of drawn) {
    const kind = need(devices[device])
    const possible = [...EVENT_CAUSES, ...measuredConditions(kind.apiId), pick % 2 === 0 ? 'offline' : 'mute'] as const
    const cause = need(possible[pick % possible.length])
    const key = `${device} ${isSilence(cause) ? 'silence' : cause}`
    if (!found.has(key))
      found.set(key, {
        ...kind,
        pointId: device + 1,
        deviceName: `设备${device}`,
        deviceNo: `d${device}`,
        cause,
        since: AT - age,
      })
  }
  return [...found.values()]
}

const standing = fc
  .tuple(kinds, draws, fc.integer({ min: 0, max: 100 }), fc.integer({ min: DEVICES, max: 60 }))
  .map(([devices, drawn, mustPercent, points]): ScoreInput & { devices: typeof devices } => ({
    devices,
    mustPercent,
    missingSince: mustPercent < 100 ? AT - DAY : null,
    isFailed: false,
    points,
    conditions: conditionsOf(devices, drawn),
  }))
/** `HISTORIES=5000` for more. */
const runs = { numRuns: Number(process.env.HISTORIES ?? 300) }

describe("any building's score", () => {
  it('is between 0 and 100 and equals 100 minus its items', () => {
    fc.assert(
      fc.property(standing, (one) => {
        const { score, items: lost } = scoreBuilding(one, AT)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(Math.round(score * 10)).toBe(
          1000 - lost.reduce((sum, { deduction }) => sum + Math.round(deduction * 10), 0),
        )
        for (const { deduction } of lost) expect(deduction).toBeGreaterThan(0)
      }),
      runs,
    )
  })

  it('counts no device twice for a rule', () => {
    fc.assert(
      fc.property(standing, (one) => {
        const keys = scoreBuilding(one, AT).items.map(({ rule, pointId }) => `${rule} ${pointId}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      runs,
    )
  })

  it('names in each item a condition of that device with its beginning', () => {
    fc.assert(
      fc.property(standing, (one) => {
        for (const { pointId, since, describe: text } of scoreBuilding(one, AT).items) {
          if (pointId === null) continue
          const own = one.conditions.filter((condition) => condition.pointId === pointId)
          const wire = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
          expect(own.map((condition) => wire(condition.since))).toContain(since)
          expect(text.startsWith(need(own[0]).deviceName)).toBe(true)
        }
      }),
      runs,
    )
  })

  it('does not depend on the order of the conditions', () => {
    fc.assert(
      fc.property(standing, (one) => {
        const reversed = { ...one, conditions: one.conditions.toReversed() }
        expect(scoreBuilding(reversed, AT)).toEqual(scoreBuilding(one, AT))
      }),
      runs,
    )
  })

  it('never rises because its conditions get older', () => {
    fc.assert(
      fc.property(standing, fc.integer({ min: 0, max: 60 * DAY }), (one, later) => {
        expect(scoreBuilding(one, AT + later).score).toBeLessThanOrEqual(scoreBuilding(one, AT).score)
      }),
      runs,
    )
  })

  it('never rises because of another condition', () => {
    fc.assert(
      fc.property(standing, fc.nat(29), (one, left) => {
        const fewer = { ...one, conditions: one.conditions.filter((_, i) => i !== left) }
        expect(scoreBuilding(one, AT).score).toBeLessThanOrEqual(scoreBuilding(fewer, AT).score)
      }),
      runs,
    )
  })

  it('never rises because a device is silent instead of reporting a condition', () => {
    fc.assert(
      fc.property(
        standing,
        fc.nat(DEVICES - 1),
        fc.constantFrom('offline' as const, 'mute' as const),
        (one, device, cause) => {
          const own = one.conditions.filter(({ pointId }) => pointId === device + 1)
          const measured = own.filter((condition) => measuredConditions(condition.apiId).includes(condition.cause))
          const other = own.filter((condition) => !measured.includes(condition) && !isSilence(condition.cause))
          const since = Math.min(AT, ...measured.map((condition) => condition.since))
          const silence: Condition = {
            ...need(one.devices[device]),
            pointId: device + 1,
            deviceName: `设备${device}`,
            deviceNo: `d${device}`,
            cause,
            since,
          }
          const rest = one.conditions.filter(({ pointId }) => pointId !== device + 1)
          const silent = { ...one, conditions: [...rest, ...other, silence] }
          expect(scoreBuilding(silent, AT).score).toBeLessThanOrEqual(
            scoreBuilding({ ...one, conditions: [...rest, ...other, ...measured] }, AT).score,
          )
        },
      ),
      runs,
    )
  })

  it('covers every condition type', () => {
    const told = new Set([
      ...EVENT_CAUSES,
      'offline',
      'mute',
      ...items.flatMap(({ apiId }) => measuredConditions(apiId)),
    ])
    expect([...told].sort()).toEqual([...CONDITION_TYPES].sort())
  })
})
