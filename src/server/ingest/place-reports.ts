import type { Db } from '../db/open-db.ts'
import type { TIME_MARKS } from '../record/record.table.ts'
import { bitOf } from './event-kinds.ts'
import type { EventReport, StatusReport } from './event-report.ts'
import { type Found, type KnownPoint, nameOf } from './find-points.ts'
import { judgeTime, type TimeJudgement } from './ingest.rules.ts'
import { EXPIRED, FUTURE, NOT_THERE, REMOVED, refused, UNPLACED, UNSET, type Verdict } from './outcome.ts'
import { type MarkedRow, markedRows } from './marked-rows.store.ts'
import type { Arrival } from './take-readings.ts'
import type { QuarantineReason } from './quarantine.table.ts'

export type TimeMark = (typeof TIME_MARKS)[number]

/** A report with its point and the time that counts. */
export interface Placed<R extends EventReport = EventReport> {
  readonly report: R
  /** Null of an operation, which is about a system. */
  readonly point: KnownPoint | null
  readonly buildingId: number
  readonly at: Date
  readonly mark: TimeMark | null
}

/** What becomes of a report: it is stored, or it is not and why. */
export type Placement =
  | { readonly is: 'stored'; readonly placed: Placed }
  | {
      readonly is: 'not'
      readonly verdict: Verdict
      readonly buildingId: number | null
      readonly reason: QuarantineReason | null
    }

export const TIME_MARK_OF: Readonly<Record<Exclude<TimeJudgement, 'fine'>, TimeMark>> = {
  future: 'ahead',
  expired: 'expired',
  unset: 'unset',
}
const REFUSALS: Readonly<Record<Exclude<TimeJudgement, 'fine'>, { verdict: Verdict; reason: QuarantineReason }>> = {
  future: { verdict: FUTURE, reason: 'future' },
  expired: { verdict: EXPIRED, reason: 'expired' },
  unset: { verdict: UNSET, reason: 'unset' },
}

const FIRE = bitOf('fire')

/** Whether a report tells of a fire, which is kept whatever its time and whether or not its component is registered. */
export function tellsOfFire(report: EventReport): boolean {
  if (report.phase === 'operation') return false
  return report.phase === 'status' ? (report.told & FIRE) !== 0 : report.kind === 'fire'
}

export const isFireBegin = (report: EventReport) =>
  report.phase === 'begin' ? report.kind === 'fire' : report.phase === 'status' && (report.lasting & FIRE) !== 0

const no = (verdict: Verdict, buildingId: number | null, reason: QuarantineReason | null): Placement => ({
  is: 'not',
  verdict,
  buildingId,
  reason,
})

/** Judges each report by its point and its time; those of fires whose time cannot be used get the server's. */
export async function placeReports(
  tx: Db,
  { now, retentionMonths }: Arrival,
  reports: readonly EventReport[],
  { points, buildings, removed }: Found,
): Promise<Placement[]> {
  const judged = reports.map((report) => judgeTime(report.time, now, retentionMonths))
  const placements = reports.map((report, i): Placement => {
    const buildingId = buildings.get(report.projectId)
    const name = nameOf(report)
    const point = points.get(name) ?? null
    if (buildingId === undefined) return no(isFireBegin(report) ? UNPLACED : NOT_THERE, null, null)
    if (report.phase !== 'operation' && !point)
      return no(removed.has(name) ? REMOVED : NOT_THERE, buildingId, 'unknown-point')
    if (point && !point.isListed && !tellsOfFire(report)) return no(NOT_THERE, buildingId, 'unknown-point')
    const judgement = judged[i] ?? 'unset'
    if (judgement !== 'fine' && !tellsOfFire(report)) {
      const { verdict, reason } = REFUSALS[judgement]
      return no(verdict, buildingId, reason)
    }
    const fault = handlingFault(report, now, retentionMonths)
    if (fault) return no(refused(fault), buildingId, null)
    const mark = judgement === 'fine' ? null : TIME_MARK_OF[judgement]
    return { is: 'stored', placed: { report, point, buildingId, at: report.time ?? now, mark } }
  })
  return withServerTimes(tx, placements, now)
}

function handlingFault(report: EventReport, now: Date, retentionMonths: number): string | null {
  if (report.phase === 'status' || report.phase === 'operation') return null
  const { phase, state, handledTime } = report
  if (phase === 'end' && state !== undefined) return '处理状态应随 phase 为 begin 的记录上报'
  if (state && !handledTime) return '填写处理状态时须填写处理时间'
  if (handledTime && judgeTime(handledTime, now, retentionMonths) !== 'fine') return '处理时间有误'
  return null
}

/** In the order of the device's own clock, a millisecond apart, behind what was stored with the server's time before. */
async function withServerTimes(tx: Db, placements: Placement[], now: Date): Promise<Placement[]> {
  const marked = placements.flatMap((one) => (one.is === 'stored' && one.placed.mark ? [one.placed] : []))
  if (marked.length === 0) return placements
  const stored = await markedRows(tx, [...new Set(marked.flatMap(({ point }) => (point ? [point.id] : [])))])
  const timeOf = ({ report }: Placed) => report.time?.getTime() ?? Infinity
  let last = Math.max(now.getTime() - 1, ...stored.map(({ at }) => at))
  const times = new Map<string, Date>()
  for (const placed of marked.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))) {
    const key = sameKey(placed)
    if (times.has(key)) continue
    const known = stored.find((row) => isSame(row, placed))
    times.set(key, new Date(known?.at ?? ++last))
  }
  return placements.map((one) =>
    one.is === 'stored' && one.placed.mark
      ? { ...one, placed: { ...one.placed, at: times.get(sameKey(one.placed)) ?? now } }
      : one,
  )
}

const sameKey = ({ report, point }: Placed) =>
  [point?.id, report.phase, report.time?.getTime() ?? 'unset', report.sequence].join('|')

/** Whether a stored row is this report, sent before. Without a clock only a fire that is still open can be told to be the same. */
function isSame(row: MarkedRow, { report, point }: Placed): boolean {
  if (report.phase === 'status' || report.phase === 'operation') return false
  if (row.pointId !== point?.id || row.phase !== report.phase || row.sequence !== report.sequence) return false
  if (report.time) return row.deviceTime === report.time.getTime()
  return row.phase === 'begin' && row.mark === 'unset' && row.isOpen
}

/** Of a status word with a time that cannot be used, or of a component that is not registered, only the fire is used. */
const usedBits = ({ mark, point }: Placed) => (mark || !point?.isListed ? FIRE : ~0)

export const usedStatus = (placed: Placed<StatusReport>) => ({
  told: placed.report.told & usedBits(placed),
  lasting: placed.report.lasting & usedBits(placed),
})

/** Why some of a status word is not used; null: all of it is used. */
export function unusedReason({ report, mark, point }: Placed): QuarantineReason | null {
  if (report.phase !== 'status' || (report.lasting & ~FIRE) === 0) return null
  if (mark) return mark === 'ahead' ? 'future' : mark
  return point?.isListed ? null : 'unknown-point'
}
