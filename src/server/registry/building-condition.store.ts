import {
  and,
  between,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Condition } from '#contract/building.ts'
import type { Db } from '../platform/db/open-db.ts'
import { preparedWhere } from '../platform/db/prepared.ts'
import { alarm } from '../schema/alarm.table.ts'
import { building, buildingUnit } from '../schema/building.table.ts'
import { point } from '../schema/point.table.ts'
import { problem } from '../schema/problem.table.ts'
import { provider } from '../schema/provider.table.ts'
import { hasContact } from './first-contacts.store.ts'

export const IS_OPEN = sql`(${alarm.judgedAt} is null or (${alarm.verdict} = 2 and ${alarm.endedAt} is null))`

export const isOpenAlarm = and(isNull(alarm.joinedTo), IS_OPEN)
/** Silence and late alarms are other conditions. */
const isOpenFault = sql`(${problem.solvedAt} is null and ${problem.cause} not in ('offline', 'alarm-unhandled'))`
const isOffline = sql`not ${point.online}`

/** Below this score a building is at high risk. */
const LOW = 60

export const currentScore = sql<
  number | null
>`case when ${building.scoredOn} between ${sql.placeholder('from')} and ${sql.placeholder('to')} then ${building.latestScore} end`

export const isLow = (days: { from: string; to: string }) =>
  and(between(building.scoredOn, days.from, days.to), lt(building.latestScore, LOW))

const reached = (db: Db, where: SQL | undefined) =>
  db
    .selectDistinct({ id: buildingUnit.buildingId })
    .from(buildingUnit)
    .innerJoin(building, eq(building.id, buildingUnit.buildingId))
    .where(
      and(where, eq(buildingUnit.kind, 'bound'), eq(buildingUnit.confirmed, true), hasContact(buildingUnit.unitId)),
    )

/** @param days `currentDays` */
export function inCondition(condition: Condition | undefined, db: Db, days: { from: string; to: string }) {
  const among = (ids: SQL | undefined, of: typeof alarm | typeof problem | typeof point) =>
    inArray(building.id, db.select({ id: of.buildingId }).from(of).where(ids))
  switch (condition) {
    case 'alarm':
      return among(isOpenAlarm, alarm)
    case 'low':
      return isLow(days)
    case 'fault':
      return among(isOpenFault, problem)
    case 'offline':
      return among(isOffline, point)
    case 'contactless':
      return and(isNotNull(building.providerId), notInArray(building.id, reached(db, undefined)))
    case undefined:
      return undefined
  }
}

const number = sql<number>`count(*)::int`

const alarmsByBuilding = (db: Db, where: SQL | undefined) =>
  db
    .select({ id: alarm.buildingId, number: number.as('alarms') })
    .from(alarm)
    .innerJoin(building, eq(building.id, alarm.buildingId))
    .where(and(where, isOpenAlarm))
    .groupBy(alarm.buildingId)
    .as('open_alarms')

const lowScore = sql<number | null>`case when ${currentScore} < ${sql.raw(String(LOW))} then ${currentScore} end`

/** Open alarms, a score under 60, faults, silence; then by score. */
export function worstFirst(db: Db, where: SQL | undefined) {
  const [limit, offset] = [sql.placeholder('limit'), sql.placeholder('offset')]
  const alarms = alarmsByBuilding(db, where)
  const standing = db
    .select({ id: building.id, alarms: alarms.number, low: lowScore.as('low') })
    .from(building)
    .leftJoin(alarms, eq(alarms.id, building.id))
    .where(where)
    .as('standing')
  const order = sql`${standing.alarms} desc nulls last, ${standing.low} asc nulls last`
  const ranked = db
    .select({
      id: standing.id,
      first: sql<number>`rank() over (order by ${order})`.as('first'),
      last: sql<number>`count(*) over (order by ${order})`.as('last'),
    })
    .from(standing)
    .orderBy(sql`${order} fetch first (${offset}::bigint + ${limit}) rows with ties`)
    .as('ranked')
  const reachesPage = sql`${ranked.last} > ${offset}`
  const faults = db
    .select({ number: number.as('faults') })
    .from(problem)
    .where(and(eq(problem.buildingId, ranked.id), reachesPage, isOpenFault))
    .as('open_faults')
  const offline = db
    .select({ number: number.as('offline') })
    .from(point)
    .where(and(eq(point.buildingId, ranked.id), reachesPage, isOffline))
    .as('offline_points')
  return {
    ranked,
    faults,
    offline,
    orderBy: [ranked.first, desc(faults.number), desc(offline.number), sql`${currentScore} asc nulls last`],
  }
}

const numberWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

export const countConditions = preparedWhere('building-conditions', (db, where) => {
  const alarms = alarmsByBuilding(db, where)
  const contacts = reached(db, where).as('reached')
  const having = (of: typeof problem | typeof point, condition: SQL) =>
    numberWhere(
      exists(
        db
          .select({ id: of.id })
          .from(of)
          .where(and(eq(of.buildingId, building.id), condition)),
      ),
    )
  return db
    .select({
      contactless: numberWhere(sql`${building.providerId} is not null and ${contacts.id} is null`),
      alarm: sql<number>`count(${alarms.id})::int`,
      low: numberWhere(sql`${currentScore} < ${sql.raw(String(LOW))}`),
      fault: having(problem, isOpenFault),
      offline: having(point, isOffline),
    })
    .from(building)
    .leftJoin(alarms, eq(alarms.id, building.id))
    .leftJoin(contacts, eq(contacts.id, building.id))
    .where(where)
})

/** @param where on `alarm` */
export const countOpenAlarms = preparedWhere('building-alarms', (db, where) =>
  db.select({ id: alarm.buildingId, number }).from(alarm).where(and(where, isOpenAlarm)).groupBy(alarm.buildingId),
)

/** @param where on `problem` */
export const countOpenFaults = preparedWhere('building-faults', (db, where) =>
  db
    .select({ id: problem.buildingId, number })
    .from(problem)
    .where(and(where, isOpenFault))
    .groupBy(problem.buildingId),
)

const numberOf = (cause: 'alarm-unhandled' | 'offline') =>
  sql<number>`(count(*) filter (where ${eq(problem.cause, sql.raw(`'${cause}'`))}))::int`

export const countProblemKinds = preparedWhere('problem-kinds', (db, where) =>
  db
    .select({
      fires: numberOf('alarm-unhandled'),
      offline: numberOf('offline'),
      total: number,
    })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(where, isNull(problem.solvedAt))),
)

export const oldestProblem = preparedWhere('problem-oldest', (db, where) =>
  db
    .select({ since: problem.happenedAt, buildingName: building.name })
    .from(problem)
    .innerJoin(building, eq(building.id, problem.buildingId))
    .where(and(where, isNull(problem.solvedAt)))
    .orderBy(problem.happenedAt, problem.id)
    .limit(1),
)

export const lowestScores = preparedWhere('lowest-scores', (db, where) =>
  db
    .select({ buildingId: building.id, name: building.name, score: building.latestScore })
    .from(building)
    .where(where)
    .orderBy(building.latestScore, building.id)
    .limit(2),
)

export const mostOffline = preparedWhere('most-offline', (db, where) =>
  db
    .select({ buildingId: building.id, name: building.name, points: number })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(where, isOffline))
    .groupBy(building.id, building.name)
    .orderBy(sql`count(*) desc`, building.id)
    .limit(2),
)

export const countOffline = preparedWhere('offline-points', (db, where) =>
  db
    .select({ points: number })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(where, isOffline)),
)

export const newestRefused = preparedWhere('newest-refused', (db, where) =>
  db
    .select({ name: building.name, reason: building.refuseReason })
    .from(building)
    .where(where)
    .orderBy(sql`${building.modifiedAt} desc`, building.id)
    .limit(1),
)

/** Without any online point. */
export const silentProviders = preparedWhere('silent-providers', (db, where) => {
  const served = db
    .select({ id: building.providerId, buildings: number.as('buildings') })
    .from(building)
    .where(where)
    .groupBy(building.providerId)
    .as('served')
  const online = db
    .select({ id: point.id })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(where, eq(building.providerId, provider.id), sql`${point.online}`))
  const newest = db
    .select({ at: sql<Date | null>`max(${point.receivedAt})`.mapWith(point.receivedAt).as('at') })
    .from(point)
    .innerJoin(building, eq(building.id, point.buildingId))
    .where(and(where, eq(building.providerId, provider.id)))
    .as('newest')
  return db
    .select({ providerId: provider.id, name: provider.name, buildings: served.buildings, lastAt: newest.at })
    .from(served)
    .innerJoin(provider, eq(provider.id, served.id))
    .leftJoinLateral(newest, sql`true`)
    .where(not(exists(online)))
    .orderBy(sql`${served.buildings} desc`, provider.id)
})
