import { Buffer } from 'node:buffer'
import type { Db } from '#server/platform/db/open-db.ts'
import { type EventReport, isPhase } from './event-report.ts'
import { lockNamedPoints, nameOf, type Wanted } from './lock-named-points.ts'
import { apiOfEvent } from '../ingest.rules.ts'
import { acceptedFire, DUPLICATE, UNPLACED, type JudgedItem } from './item-result.ts'
import {
  type Placed,
  type Placement,
  resolveReports,
  type Quarantine,
  tellsOfFire,
  unusedReason,
} from './resolve-event-reports.ts'
import { recordKey, storeEvents } from './store-events.ts'
import { type BatchContext, scopeOf, type StoredBatch } from './ingest-readings.ts'
import { storeUnplaced, type UnplacedFireReport } from './unplaced-fires.ts'
import {
  type QuarantinedRow,
  type HandlingRow,
  notePointsReported,
  rowKey,
  quarantineItems,
  updateHandling,
} from './store-items.ts'

export async function ingestEvents(
  tx: Db,
  arrival: BatchContext,
  reports: readonly EventReport[],
): Promise<StoredBatch> {
  const { providerId, now } = arrival
  const found = await lockNamedPoints(tx, providerId, wantedOf(reports))
  const placements = await resolveReports(tx, arrival, reports, found)
  const placed = placements.flatMap((one) => (one.is === 'stored' ? [one.placed] : []))
  const { fresh, begun, changed, points } = await storeEvents(tx, placed, found.all, now)
  const handlings = handlingsOf(placed)
  const handled = await storeHandlings(tx, handlings)
  const spoke = placed.flatMap(({ point, at, report: { sequence } }) =>
    point?.isListed ? [{ point, pointId: point.id, at, sequence }] : [],
  )
  await notePointsReported(tx, spoke, now)
  await quarantineItems(tx, providerId, placements.flatMap(asideOf), now)
  const unplaced = await storeUnplaced(tx, arrival, placements.flatMap(unplacedOf))
  const { pointIds, buildingIds, ...oldest } = scopeOf(spoke)
  const listed = points.filter(({ isListed }) => isListed)
  return {
    verdicts: verdictsOf(placements, fresh, handled),
    arrived: {
      pointIds: [...new Set([...pointIds, ...listed.map(({ id }) => id)])],
      buildingIds: [...new Set([...buildingIds, ...points.map(({ buildingId }) => buildingId)])],
      ...oldest,
    },
    begun: [...begun, ...unplaced],
    changed,
    handled: { providerId, reports: [...handlings.values()] },
  }
}

const wantedOf = (reports: readonly EventReport[]): Wanted => ({
  names: reports,
  kept: new Set(reports.filter(tellsOfFire).map(nameOf)),
  systems: reports.filter((report) => report.phase === 'operations' && report.resets),
})

function handlingsOf(placed: readonly Placed[]): Map<string, HandlingRow> {
  const rows = new Map<string, HandlingRow>()
  for (const one of placed) {
    const { report, point, at, handlingFault } = one
    if (handlingFault || !isPhase(report) || !point || !report.state || !report.handledTime) continue
    const { kind, sequence, state, handledTime, handledBy = null, handledPhone = null } = report
    const row = {
      point,
      pointId: point.id,
      apiId: apiOfEvent(point, kind),
      kind,
      at,
      sequence,
      state,
      handledAt: handledTime,
      handledBy,
      handledPhone,
    }
    const key = recordKey(one)
    const other = rows.get(key)
    if (!other || compareHandlings(row, other) > 0) rows.set(key, row)
  }
  return rows
}

const compareHandlings = (a: HandlingRow, b: HandlingRow) =>
  a.handledAt.getTime() - b.handledAt.getTime() || a.state - b.state || Buffer.compare(handlerOf(a), handlerOf(b))

const handlerOf = ({ handledBy, handledPhone }: HandlingRow) => Buffer.from(`${handledBy ?? ''}|${handledPhone ?? ''}`)

async function storeHandlings(tx: Db, rows: ReadonlyMap<string, HandlingRow>): Promise<ReadonlySet<string>> {
  if (rows.size === 0) return new Set()
  const changed = await updateHandling(tx, [...rows.values()])
  return new Set(
    [...rows].flatMap(([key, row]) => (changed.has(rowKey(row.pointId, row.at, row.kind, row.sequence)) ? [key] : [])),
  )
}

/** Unknown to the database and to the batch so far. */
function verdictsOf(
  placements: readonly Placement[],
  fresh: ReadonlySet<string>,
  handled: ReadonlySet<string>,
): JudgedItem[] {
  const seen = new Set<string>()
  return placements.map((one) => {
    if (one.is === 'not') return one.verdict
    const { placed } = one
    const key = recordKey(placed)
    const { report, handlingFault } = placed
    const handling = isPhase(report) && report.state ? `${key} ${report.state} ${report.handledTime?.getTime()}` : null
    const isNew = fresh.has(key) && !seen.has(key)
    const isHandled = handling !== null && handled.has(key) && !seen.has(handling)
    seen.add(key)
    if (handling) seen.add(handling)
    if (!isNew && !isHandled) return { ...DUPLICATE, message: handlingFault }
    return acceptedFire(placed.mark !== null, placed.point?.isListed === false, handlingFault)
  })
}

/** The response names refused events; a gateway's reply cannot. */
function asideOf(one: Placement): QuarantinedRow[] {
  const { report } = one.is === 'stored' ? one.placed : one
  const row = (quarantine: Quarantine, itemKind: string): QuarantinedRow => ({
    ...quarantine,
    pointNumber: report.pointNumber,
    itemKind,
    at: report.time,
    sequence: report.sequence,
    item: { ...report },
  })
  if (one.is === 'stored') {
    const reason = unusedReason(one.placed)
    return reason ? [row({ buildingId: one.placed.buildingId, reason }, 'status')] : []
  }
  if (!one.quarantine) return []
  if (!isPhase(report)) return [row(one.quarantine, report.phase)]
  return one.verdict.result === 'quarantined' ? [row(one.quarantine, `${report.kind} ${report.phase}`)] : []
}

const unplacedOf = (one: Placement): UnplacedFireReport[] =>
  one.is === 'not' && one.verdict === UNPLACED ? [{ ...one.report, source: `建筑标识 ${one.report.projectId}` }] : []
