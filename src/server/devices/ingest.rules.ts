import { AHEAD_MS, type EventKind } from '#contract/ingest.ts'
import { SYSTEMS } from '../reference/systems.ts'

export type TimeJudgement = 'fine' | 'future' | 'expired' | 'unset'

/** `expired`: before the retention; `unset`: no clock. */
export function judgeTime(at: Date | null, now: Date, retentionMonths: number): TimeJudgement {
  if (!at) return 'unset'
  if (at.getTime() > now.getTime() + AHEAD_MS) return 'future'
  return at < keptSince(now, retentionMonths) ? 'expired' : 'fine'
}

/** UTC months, like the partitions. */
export function keptSince(now: Date, retentionMonths: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1))
}

export function monthsOf(instants: readonly Date[]): string[] {
  return [...new Set(instants.map((at) => `${at.toISOString().slice(0, 7)}-01`))]
}

/** At equal times the higher sequence wins. */
export function newestPerPoint<T extends { pointId: number; at: Date; sequence: number }>(items: readonly T[]): T[] {
  const newest = new Map<number, T>()
  for (const item of items) {
    const other = newest.get(item.pointId)
    const order = other ? item.at.getTime() - other.at.getTime() || item.sequence - other.sequence : 1
    if (order > 0) newest.set(item.pointId, item)
  }
  return [...newest.values()]
}

const API_TYPE: Readonly<Record<EventKind, number>> = { fire: 1, fault: 2, shield: 3, action: 4 }

export const FIRE_API = 1

/** A fire falls back to 火警信息: a list of the point's own type would not show it. */
export function apiOfEvent(point: { systemId: number; apiId: number }, kind: EventKind): number {
  const apis = SYSTEMS.find(({ id }) => id === point.systemId)?.apis ?? []
  const own = apis.find(({ type }) => type === API_TYPE[kind])?.id
  return own ?? (kind === 'fire' ? FIRE_API : point.apiId)
}
