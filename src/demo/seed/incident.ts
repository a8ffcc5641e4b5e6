import { neededOf } from '#server/evaluation/access.rules.ts'
import { type CityClock, DAY, HOUR, MINUTE } from './city-clock.ts'
import type { BuildingModel, Incident, PointModel } from './model.ts'
import type { Care } from './plan.ts'
import { type Rng, rngFor } from './random.ts'
import { causesOf } from './sensor.ts'

export const HISTORY_DAYS = 395
/** Within the seeded partitions. */
const OLDEST_OPEN_HOURS = 58 * 24

type Trouble = Incident['cause']

/** System null: any; age in hours. */
interface OpenRecipe {
  readonly cause: Trouble
  readonly system: number | null
  readonly count: readonly [number, number]
  readonly hours: readonly [number, number]
}

const open = (
  cause: Trouble,
  system: number | null,
  count: readonly [number, number],
  hours: readonly [number, number],
): OpenRecipe => ({ cause, system, count, hours })

const OPEN: Readonly<Record<Care, readonly OpenRecipe[]>> = {
  spotless: [],
  good: [open('offline', null, [0, 2], [1, 60]), open('fault', 1, [0, 1], [5, 90]), open('shield', 1, [0, 1], [3, 40])],
  fair: [
    open('offline', null, [2, 4], [2, 360]),
    open('fault', 1, [2, 3], [30, 480]),
    open('pressure-low', 2, [0, 1], [3, 140]),
    open('pump-manual', 2, [0, 1], [2, 70]),
    open('alarm-unhandled', 4, [0, 1], [26, 90]),
    open('shield', 1, [1, 2], [30, 140]),
  ],
  weak: [
    open('offline', null, [3, 5], [6, 620]),
    open('fault', 1, [3, 5], [30, 800]),
    open('shield', 1, [2, 3], [28, 220]),
    open('alarm-unhandled', 1, [0, 1], [1, 20]),
    open('pressure-low', 2, [1, 1], [4, 200]),
    open('level-low', 2, [0, 1], [3, 120]),
    open('pump-manual', 2, [1, 1], [4, 260]),
    open('pressure-low', 3, [0, 1], [4, 160]),
  ],
  poor: [
    open('offline', null, [4, 7], [20, 900]),
    open('fault', 1, [3, 5], [30, OLDEST_OPEN_HOURS]),
    open('shield', 1, [2, 4], [26, 300]),
    open('alarm-unhandled', 1, [1, 2], [26, 210]),
    open('alarm-unhandled', 1, [1, 1], [1, 8]),
    open('alarm-unhandled', 4, [1, 2], [26, 400]),
    open('pressure-low', 2, [1, 1], [5, 280]),
    open('pressure-high', 2, [0, 1], [5, 120]),
    open('level-low', 2, [1, 1], [4, 200]),
    open('pump-manual', 2, [1, 2], [20, 480]),
    open('pump-power', 2, [0, 1], [1, 60]),
    open('pressure-low', 3, [0, 2], [4, 240]),
    open('pump-manual', 3, [0, 1], [10, 300]),
  ],
}

const MONTHLY: Readonly<Record<Care, { readonly brief: number; readonly long: number }>> = {
  spotless: { brief: 1.5, long: 0 },
  good: { brief: 3, long: 7 },
  fair: { brief: 5, long: 24 },
  weak: { brief: 6, long: 38 },
  poor: { brief: 7, long: 44 },
}

const BRIEF: Readonly<Record<Trouble, number>> = {
  fault: 30,
  offline: 16,
  'pressure-high': 9,
  'pressure-low': 11,
  'level-high': 10,
  'level-low': 14,
  'pump-manual': 5,
  'pump-power': 1.2,
  'alarm-unhandled': 10,
  shield: 24,
}
const LONG_HOURS = 150
/** Causes that a site resolves quickly, so that they never last for days. */
const NEVER_LONG: ReadonlySet<Trouble> = new Set(['pump-power', 'alarm-unhandled', 'pressure-high', 'level-high'])

function lastingMs(cause: Trouble, long: boolean, rng: Rng): number {
  const mean = long && !NEVER_LONG.has(cause) ? LONG_HOURS : BRIEF[cause]
  return Math.max(20 * MINUTE, Math.min(4.5 * mean, -mean * Math.log(1 - rng.next())) * HOUR)
}

/** At most one per point. */
function openNow(building: BuildingModel, speaking: readonly PointModel[], clock: CityClock, rng: Rng): Incident[] {
  const taken = new Set<number>()
  const spare = spareOf(building)
  const latest = building.silentFrom ?? clock.now.getTime()
  const oldest = building.liveFrom ?? latest
  return OPEN[building.slot.care].flatMap(({ cause, system, count, hours }) => {
    const fit = speaking.filter(
      (p) => !taken.has(p.id) && (system === null || p.row.systemId === system) && causesOf(p.sensor).includes(cause),
    )
    return rng.sample(fit, rng.int(...count)).map((point) => {
      taken.add(point.id)
      const ago = rng.int(hours[0] * 60, hours[1] * 60) * MINUTE
      const isLong = cause === 'offline' && ago > SHORT_SILENCE
      const from = Math.max(latest - (isLong && !spare.take(point) ? SHORT_SILENCE : ago), oldest + HOUR)
      return { point, cause, from, to: null }
    })
  })
}

/** Keeps an item type connected. */
const SHORT_SILENCE = 6.5 * DAY

/** Silent without disconnecting the item type. */
function spareOf(building: BuildingModel) {
  const left = new Map<number, number>()
  for (const { row } of building.points) left.set(row.apiId, (left.get(row.apiId) ?? 0) + 1)
  for (const [apiId, points] of left) left.set(apiId, points - neededOf(points))
  return {
    take({ row }: PointModel): boolean {
      const spare = left.get(row.apiId) ?? 0
      if (spare > 0) left.set(row.apiId, spare - 1)
      return spare > 0
    },
  }
}

function past(
  building: BuildingModel,
  speaking: readonly PointModel[],
  current: readonly Incident[],
  clock: CityClock,
  rng: Rng,
): Incident[] {
  if (building.liveFrom === null || speaking.length === 0) return []
  const end = (building.silentFrom ?? clock.now.getTime()) - HOUR
  const start = Math.max(building.liveFrom + HOUR, clock.now.getTime() - HISTORY_DAYS * DAY)
  const { brief, long } = MONTHLY[building.slot.care]
  const months = (end - start) / (30 * DAY)
  const wanted = Math.round((brief + long) * months * (speaking.length / 60))
  const spell = { length: rng.int(70, 170) * DAY, phase: rng.next() }
  const found = [...current]
  for (let i = 0; i < wanted; i++) {
    const point = rng.pick(speaking)
    const cause = rng.pick(causesOf(point.sensor))
    const from = Math.floor(start + rng.next() * (end - start))
    const to = Math.floor(from + lastingMs(cause, rng.chance(long / (brief + long)), rng))
    // Scores drift instead of flickering.
    const mood = Math.sin(Math.PI * (from / spell.length + spell.phase)) ** 2
    if (!rng.chance(0.2 + 0.8 * mood)) continue
    const busy = found.some(
      (other) => other.point === point && other.from < to + HOUR && (other.to ?? Infinity) > from - HOUR,
    )
    if (!busy && to < end) found.push({ point, cause, from, to })
  }
  return found.slice(current.length)
}

export function incidentsOf(building: BuildingModel, clock: CityClock): Incident[] {
  const speaking = building.points.filter((point) => point.reporting)
  const rng = rngFor('incidents', building.id)
  const { silentFrom } = building
  const current = openNow(building, speaking, clock, rng)
  if (silentFrom !== null) {
    const still = current.filter(({ cause }) => cause !== 'offline')
    const silence = speaking.map((point): Incident => ({
      point,
      cause: 'offline',
      from: silentFrom + rng.int(0, 240) * 1000,
      to: null,
    }))
    current.splice(0, current.length, ...still, ...silence)
  }
  return [...current, ...past(building, speaking, current, clock, rng)]
    .map(inWholeSeconds)
    .sort((a, b) => a.from - b.from || a.point.id - b.point.id)
}

const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

function inWholeSeconds(incident: Incident): Incident {
  return {
    ...incident,
    from: wholeSecond(incident.from),
    to: incident.to === null ? null : wholeSecond(incident.to),
  }
}
