import { AHEAD_MS, type EventKind } from '#contract/ingest.ts'
import { SYSTEMS } from '../dictionary/systems.ts'

export type TimeJudgement = 'fine' | 'future' | 'expired' | 'unset'

/** Whether an item's own time can be believed. `expired`: before everything that is kept; null: the clock is not set. */
export function judgeTime(at: Date | null, now: Date, retentionMonths: number): TimeJudgement {
  if (!at) return 'unset'
  if (at.getTime() > now.getTime() + AHEAD_MS) return 'future'
  return at < keptSince(now, retentionMonths) ? 'expired' : 'fine'
}

/** The first instant of the oldest month that is kept (UTC months, as the tables are partitioned). */
export function keptSince(now: Date, retentionMonths: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1))
}

/** The first days of the months (UTC) that instants lie in. */
export function monthsOf(instants: readonly Date[]): string[] {
  return [...new Set(instants.map((at) => `${at.toISOString().slice(0, 7)}-01`))]
}

/** Of each point the newest of its items, later sequence first among those of one second. */
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

/** 火警信息: where people look for fires. */
export const FIRE_API = 1

/**
 * The item type an event is listed under: its system's item of that kind, else the point's own; a fire, which no list of
 * the point's own item would show, under 火警信息.
 */
export function apiOfEvent(point: { systemId: number; apiId: number }, kind: EventKind): number {
  const apis = SYSTEMS.find(({ id }) => id === point.systemId)?.apis ?? []
  const own = apis.find(({ type }) => type === API_TYPE[kind])?.id
  return own ?? (kind === 'fire' ? FIRE_API : point.apiId)
}
