import type { point } from '#server/schema/point.table.ts'
import type { reading } from '#server/schema/record.table.ts'
import { type CityClock, DAY, HOUR, MINUTE } from './city-clock.ts'
import { type BuildingModel, type Incident, isOn, type PointModel } from './model.ts'
import { UNIT01, UNIT02 } from './plan.ts'
import { type Rng, rngFor } from './random.ts'
import { causesOf, gaugeOf, measuresOf } from './sensor.ts'

interface Watch {
  readonly backMs: number
  readonly stepMs: number
}

const LONG_WATCH: Watch = { backMs: 30 * DAY, stepMs: HOUR }
const SHORT_WATCH: Watch = { backMs: DAY, stepMs: 2 * HOUR }
const BEFORE_CHANGE = 10 * MINUTE

const LONG_WATCHED: Readonly<Record<number, number>> = { [UNIT01]: 8, [UNIT02]: 4 }

/** −1…1, morning and evening peaks. */
export function waveAt(at: number, phase: number, rng: Rng): number {
  return (
    0.55 * Math.sin((2 * Math.PI * at) / DAY + phase) +
    0.25 * Math.sin((4 * Math.PI * at) / DAY) +
    rng.float(-0.2, 0.2, 3)
  )
}

/** The first two draws. */
export function swingOf(rng: Rng): { base: number; phase: number } {
  return { base: rng.float(-1, 1, 2), phase: rng.float(0, 6.28, 2) }
}

type PointRow = typeof point.$inferInsert
type ReadingRow = typeof reading.$inferInsert

function conditionAt(point: PointModel, incidents: readonly Incident[], at: number) {
  const on = incidents.find((incident) => incident.cause !== 'offline' && isOn(incident, at))
  return on && causesOf(point.sensor).includes(on.cause) ? on.cause : null
}

/** Also at and before each change: a gap would date it back. */
function timesOf(last: number, first: number, step: number, own: readonly Incident[]): number[] {
  const steps = Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, i) => last - i * step)
  const changes = own.flatMap(({ from, to }) => [from - BEFORE_CHANGE, from, to ?? last])
  return [...new Set([...steps, ...changes.filter((at) => at > first && at < last)])].sort((a, b) => b - a)
}

export function pointState(
  point: PointModel,
  own: readonly Incident[],
  building: BuildingModel,
  watch: Watch | null,
  clock: CityClock,
): { row: PointRow; readings: ReadingRow[] } {
  const { row, sensor, reporting } = point
  const rng = rngFor('state', point.id)
  if (!reporting || building.liveFrom === null)
    return {
      row: { ...row, online: false, reportedAt: null, receivedAt: null, validAt: null, latestAt: null, latest: {} },
      readings: [],
    }
  const offline = own.find(({ cause, to }) => cause === 'offline' && to === null)
  const { base, phase } = swingOf(rng)
  const late = rng.int(1, 6) * 1000
  const freshest = clock.now.getTime() - late - rng.int(5, row.apiType === 6 ? 1500 : 240) * 1000
  const last = offline ? Math.min(offline.from, freshest) : freshest
  const measuresAt = (at: number) => measuresOf(sensor, base, waveAt(at, phase, rng), conditionAt(point, own, at))
  const latest = measuresAt(last)
  const readings: ReadingRow[] = []
  if (watch) {
    const first = Math.max(clock.now.getTime() - watch.backMs, building.liveFrom)
    for (const at of timesOf(last, first, watch.stepMs, own)) {
      if (own.some((incident) => incident.cause === 'offline' && incident.to !== null && isOn(incident, at))) continue
      readings.push({
        pointId: point.id,
        at: new Date(at),
        sequence: 0,
        buildingId: building.id,
        apiId: row.apiId,
        receivedAt: new Date(at + late),
        measures: at === last ? latest : measuresAt(at),
      })
    }
  }
  return {
    row: {
      ...row,
      online: !offline,
      reportedAt: new Date(last),
      receivedAt: new Date(last + late),
      validAt: new Date(last),
      latestAt: new Date(last),
      latest,
    },
    readings: readings.toReversed(),
  }
}

/** Bounds the rows at any scale. */
export function watchesOf(building: BuildingModel, copy: number): ReadonlyMap<PointModel, Watch> {
  const measuring = building.points.filter(({ row, reporting }) => reporting && row.apiType === 6)
  if (copy > 0) return new Map(measuring.slice(0, 1).map((point) => [point, SHORT_WATCH]))
  const gauges = measuring.filter(({ sensor }) => gaugeOf(sensor) !== undefined)
  const long = new Set(gauges.slice(0, LONG_WATCHED[building.slot.owner] ?? 0))
  return new Map(measuring.map((point) => [point, long.has(point) ? LONG_WATCH : SHORT_WATCH]))
}
