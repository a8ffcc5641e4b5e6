import { expectedInterval } from '#server/evaluation/expected-interval.ts'
import { LAST_EVENT_TYPE } from '#server/devices/valid-report.ts'
import { makeBuilding } from '../seed/building.ts'
import type { CityClock } from '../seed/city-clock.ts'
import { incidentsOf } from '../seed/incident.ts'
import type { BuildingModel, PointModel } from '../seed/model.ts'
import { FIRST_POINT_ID, SLOTS, UNITS_PER_CITY } from '../seed/plan.ts'
import { FIRST_PROVIDER_ID } from '../seed/provider.ts'
import { swingOf, waveAt } from '../seed/reading.ts'
import { type Sensor, measuresOf } from '../seed/sensor.ts'
import { rngFor } from '../seed/random.ts'
import { makeUnit } from '../seed/unit.ts'

export interface Speaker {
  readonly providerId: number
  readonly projectId: string
  readonly pointNumber: string
  readonly sensor: Sensor
  readonly sound: boolean
  /** A lost report does not make it silent. */
  readonly speaksEvery: number
  /** Whether it reports measures (stored as rows) or heartbeats. */
  readonly measures: boolean
  measuresAt(at: number): Record<string, number>
}

const REPORTS_AN_INTERVAL = 2.5

/** Silent points stay silent. */
export function speakersOf(clock: CityClock): Speaker[] {
  const units = Array.from({ length: UNITS_PER_CITY }, (_, place) => makeUnit(place, 0, clock))
  let next = FIRST_POINT_ID
  return SLOTS.flatMap((slot, index) => {
    const owner = units[slot.owner]
    const providerId = slot.provider === null ? null : FIRST_PROVIDER_ID + slot.provider
    if (!owner) throw new Error(`no unit ${slot.owner} in the plan`)
    const made = makeBuilding(slot, index, 0, owner, providerId, clock, { next: () => next++ })
    return providerId === null || made.liveFrom === null ? [] : speakersIn(made, providerId, clock)
  })
}

function speakersIn(made: BuildingModel, providerId: number, clock: CityClock): Speaker[] {
  const open = incidentsOf(made, clock).filter(({ to }) => to === null)
  const wrong = new Map(open.map(({ point, cause }) => [point.id, cause]))
  return made.points
    .filter(({ id, reporting }) => reporting && wrong.get(id) !== 'offline')
    .map((point) => speakerOf(point, made, providerId, wrong.get(point.id) ?? null))
}

function speakerOf(
  { id, row, sensor }: PointModel,
  made: BuildingModel,
  providerId: number,
  cause: Parameters<typeof measuresOf>[3],
): Speaker {
  const { base, phase } = swingOf(rngFor('state', id))
  return {
    providerId,
    projectId: made.row.openProjectId,
    pointNumber: row.pointNumber,
    sensor,
    sound: cause === null,
    speaksEvery: expectedInterval(row.apiId) / REPORTS_AN_INTERVAL,
    measures: row.apiType > LAST_EVENT_TYPE,
    measuresAt: (at) => measuresOf(sensor, base, waveAt(at, phase, rngFor('said', id, at)), cause),
  }
}
