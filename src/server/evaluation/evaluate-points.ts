import type { Db } from '../platform/db/open-db.ts'
import { expectedInterval } from './expected-interval.ts'
import type { ConditionType } from './condition.ts'
import { ELECTRICAL_ALARM_API } from './gauge-limits.ts'
import {
  deleteConditions,
  eventEnds,
  openEvents,
  type EvaluatedPoint,
  type PastReading,
  putConditions,
  readBack,
  type ConditionRow,
} from './evaluated-point.store.ts'
import { measuredConditions, shownConditions } from './reading.rules.ts'
import { startOf, newestStreak, type Streak } from './streak.rules.ts'

/** Longer streaks are already stored as conditions. */
const FIRST_READBACK = 32
const LONGEST_READBACK = 32_768
const GROWTH = 32

const EVENT_CONDITIONS: readonly ConditionType[] = ['fault', 'shield', 'alarm-unhandled']

export interface EndedCondition {
  readonly pointId: number
  readonly cause: ConditionType
  readonly at: number
}

export interface PointChanges {
  readonly changed: Set<number>
  readonly ended: EndedCondition[]
}

interface Readback {
  readonly point: EvaluatedPoint
  readonly cause: ConditionType
  readonly from: number
}

function readbacksOf(point: EvaluatedPoint, earliest: number): Readback[] {
  if (Object.keys(point.latest.measures).length === 0) return []
  const shown = shownConditions(point, point.latest)
  return measuredConditions(point.apiId).flatMap((cause) => {
    const known = point.conditions?.[cause]
    if (shown.get(cause) === false && known === undefined) return []
    return [{ point, cause, from: point.isLate ? -Infinity : earliest }]
  })
}

async function streaksOf(tx: Db, readbacks: readonly Readback[]): Promise<Map<Readback, Streak | undefined>> {
  const streaks = new Map<Readback, Streak | undefined>()
  let open = readbacks
  for (let limit = FIRST_READBACK; open.length > 0 && limit <= LONGEST_READBACK; limit *= GROWTH) {
    const wanted = new Map<number, { point: EvaluatedPoint; from: number }>()
    for (const { point, from } of open)
      wanted.set(point.id, { point, from: Math.min(from, wanted.get(point.id)?.from ?? Infinity) })
    const found: ReadonlyMap<number, readonly PastReading[]> = await readBack(tx, [...wanted.values()], limit)
    open = open.filter((readback) => {
      const readings = found.get(readback.point.id) ?? []
      const streak = newestStreak(readback.point, readback.cause, readings)
      streaks.set(readback, streak)
      return streak !== undefined && streak.brokenAt === null && readings.length === limit
    })
  }
  return streaks
}

/** True if the newest reading shows the cause. */
const isShown = ({ point, cause }: Readback) => shownConditions(point, point.latest).get(cause) === true

/** Older readings decide when a new cause began. */
async function streaksWithBreaks(tx: Db, readbacks: readonly Readback[]): Promise<Map<Readback, Streak | undefined>> {
  const streaks = await streaksOf(tx, readbacks)
  const begun = readbacks.filter((readback) => {
    if (readback.from === -Infinity || readback.point.conditions?.[readback.cause] !== undefined) return false
    const streak = streaks.get(readback)
    return streak ? streak.active && streak.brokenAt === null : isShown(readback)
  })
  const whole = new Map(begun.map((readback) => [{ ...readback, from: -Infinity }, readback]))
  for (const [readback, streak] of await streaksOf(tx, [...whole.keys()]))
    streaks.set(whole.get(readback) ?? readback, streak)
  return streaks
}

const timingOf = ({ apiId, createdAt }: EvaluatedPoint) => ({ createdAt, interval: expectedInterval(apiId) })

const keyOf = (pointId: number, cause: string) => `${pointId} ${cause}`

/** @param eventPointIds undefined: any @param earliest device time (ms); -Infinity: re-evaluate everything */
export async function evaluatePoints(
  tx: Db,
  points: readonly EvaluatedPoint[],
  eventPointIds: ReadonlySet<number> | undefined,
  earliest: number,
): Promise<PointChanges> {
  const withEvents = eventPointIds ? points.filter(({ id }) => eventPointIds.has(id)) : points
  const readbacks = points.flatMap((point) => readbacksOf(point, earliest))
  const streaks = await streaksWithBreaks(tx, readbacks)
  const byPoint = new Map(points.map((point) => [point.id, point]))
  const present = new Map<string, ConditionRow>()
  const put = (point: EvaluatedPoint, cause: ConditionType, since: number) =>
    present.set(keyOf(point.id, cause), { pointId: point.id, buildingId: point.buildingId, cause, since })
  const ends = new Map<string, number>()
  for (const readback of readbacks) {
    const { point, cause } = readback
    const streak = streaks.get(readback)
    const known = point.conditions?.[cause]
    // Without a reading of the measure a known condition persists.
    const active = streak ? streak.active : known !== undefined || isShown(readback)
    if (active) put(point, cause, startOf(streak, known, timingOf(point)))
    else if (streak) ends.set(keyOf(point.id, cause), streak.from)
  }
  for (const point of points) {
    if (point.validAt === null) put(point, 'mute', point.createdAt)
    else if (!point.online) put(point, 'offline', point.validAt)
  }
  const events = await openEvents(
    tx,
    withEvents.map(({ id }) => id),
    ELECTRICAL_ALARM_API,
  )
  for (const { pointId, cause, since } of events) {
    const point = byPoint.get(pointId)
    if (point) put(point, cause, since)
  }
  const withEventIds = new Set(withEvents.map(({ id }) => id))
  return writeChanges(
    tx,
    points,
    present,
    ends,
    (point, cause) => !EVENT_CONDITIONS.includes(cause) || withEventIds.has(point.id),
  )
}

async function writeChanges(
  tx: Db,
  points: readonly EvaluatedPoint[],
  present: ReadonlyMap<string, ConditionRow>,
  ends: ReadonlyMap<string, number>,
  isEvaluated: (point: EvaluatedPoint, cause: ConditionType) => boolean,
): Promise<PointChanges> {
  const changed = new Set<number>()
  const known = new Map<string, number>()
  const over: { pointId: number; cause: ConditionType; since: number; point: EvaluatedPoint }[] = []
  for (const point of points)
    for (const [cause, since] of Object.entries(point.conditions ?? {}) as [ConditionType, number][]) {
      known.set(keyOf(point.id, cause), since)
      if (present.has(keyOf(point.id, cause)) || !isEvaluated(point, cause)) continue
      over.push({ pointId: point.id, cause, since, point })
      changed.add(point.buildingId)
    }
  const begun = [...present.values()].filter((row) => known.get(keyOf(row.pointId, row.cause)) !== row.since)
  for (const { buildingId } of begun) changed.add(buildingId)
  await putConditions(tx, begun)
  await deleteConditions(tx, over)
  const eventEnded = await eventEnds(
    tx,
    over.filter(({ cause }) => EVENT_CONDITIONS.includes(cause)),
  )
  const ended = over.map(({ pointId, cause, point }) => {
    const key = keyOf(pointId, cause)
    return { pointId, cause, at: ends.get(key) ?? eventEnded.get(key) ?? point.validAt ?? point.createdAt }
  })
  return { changed, ended }
}
