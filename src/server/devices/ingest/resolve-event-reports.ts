import type { Db } from '#server/platform/db/open-db.ts'
import type { TIME_MARKS } from '#server/schema/record.table.ts'
import { bitOf } from './event-kinds.ts'
import { type EventReport, isPhase, type OperationReport, type StatusReport } from './event-report.ts'
import { type FoundPoints, type KnownPoint, nameOf } from './lock-named-points.ts'
import { judgeTime, type TimeJudgement } from '../ingest.rules.ts'
import { EXPIRED, FUTURE, NOT_THERE, REMOVED, refused, UNPLACED, UNSET, type JudgedItem } from './item-result.ts'
import { type MarkedRow, markedRows } from './marked-rows.store.ts'
import type { BatchContext } from './ingest-readings.ts'
import type { QuarantineReason } from '#server/schema/quarantine.table.ts'

export type TimeMark = (typeof TIME_MARKS)[number]

export interface Placed<R extends EventReport = EventReport> {
  readonly report: R
  /** Null: an operation at a system without a point. */
  readonly point: R extends OperationReport ? KnownPoint | null : KnownPoint
  readonly buildingId: number
  readonly at: Date
  readonly mark: TimeMark | null
  readonly handlingFault: string | null
}

export type Placement =
  | { readonly is: 'stored'; readonly placed: Placed }
  | {
      readonly is: 'not'
      readonly report: EventReport
      readonly verdict: JudgedItem
      readonly quarantine: Quarantine | null
    }

export interface Quarantine {
  readonly buildingId: number
  readonly reason: QuarantineReason
}

export const TIME_MARK_OF: Readonly<Record<Exclude<TimeJudgement, 'fine'>, TimeMark>> = {
  future: 'ahead',
  expired: 'expired',
  unset: 'unset',
}
const REFUSALS: Readonly<Record<Exclude<TimeJudgement, 'fine'>, { verdict: JudgedItem; reason: QuarantineReason }>> = {
  future: { verdict: FUTURE, reason: 'future' },
  expired: { verdict: EXPIRED, reason: 'expired' },
  unset: { verdict: UNSET, reason: 'unset' },
}

const FIRE = bitOf('fire')
/** Providers send unconfirmed items for seven days. */
const REPEATED_WITHIN_MS = 8 * 24 * 3_600_000

/** Whatever its time, even from unregistered components. */
export function tellsOfFire(report: EventReport): boolean {
  if (report.phase === 'operations') return false
  return report.phase === 'status' ? (report.told & FIRE) !== 0 : report.kind === 'fire'
}

export const isFireBegin = (report: EventReport) =>
  report.phase === 'begin' ? report.kind === 'fire' : report.phase === 'status' && (report.lasting & FIRE) !== 0

/** Fires with an implausible time get the server's. */
export async function resolveReports(
  tx: Db,
  { now, retentionMonths }: BatchContext,
  reports: readonly EventReport[],
  { points, buildings, removed }: FoundPoints,
): Promise<Placement[]> {
  const named = reports.flatMap((report) => {
    const point = points.get(nameOf(report))
    const isFine = judgeTime(report.time, now, retentionMonths) === 'fine'
    return point && tellsOfFire(report) && (isPhase(report) || !isFine) ? [{ id: point.id, isFine }] : []
  })
  const since = named.every(({ isFine }) => isFine) ? new Date(now.getTime() - REPEATED_WITHIN_MS) : null
  const stored = await markedRows(tx, [...new Set(named.map(({ id }) => id))], since)
  const placements = reports.map((report): Placement => {
    const no = (verdict: JudgedItem, quarantine: Quarantine | null) =>
      ({ is: 'not', report, verdict, quarantine }) as const
    const buildingId = buildings.get(report.projectId)
    const name = nameOf(report)
    const point = points.get(name) ?? null
    if (buildingId === undefined) return no(isFireBegin(report) ? UNPLACED : NOT_THERE, null)
    const unknown = { buildingId, reason: 'unknown-point' } as const
    if (report.phase !== 'operations') {
      if (!point) return no(removed.has(name) ? REMOVED : NOT_THERE, unknown)
      if (!point.isListed && !tellsOfFire(report)) return no(NOT_THERE, unknown)
    }
    const judgement = judgeTime(report.time, now, retentionMonths)
    if (judgement !== 'fine' && !tellsOfFire(report)) {
      const { verdict, reason } = REFUSALS[judgement]
      return no(verdict, { buildingId, reason })
    }
    const fault = handlingFault(report, now, retentionMonths)
    if (fault && !isFireBegin(report)) return no(refused(fault), null)
    const isKnown = judgement === 'fine' && tellsOfFire(report) && findSame(stored, report, point) !== undefined
    const mark = judgement !== 'fine' ? TIME_MARK_OF[judgement] : isKnown ? 'ahead' : null
    return { is: 'stored', placed: { report, point, buildingId, at: report.time ?? now, mark, handlingFault: fault } }
  })
  return withServerTimes(stored, placements, now)
}

function handlingFault(report: EventReport, now: Date, retentionMonths: number): string | null {
  if (!isPhase(report)) return null
  const { phase, state, handledTime } = report
  if (phase === 'end' && state !== undefined) return '处理状态应随 phase 为 begin 的记录上报'
  if (state && !handledTime) return '填写处理状态时须填写处理时间'
  if (state && handledTime && judgeTime(handledTime, now, retentionMonths) !== 'fine')
    return '处理时间应不早于数据保存期限、不晚于当前时间'
  return null
}

/** 1 ms apart, in device order, after earlier such rows. */
function withServerTimes(stored: readonly MarkedRow[], placements: Placement[], now: Date): Placement[] {
  const marked = placements.flatMap((one) => (one.is === 'stored' && one.placed.mark ? [one.placed] : []))
  const timeOf = ({ report }: Placed) => report.time?.getTime() ?? Number.MAX_SAFE_INTEGER
  let last = Math.max(now.getTime() - 1, ...stored.map(({ at }) => at))
  const times = new Map<string, number>()
  const timed = new Map<Placed, Date>()
  for (const placed of marked.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const key = sameKey(placed)
    const known = findSame(stored, placed.report, placed.point)
    const at = known?.state ? known.at : (times.get(key) ?? known?.at ?? ++last)
    timed.set(placed, new Date(at))
    if (!known || known.isOpen) times.set(key, at)
  }
  return placements.map((one) =>
    one.is === 'stored' ? { ...one, placed: { ...one.placed, at: timed.get(one.placed) ?? one.placed.at } } : one,
  )
}

const sameKey = ({ report, point }: Placed) =>
  [point?.id, report.phase, report.time?.getTime() ?? 'unset', report.sequence].join('|')

/** Without a clock: an open fire, or the handled one. */
function findSame(stored: readonly MarkedRow[], report: EventReport, point: KnownPoint | null): MarkedRow | undefined {
  const own = stored.filter(
    ({ pointId, phase, sequence }) => pointId === point?.id && phase === report.phase && sequence === report.sequence,
  )
  const { time } = report
  if (time) return own.find(({ deviceTime }) => deviceTime === time.getTime())
  const unset = own.filter(({ phase, mark }) => phase === 'begin' && mark === 'unset')
  if (!isPhase(report) || !report.state) return unset.find(({ isOpen }) => isOpen)
  const { state, handledTime } = report
  const repeated = unset.find((row) => row.state === state && row.handledAt === handledTime?.getTime())
  return repeated ?? unset.findLast((row) => row.state === 0 || row.isJudged)
}

/** Otherwise only the fire bit counts. */
const usedBits = ({ mark, point }: Placed<StatusReport>) => (mark || !point.isListed ? FIRE : ~0)

export const usedStatus = (placed: Placed<StatusReport>) => ({
  told: placed.report.told & usedBits(placed),
  lasting: placed.report.lasting & usedBits(placed),
})

export function unusedReason({ report, mark, point }: Placed): QuarantineReason | null {
  if (report.phase !== 'status' || (report.lasting & ~FIRE) === 0) return null
  if (mark) return mark === 'ahead' ? 'future' : mark
  return point?.isListed ? null : 'unknown-point'
}
