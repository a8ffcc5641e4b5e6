import type { EventKind } from '#contract/ingest.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { kindsOf } from './event-kinds.ts'
import { isPhase, type OperationReport, type PhaseReport, type StatusReport } from './event-report.ts'
import { type Begin, type ChangedRecord, deriveRecords } from './event-timeline.rules.ts'
import { ENDED_BY_RESET, loadTimelines, type Track } from './load-timelines.ts'
import type { KnownPoint } from './lock-named-points.ts'
import type { NewEvent } from '#server/evaluation/process-alarms.ts'
import { signalOf } from '#server/evaluation/signal.rules.ts'
import { apiOfEvent, monthsOf } from '../ingest.rules.ts'
import { type Placed, usedStatus } from './resolve-event-reports.ts'
import {
  insertEnds,
  insertOperations,
  insertRecords,
  insertStatuses,
  makeMonths,
  type RecordRow,
  reportKey,
  updateRecords,
} from './write-events.ts'

export interface StoredEvents {
  readonly fresh: ReadonlySet<string>
  readonly begun: readonly NewEvent[]
  readonly changed: readonly number[]
  readonly points: readonly KnownPoint[]
}

/** Idempotency key of a report. */
export function recordKey({ report, point, buildingId, at }: Placed): string {
  const { phase, sequence } = report
  if (phase === 'operations') return reportKey(phase, buildingId, report.pointNumber, at.getTime(), sequence)
  const kind = phase === 'status' ? '' : report.kind
  return reportKey(phase, point?.id ?? 0, kind, at.getTime(), sequence)
}

const isPlacedPhase = (placed: Placed): placed is Placed<PhaseReport> => isPhase(placed.report)
const isStatus = (placed: Placed): placed is Placed<StatusReport> => placed.report.phase === 'status'
const isOperation = (placed: Placed): placed is Placed<OperationReport> => placed.report.phase === 'operations'

const distinct = <P extends Placed>(rows: readonly P[]): P[] => [
  ...new Map(rows.toReversed().map((row) => [recordKey(row), row])).values(),
]

/** Precondition: all points are locked. @param below with the components of the reset systems */
export async function storeEvents(
  tx: Db,
  placed: readonly Placed[],
  below: readonly KnownPoint[],
  now: Date,
): Promise<StoredEvents> {
  const phases = placed.filter(isPlacedPhase)
  const begins = distinct(phases.filter(({ report }) => report.phase === 'begin'))
  const ends = distinct(phases.filter(({ report }) => report.phase === 'end'))
  const statuses = distinct(placed.filter(isStatus))
  const operations = distinct(placed.filter(isOperation))
  const monthsOfAll = (...rows: (readonly Placed[])[]) => monthsOf(rows.flat().map(({ at }) => at))
  await makeMonths(tx, {
    device_event: monthsOfAll(begins, statuses),
    device_event_end: monthsOfAll(ends),
    component_status: monthsOfAll(statuses),
    controller_operation: monthsOfAll(operations),
  })
  const fresh = new Set([
    ...(await insertEnds(tx, ends, now)),
    ...(await insertStatuses(tx, statuses, now)),
    ...(await insertOperations(tx, operations, now)),
  ])
  const tracks = tracksOf({ begins, ends, statuses, operations }, fresh, below)
  const { begun, changed, known } = await storeRecords(tx, tracks, statuses, now)
  for (const begin of begins) if (!known.has(recordKey(begin))) fresh.add(recordKey(begin))
  return { fresh, begun, changed, points: tracks.map(({ point }) => point) }
}

interface Reports {
  readonly begins: readonly Placed<PhaseReport>[]
  readonly ends: readonly Placed<PhaseReport>[]
  readonly statuses: readonly Placed<StatusReport>[]
  readonly operations: readonly Placed<OperationReport>[]
}

type ReportedBegin = Begin & { readonly placed: Placed<PhaseReport> }
type OpenTrack = Track & { readonly begins: ReportedBegin[] }

function tracksOf(
  { begins, ends, statuses, operations }: Reports,
  fresh: ReadonlySet<string>,
  below: readonly KnownPoint[],
): OpenTrack[] {
  const tracks = new Map<string, OpenTrack>()
  const touch = (point: KnownPoint, kind: EventKind, at: number): OpenTrack => {
    const key = `${point.id} ${kind}`
    const before = tracks.get(key)
    const track = {
      point,
      kind,
      from: Math.min(before?.from ?? at, at),
      to: Math.max(before?.to ?? at, at),
      begins: before?.begins ?? [],
    }
    tracks.set(key, track)
    return track
  }
  for (const placed of begins) {
    const { point, report, at } = placed
    touch(point, report.kind, at.getTime()).begins.push({ at: at.getTime(), sequence: report.sequence, placed })
  }
  const isFresh = (placed: Placed) => fresh.has(recordKey(placed))
  for (const { point, report, at } of ends.filter(isFresh)) touch(point, report.kind, at.getTime())
  for (const placed of statuses.filter(isFresh))
    for (const kind of kindsOf(usedStatus(placed).told)) touch(placed.point, kind, placed.at.getTime())
  for (const { report, buildingId, at } of operations.filter(isFresh))
    if (report.resets)
      for (const point of below)
        if (point.buildingId === buildingId && isBelow(point.pointNumber, report.pointNumber))
          for (const kind of ENDED_BY_RESET) touch(point, kind, at.getTime())
  return [...tracks.values()]
}

const isBelow = (pointNumber: string, system: string) => pointNumber === system || pointNumber.startsWith(`${system}.`)

/** @returns also keys of begins stored before */
async function storeRecords(
  tx: Db,
  tracks: readonly OpenTrack[],
  statuses: readonly Placed<StatusReport>[],
  now: Date,
): Promise<{ begun: NewEvent[]; changed: number[]; known: ReadonlySet<string> }> {
  const known = new Set<string>()
  if (tracks.length === 0) return { begun: [], changed: [], known }
  const statusAt = new Map(statuses.map((row) => [reportKey(row.point.id, row.at.getTime(), row.report.sequence), row]))
  const added: RecordRow[] = []
  const changed: ChangedRecord[] = []
  const timelines = await loadTimelines(tx, tracks)
  for (const [i, track] of tracks.entries()) {
    const timeline = timelines[i]
    if (!timeline) continue
    const stored = new Set(timeline.known.map(({ at, sequence }) => reportKey(at, sequence)))
    const isKnown = ({ at, sequence }: Begin) => stored.has(reportKey(at, sequence))
    for (const begin of track.begins) if (isKnown(begin)) known.add(recordKey(begin.placed))
    const derived = deriveRecords({ ...timeline, begins: track.begins.filter((begin) => !isKnown(begin)) })
    changed.push(...derived.changed)
    for (const { begin, ...row } of derived.added)
      added.push({
        track,
        ...row,
        from: begin?.placed ?? statusAt.get(reportKey(track.point.id, row.at, row.sequence)),
        fromStatus: begin === null,
      })
  }
  await updateRecords(tx, changed)
  const ids = await insertRecords(tx, added, now)
  return {
    begun: added.map((row, i) => newEventOf(row, ids[i] ?? 0)),
    changed: changed.map((row) => row.known.id),
    known,
  }
}

const newEventOf = ({ track, at, from, fromStatus }: RecordRow, eventId: number): NewEvent => ({
  eventId,
  buildingId: track.point.buildingId,
  pointId: track.point.id,
  source: null,
  pointNumber: track.point.pointNumber,
  kind: track.kind,
  apiId: apiOfEvent(track.point, track.kind),
  occurredAt: new Date(at),
  signal: signalOf({
    pointNumber: track.point.pointNumber,
    fromStatus,
    isManual: from?.report.phase === 'begin' && from.report.isManual,
  }),
})
