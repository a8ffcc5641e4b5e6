import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAUSES, type Cause, DAY, HOUR, isSilence, MINUTE, type Trouble } from '../understanding/cause.ts'
import { causesTold } from '../understanding/reading.rules.ts'
import { SYSTEMS } from '../dictionary/systems.ts'
import { scoreBuilding, type Standing } from './score-building.ts'

/** An element that the test has put there. */
function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there')
  return value
}

const AT = Date.parse('2026-03-23T10:15:00+08:00')
const DEVICES = 8
const EVENT_CAUSES: readonly Cause[] = ['fault', 'shield', 'alarm-unhandled']

/** Ages on both sides of each span of the rules, and any other. */
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

/** Troubles that can be: measured ones only where the item type shows them, each cause of a device once, one silence. */
function troublesOf(devices: readonly (typeof items)[number][], drawn: readonly Drawn[]): Trouble[] {
  const found = new Map<string, Trouble>()
  for (const { device, pick, age } of drawn) {
    const kind = need(devices[device])
    const possible = [...EVENT_CAUSES, ...causesTold(kind.apiId), pick % 2 === 0 ? 'offline' : 'mute'] as const
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
  .map(([devices, drawn, mustPercent, points]): Standing & { devices: typeof devices } => ({
    devices,
    mustPercent,
    missingSince: mustPercent < 100 ? AT - DAY : null,
    isFailed: false,
    points,
    troubles: troublesOf(devices, drawn),
  }))
/** `HISTORIES=5000` tries more. */
const runs = { numRuns: Number(process.env.HISTORIES ?? 300) }

describe("any building's score", () => {
  it('lies between 0 and 100 and is 100 less what its items cost', () => {
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

  it('names in each item a trouble of that device that has its beginning', () => {
    fc.assert(
      fc.property(standing, (one) => {
        for (const { pointId, since, describe: text } of scoreBuilding(one, AT).items) {
          if (pointId === null) continue
          const own = one.troubles.filter((trouble) => trouble.pointId === pointId)
          const wire = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
          expect(own.map((trouble) => wire(trouble.since))).toContain(since)
          expect(text.startsWith(need(own[0]).deviceName)).toBe(true)
        }
      }),
      runs,
    )
  })

  it('does not depend on the order of the troubles', () => {
    fc.assert(
      fc.property(standing, (one) => {
        const reversed = { ...one, troubles: one.troubles.toReversed() }
        expect(scoreBuilding(reversed, AT)).toEqual(scoreBuilding(one, AT))
      }),
      runs,
    )
  })

  it('never rises because its troubles get older', () => {
    fc.assert(
      fc.property(standing, fc.integer({ min: 0, max: 60 * DAY }), (one, later) => {
        expect(scoreBuilding(one, AT + later).score).toBeLessThanOrEqual(scoreBuilding(one, AT).score)
      }),
      runs,
    )
  })

  it('never rises because something more is wrong', () => {
    fc.assert(
      fc.property(standing, fc.nat(29), (one, left) => {
        const fewer = { ...one, troubles: one.troubles.filter((_, i) => i !== left) }
        expect(scoreBuilding(one, AT).score).toBeLessThanOrEqual(scoreBuilding(fewer, AT).score)
      }),
      runs,
    )
  })

  it('never rises because a device is silent instead of reporting what is wrong', () => {
    fc.assert(
      fc.property(
        standing,
        fc.nat(DEVICES - 1),
        fc.constantFrom('offline' as const, 'mute' as const),
        (one, device, cause) => {
          const own = one.troubles.filter(({ pointId }) => pointId === device + 1)
          const measured = own.filter((trouble) => causesTold(trouble.apiId).includes(trouble.cause))
          const other = own.filter((trouble) => !measured.includes(trouble) && !isSilence(trouble.cause))
          // It reported last before all that its readings show began.
          const since = Math.min(AT, ...measured.map((trouble) => trouble.since))
          const silence: Trouble = {
            ...need(one.devices[device]),
            pointId: device + 1,
            deviceName: `设备${device}`,
            deviceNo: `d${device}`,
            cause,
            since,
          }
          const rest = one.troubles.filter(({ pointId }) => pointId !== device + 1)
          const silent = { ...one, troubles: [...rest, ...other, silence] }
          expect(scoreBuilding(silent, AT).score).toBeLessThanOrEqual(
            scoreBuilding({ ...one, troubles: [...rest, ...other, ...measured] }, AT).score,
          )
        },
      ),
      runs,
    )
  })

  it('knows every cause', () => {
    const told = new Set([...EVENT_CAUSES, 'offline', 'mute', ...items.flatMap(({ apiId }) => causesTold(apiId))])
    expect([...told].sort()).toEqual([...CAUSES].sort())
  })
})
