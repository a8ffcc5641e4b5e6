import type { Role } from './access.ts'

export const SHELF_REASONS = ['test', 'maintenance'] as const
export const SHELF_STATES = ['running', 'planned', 'ended'] as const
export const SHELF_NOTE_LENGTH = 100

const HOUR_MS = 3_600_000
/** Longest duration (hours): authority, and units and property companies. Source: research on alarms, 6.2. */
const MOST_HOURS = { government: 72, others: 8 } as const
/** Tolerance for the clock of the device that computed the end (ms). */
const SLACK_MS = 60_000
/** Latest start from now (days). */
export const AHEAD_DAYS = 7

export const mostShelfHours = (role: Role): number =>
  role === 'government' ? MOST_HOURS.government : MOST_HOURS.others

export interface ShelfTimes {
  readonly from: Date
  readonly until: Date
}

/** @returns error texts by field; empty if the times are allowed */
export function shelfTimeErrors(
  { from, until }: ShelfTimes,
  now: Date,
  role: Role,
): { fromTime?: string; untilTime?: string } {
  if (from.getTime() > now.getTime() + AHEAD_DAYS * 24 * HOUR_MS) return { fromTime: `最多提前 ${AHEAD_DAYS} 天登记` }
  if (until <= now) return { untilTime: '结束时间已过，请重新选择' }
  if (until <= from) return { untilTime: '结束时间应晚于开始时间' }
  const most = mostShelfHours(role)
  if (until.getTime() - from.getTime() > most * HOUR_MS + SLACK_MS) return { untilTime: `每次最长 ${most} 小时` }
  return {}
}

/** Both null: the whole building. */
export interface ShelfScope {
  readonly systemId: number | null
  readonly pointId: number | null
}

/** Whether all alarms of `inner` are alarms of `outer`. @param systemOf system of `inner`'s point */
export function coversScope(outer: ShelfScope, inner: ShelfScope, systemOf: number | null): boolean {
  if (outer.pointId !== null) return outer.pointId === inner.pointId
  if (outer.systemId === null) return true
  return outer.systemId === (inner.pointId === null ? inner.systemId : systemOf)
}
