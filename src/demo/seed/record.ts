import { SYSTEMS } from '#server/reference/systems.ts'
import type { deviceEvent } from '#server/schema/record.table.ts'
import { type CityClock, DAY, HOUR, MINUTE } from './city-clock.ts'
import { phone } from './identity-numbers.ts'
import { type BuildingModel, type Incident, isOn, type PointModel } from './model.ts'
import { person } from './names.ts'
import { type Rng, rngFor } from './random.ts'

/** Open ones at any age. */
export const RECORD_DAYS = 30

type Row = Omit<typeof deviceEvent.$inferInsert, 'id'>
type Kind = Row['kind']

/** 1 fire, 2 fault, 3 shield, 4 action. */
const API_TYPES: Readonly<Record<Kind, number>> = { fire: 1, fault: 2, shield: 3, action: 4 }

function apiFor(point: PointModel, kind: Kind): number {
  const apis = SYSTEMS.find(({ id }) => id === point.row.systemId)?.apis ?? []
  return apis.find(({ type }) => type === API_TYPES[kind])?.id ?? point.row.apiId
}

/** Mostly false alarms and tests. */
function stateOf(kind: Kind, rng: Rng): number {
  const draw = rng.next()
  if (kind === 'shield') return 1
  if (kind === 'fault') return draw < 0.75 ? 2 : draw < 0.88 ? 3 : 1
  if (kind === 'action') return draw < 0.8 ? 4 : 3
  return draw < 0.62 ? 1 : draw < 0.88 ? 4 : draw < 0.99 ? 3 : 2
}

function recordOf(
  point: PointModel,
  kind: Kind,
  span: { from: number; to: number | null },
  handledAfter: number | null,
  building: BuildingModel,
  rng: Rng,
): Row {
  const handled = span.to === null ? null : span.from + Math.min(handledAfter ?? Infinity, span.to - span.from)
  const own = rng.chance(0.6)
  const by = own ? building.owner.duty : { name: person(rng), phone: phone(rng) }
  return {
    pointId: point.id,
    buildingId: building.id,
    apiId: apiFor(point, kind),
    kind,
    occurredAt: new Date(span.from),
    // Unhandled ones come late.
    receivedAt: new Date(span.from + rng.int(3, 9) * (handled === null ? 5 * MINUTE : 1000)),
    endedAt: span.to === null ? null : new Date(span.to),
    state: handled === null ? 0 : stateOf(kind, rng),
    handledAt: handled === null ? null : new Date(Math.floor(handled / 1000) * 1000),
    handledBy: handled === null ? null : by.name,
    handledPhone: handled === null ? null : by.phone,
    sequence: 0,
  }
}

/** Null: in readings only. */
function kindOfIncident({ cause, point }: Incident): Kind | null {
  if (cause === 'fault' || cause === 'shield') return cause
  if (cause !== 'alarm-unhandled') return null
  return point.row.systemId === 4 ? 'fault' : 'fire'
}

function everyday(building: BuildingModel, incidents: readonly Incident[], clock: CityClock, rng: Rng): Row[] {
  const now = clock.now.getTime()
  const start = Math.max(now - RECORD_DAYS * DAY, (building.liveFrom ?? now) + HOUR)
  const end = (building.silentFrom ?? now) - HOUR
  const speaking = building.points.filter((point) => point.reporting)
  if (end - start < DAY) return []
  const draw = (kind: Kind, candidates: readonly PointModel[], count: number, minutes: readonly [number, number]) =>
    candidates.length === 0
      ? []
      : Array.from({ length: count }, () => {
          const point = rng.pick(candidates)
          const from = Math.floor((start + rng.next() * (end - start)) / 1000) * 1000
          const lasting = rng.int(minutes[0] * 60, minutes[1] * 60) * 1000
          const troubled = incidents.some((other) => other.point === point && isOn(other, from))
          return troubled ? [] : [recordOf(point, kind, { from, to: from + lasting }, lasting, building, rng)]
        }).flat()
  const month = (end - start) / (RECORD_DAYS * DAY)
  return [
    ...draw(
      'fire',
      speaking.filter(({ sensor }) => sensor === 'detector' || sensor === 'gas'),
      Math.round((month * speaking.length) / 2.5),
      [2, 24],
    ),
    ...draw(
      'action',
      speaking.filter(({ row }) => row.apiType === 4),
      Math.round((month * speaking.length) / 3.5),
      [3, 55],
    ),
  ]
}

export function recordsOf(building: BuildingModel, incidents: readonly Incident[], clock: CityClock): Row[] {
  const rng = rngFor('records', building.id)
  const since = clock.now.getTime() - RECORD_DAYS * DAY
  const lasting = incidents.flatMap((incident) => {
    const kind = kindOfIncident(incident)
    if (kind === null || (incident.to !== null && incident.from < since)) return []
    const handledAfter = kind === 'fault' ? rng.int(20, 240) * MINUTE : null
    return [recordOf(incident.point, kind, incident, handledAfter, building, rng)]
  })
  const rows = [...lasting, ...everyday(building, incidents, clock, rng)]
  rows.sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || a.pointId - b.pointId)
  const counted = new Map<number, number>()
  for (const row of rows) {
    row.sequence = (counted.get(row.pointId) ?? 0) + 1
    counted.set(row.pointId, row.sequence)
  }
  return rows
}
