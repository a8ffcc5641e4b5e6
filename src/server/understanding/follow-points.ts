import type { Db } from '../db/open-db.ts'
import { expectedInterval } from '../point/expected-interval.ts'
import type { Cause } from './cause.ts'
import { ELECTRICAL_ALARM_API } from './gauge-limits.ts'
import {
  dropTroubles,
  eventEnds,
  openEvents,
  type PastReading,
  type PointRow,
  putTroubles,
  readingsBack,
  type TroubleRow,
} from './point.store.ts'
import { causesTold, judge } from './reading.rules.ts'
import { beginningOf, newestRun, type Run } from './run.rules.ts'

/** Readings looked at first, and the most looked at: a run that is longer has been known for long. */
const FIRST_LOOK = 32
const LONGEST_LOOK = 32_768
const GROWTH = 32

const EVENT_CAUSES: readonly Cause[] = ['fault', 'shield', 'alarm-unhandled']

/** A trouble that is over, and when it ended (ms). */
export interface Ended {
  readonly pointId: number
  readonly cause: Cause
  readonly at: number
}

export interface Followed {
  /** Buildings of which something began, ended or was dated anew. */
  readonly changed: Set<number>
  readonly ended: Ended[]
}

interface Look {
  readonly point: PointRow
  readonly cause: Cause
  readonly from: number
}

/** What to read back for: what is wrong now, what was so far, and what the newest reading is silent about. */
function looksOf(point: PointRow, earliest: number): Look[] {
  if (Object.keys(point.latest).length === 0) return []
  const said = judge(point, point.latest)
  return causesTold(point.apiId).flatMap((cause) => {
    const known = point.troubles?.[cause]
    if (said.get(cause) === false && known === undefined) return []
    const isWhole = known !== undefined && (known >= earliest || point.isLate)
    return [{ point, cause, from: isWhole ? -Infinity : earliest }]
  })
}

/** The newest run of each look, reading further back only where the run has not broken yet. */
async function runsOf(tx: Db, looks: readonly Look[]): Promise<Map<Look, Run>> {
  const runs = new Map<Look, Run>()
  let open = looks
  for (let limit = FIRST_LOOK; open.length > 0 && limit <= LONGEST_LOOK; limit *= GROWTH) {
    const from = new Map<number, number>()
    for (const look of open) from.set(look.point.id, Math.min(look.from, from.get(look.point.id) ?? Infinity))
    const asked = [...from].map(([pointId, at]) => ({ pointId, from: at }))
    const found: ReadonlyMap<number, readonly PastReading[]> = await readingsBack(tx, asked, limit)
    open = open.filter((look) => {
      const readings = found.get(look.point.id) ?? []
      const run = newestRun(look.point, look.cause, readings)
      if (run) runs.set(look, run)
      return run !== undefined && run.brokenAt === null && readings.length === limit
    })
  }
  return runs
}

/** The runs of looks; of a cause that is new, also the reading before it, which decides when it began. */
async function runsWithBreaks(tx: Db, looks: readonly Look[]): Promise<Map<Look, Run>> {
  const runs = await runsOf(tx, looks)
  const begun = looks.filter((look) => {
    const run = runs.get(look)
    return (
      run?.so && run.brokenAt === null && look.from !== -Infinity && look.point.troubles?.[look.cause] === undefined
    )
  })
  const whole = new Map(begun.map((look) => [{ ...look, from: -Infinity }, look]))
  for (const [look, run] of await runsOf(tx, [...whole.keys()])) runs.set(whole.get(look) ?? look, run)
  return runs
}

/**
 * Whether readings that showed a cause are within other limits now, because the building's height was changed. A cause
 * ends only by a reading taken after it began.
 */
const isRejudged = ({ from }: Run, known: number) => from <= known

const believedOf = ({ apiId, createdAt }: PointRow) => ({ createdAt, interval: expectedInterval(apiId) })

const keyOf = (pointId: number, cause: string) => `${pointId} ${cause}`

/**
 * Notes what began and ended at points, by their state, their readings and their events.
 * @param eventPointIds of which points events may have changed; undefined: of any
 * @param earliest the oldest device time of what arrived (ms); -Infinity: everything anew
 */
export async function followPoints(
  tx: Db,
  points: readonly PointRow[],
  eventPointIds: ReadonlySet<number> | undefined,
  earliest: number,
): Promise<Followed> {
  const withEvents = eventPointIds ? points.filter(({ id }) => eventPointIds.has(id)) : points
  const looks = points.flatMap((point) => looksOf(point, earliest))
  const runs = await runsWithBreaks(tx, looks)
  const byPoint = new Map(points.map((point) => [point.id, point]))
  const present = new Map<string, TroubleRow>()
  const put = (point: PointRow, cause: Cause, since: number) =>
    present.set(keyOf(point.id, cause), { pointId: point.id, buildingId: point.buildingId, cause, since })
  const ends = new Map<string, number>()
  for (const look of looks) {
    const { point, cause } = look
    const run = runs.get(look)
    const known = point.troubles?.[cause]
    const so = run ? run.so : (judge(point, point.latest).get(cause) ?? known !== undefined)
    if (so) put(point, cause, beginningOf(run, known, believedOf(point)))
    else if (run && known !== undefined && isRejudged(run, known)) put(point, cause, known)
    else if (run) ends.set(keyOf(point.id, cause), run.from)
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
  const asked = new Set(withEvents.map(({ id }) => id))
  return settle(tx, points, present, ends, (point, cause) => !EVENT_CAUSES.includes(cause) || asked.has(point.id))
}

/** Writes what differs from what was known. */
async function settle(
  tx: Db,
  points: readonly PointRow[],
  present: ReadonlyMap<string, TroubleRow>,
  ends: ReadonlyMap<string, number>,
  looked: (point: PointRow, cause: Cause) => boolean,
): Promise<Followed> {
  const changed = new Set<number>()
  const known = new Map<string, number>()
  const over: { pointId: number; cause: Cause; since: number; point: PointRow }[] = []
  for (const point of points)
    for (const [cause, since] of Object.entries(point.troubles ?? {}) as [Cause, number][]) {
      known.set(keyOf(point.id, cause), since)
      if (present.has(keyOf(point.id, cause)) || !looked(point, cause)) continue
      over.push({ pointId: point.id, cause, since, point })
      changed.add(point.buildingId)
    }
  const begun = [...present.values()].filter((row) => known.get(keyOf(row.pointId, row.cause)) !== row.since)
  for (const { buildingId } of begun) changed.add(buildingId)
  await putTroubles(tx, begun)
  await dropTroubles(tx, over)
  const eventEnded = await eventEnds(
    tx,
    over.filter(({ cause }) => EVENT_CAUSES.includes(cause)),
  )
  const ended = over.map(({ pointId, cause, point }) => {
    const key = keyOf(pointId, cause)
    return { pointId, cause, at: ends.get(key) ?? eventEnded.get(key) ?? point.validAt ?? point.createdAt }
  })
  return { changed, ended }
}
