import { Buffer } from 'node:buffer'
import type { Db } from '../db/open-db.ts'
import type { EventReport, PhaseReport } from './event-report.ts'
import { findPoints, nameOf, type Wanted } from './find-points.ts'
import { apiOfEvent } from './ingest.rules.ts'
import { acceptedFire, DUPLICATE, UNPLACED, type Verdict } from './outcome.ts'
import { type Placed, type Placement, placeReports, tellsOfFire, unusedReason } from './place-reports.ts'
import { keyOf, storeEvents } from './store-events.ts'
import { type Arrival, arrivedOf, type Taken } from './take-readings.ts'
import { storeUnplaced, type UnplacedFire } from './unplaced-fires.ts'
import { type AsideRow, type HandlingRow, notePointsSpoke, rowKey, setAside, updateHandling } from './write-items.ts'

/** Takes reports of events, in the caller's transaction; each one's verdict in their order. */
export async function takeEvents(tx: Db, arrival: Arrival, reports: readonly EventReport[]): Promise<Taken> {
  const { providerId, now } = arrival
  const found = await findPoints(tx, providerId, wantedOf(reports))
  const placements = await placeReports(tx, arrival, reports, found)
  const placed = placements.flatMap((one) => (one.is === 'stored' ? [one.placed] : []))
  const { fresh, begun, points } = await storeEvents(tx, placed, found.all, now)
  const handlings = handlingsOf(placed)
  const handled = await storeHandlings(tx, handlings)
  const spoke = placed.flatMap(({ point, at, report: { sequence } }) =>
    point?.isListed ? [{ point, pointId: point.id, at, sequence }] : [],
  )
  if (spoke.length > 0) await notePointsSpoke(tx, spoke, now)
  const aside = placements.flatMap((one, i) => asideOf(one, reports[i]))
  if (aside.length > 0) await setAside(tx, providerId, aside, now)
  const unplaced = await storeUnplaced(tx, arrival, unplacedOf(placements, reports))
  const { pointIds, buildingIds, ...oldest } = arrivedOf(spoke)
  const listed = points.filter(({ isListed }) => isListed)
  return {
    verdicts: verdictsOf(placements, fresh, handled),
    arrived: {
      pointIds: [...new Set([...pointIds, ...listed.map(({ id }) => id)])],
      buildingIds: [...new Set([...buildingIds, ...points.map(({ buildingId }) => buildingId)])],
      ...oldest,
    },
    begun: [...begun, ...unplaced],
    handled: { providerId, reports: [...handlings.values()] },
  }
}

const wantedOf = (reports: readonly EventReport[]): Wanted => ({
  names: reports,
  kept: new Set(reports.filter(tellsOfFire).map(nameOf)),
  systems: reports.filter((report) => report.phase === 'operation' && report.resets),
})

const phaseOf = ({ report }: Placed): PhaseReport | null =>
  report.phase === 'begin' || report.phase === 'end' ? report : null

/** How events were handled: of several reports about one event the last handling, by the reports' keys. */
function handlingsOf(placed: readonly Placed[]): Map<string, HandlingRow> {
  const rows = new Map<string, HandlingRow>()
  for (const one of placed) {
    const { point, at } = one
    const { kind, sequence, state, handledTime, handledBy, handledPhone } = phaseOf(one) ?? {}
    if (!point || !kind || sequence === undefined || !state || !handledTime) continue
    const key = keyOf(one)
    const other = rows.get(key)
    const handler = handlerOf({ handledBy: handledBy ?? null, handledPhone: handledPhone ?? null })
    const order = other
      ? handledTime.getTime() - other.handledAt.getTime() ||
        state - other.state ||
        Buffer.compare(Buffer.from(handler), Buffer.from(handlerOf(other)))
      : 1
    if (order > 0)
      rows.set(key, {
        point,
        pointId: point.id,
        apiId: apiOfEvent(point, kind),
        kind,
        at,
        sequence,
        state,
        handledAt: handledTime,
        handledBy: handledBy ?? null,
        handledPhone: handledPhone ?? null,
      })
  }
  return rows
}

/** As in `updateHandling`. */
const handlerOf = ({ handledBy, handledPhone }: Pick<HandlingRow, 'handledBy' | 'handledPhone'>) =>
  `${handledBy ?? ''}|${handledPhone ?? ''}`

/** @returns the keys of what changed */
async function storeHandlings(tx: Db, rows: ReadonlyMap<string, HandlingRow>): Promise<ReadonlySet<string>> {
  if (rows.size === 0) return new Set()
  const changed = await updateHandling(tx, [...rows.values()])
  return new Set(
    [...rows].flatMap(([key, row]) => (changed.has(rowKey(row.pointId, row.at, row.kind, row.sequence)) ? [key] : [])),
  )
}

/** A report is accepted where it says something that neither the platform nor an earlier one of the batch knew. */
function verdictsOf(
  placements: readonly Placement[],
  fresh: ReadonlySet<string>,
  handled: ReadonlySet<string>,
): Verdict[] {
  const seen = new Set<string>()
  return placements.map((one) => {
    if (one.is === 'not') return one.verdict
    const { placed } = one
    const key = keyOf(placed)
    const { state, handledTime } = phaseOf(placed) ?? {}
    const handling = state ? `${key} ${state} ${handledTime?.getTime()}` : null
    const isNew = fresh.has(key) && !seen.has(key)
    const isHandled = handling !== null && handled.has(key) && !seen.has(handling)
    seen.add(key)
    if (handling) seen.add(handling)
    return isNew || isHandled ? acceptedFire(placed.mark !== null, placed.point?.isListed === false) : DUPLICATE
  })
}

/** What is kept of a report that is not used, or not used whole; a refusal that a provider hears of itself is not kept. */
function asideOf(one: Placement, report: EventReport | undefined): AsideRow[] {
  if (!report) return []
  const row = (buildingId: number, reason: AsideRow['reason'], itemKind: string): AsideRow => ({
    buildingId,
    pointNumber: report.pointNumber,
    reason,
    itemKind,
    at: report.time,
    sequence: report.sequence,
    item: { ...report },
  })
  if (one.is === 'stored') {
    const reason = unusedReason(one.placed)
    return reason ? [row(one.placed.buildingId, reason, 'status')] : []
  }
  const isKept = report.phase === 'status' || report.phase === 'operation' || one.verdict.result === 'quarantined'
  if (!isKept || one.buildingId === null || one.reason === null) return []
  const isPhase = report.phase === 'begin' || report.phase === 'end'
  return [row(one.buildingId, one.reason, isPhase ? `${report.kind} ${report.phase}` : report.phase)]
}

const unplacedOf = (placements: readonly Placement[], reports: readonly EventReport[]): UnplacedFire[] =>
  placements.flatMap((one, i) => {
    const report = reports[i]
    if (one.is === 'stored' || one.verdict !== UNPLACED || !report) return []
    return [{ ...report, source: `建筑标识 ${report.projectId}` }]
  })
