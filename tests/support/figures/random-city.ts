import { sql } from 'drizzle-orm'
import { account } from '#server/schema/account.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { SYSTEMS } from '#server/reference/systems.ts'
import { point } from '#server/schema/point.table.ts'
import { problem } from '#server/schema/problem.table.ts'
import { PROBLEM_CAUSES } from '#server/evaluation/condition.ts'
import { provider } from '#server/schema/provider.table.ts'
import { deviceEvent } from '#server/schema/record.table.ts'
import { scoreDay } from '#server/schema/score.table.ts'
import { condition } from '#server/schema/evaluation.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { chanceOf } from '../report-history.ts'

const COUNTIES = ['310106', '310115', '310101'] as const
const OWNERS = ['unit01', 'unit02', 'wuye01'] as const
const API_IDS = [1, 1, 2, 3, 4, 60, 63, 15, 16, 17, 17, 21, 22, 64, 65, 66, 11, 12, 18, 45]
const ITEMS = new Map(SYSTEMS.flatMap(({ id, apis }) => apis.map((api) => [api.id, { systemId: id, type: api.type }])))
const KINDS = ['fire', 'fault', 'shield', 'action'] as const
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Accounts, units and providers stay. */
export async function clearBuildings(db: Db): Promise<void> {
  for (const table of ['approval', 'device_event', 'device_event_end', 'reading', 'building'])
    await db.execute(sql.raw(`delete from ${table}`))
}

export async function makeRandomCity(db: Db, seed: number, now: Date): Promise<void> {
  const { below, next, shuffle } = chanceOf(seed)
  const is = (share: number) => next() < share
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!
  const ago = (most: number) => new Date(now.getTime() - Math.floor(below(most / 1000)) * 1000)

  const providers = await db.select({ id: provider.id }).from(provider)
  const accounts = await db.select({ name: account.account, unitId: account.unitId }).from(account)
  const owners = accounts
    .filter(({ name }) => (OWNERS as readonly string[]).includes(name))
    .map(({ unitId }) => unitId!)
  const units = shuffle((await db.select({ id: unit.id }).from(unit)).map(({ id }) => id)).slice(0, 8)
  for (const id of units.slice(0, 3))
    await db.execute(sql`update unit set type = ${one([1, 2, 3, 4, 9])} where id = ${id}`)

  const buildings = await db
    .insert(building)
    .values(
      Array.from({ length: 6 + below(8) }, (_, at) => {
        const county = one(COUNTIES)
        const registered = is(0.85)
        return {
          name: `${at}号楼`,
          complexName: one(['东苑', '西苑']),
          provinceNo: '310000',
          cityNo: '310100',
          county,
          streetNo: `${county}00${1 + below(3)}`,
          area: one([null, 0, 500, 20_000]),
          buildingType: one([null, 1, 2]),
          providerId: is(0.7) ? one(providers).id : null,
          accessStatus: below(4),
          accessAt: is(0.5) ? ago(60 * DAY) : null,
          approveStatus: one([null, null, 0, 1]),
          registered,
          openProjectId: `R${seed}-${at}`,
          appKey: `k${at}`,
          createdAt: ago(200 * DAY),
          modifiedAt: now,
        }
      }),
    )
    .returning({ id: building.id })

  const ties = buildings.flatMap(({ id }) => [
    ...owners.filter(() => is(0.5)).map((unitId) => ({ buildingId: id, unitId, kind: 'bound' as const })),
    ...units.filter(() => is(0.2)).map((unitId) => ({ buildingId: id, unitId, kind: 'tenant' as const })),
  ])
  if (ties.length > 0)
    await db
      .insert(buildingUnit)
      .values(ties.map((tie) => ({ ...tie, confirmed: is(0.9), createdAt: now, modifiedAt: now })))

  const latest = () => ({
    ...(is(0.7) && { alarmStatus: one([0, 1, 2, '0', '1', '2', '']) }),
    ...(is(0.7) && { powerState: one([0, 0, 1, '0', '1']) }),
    ...(is(0.7) && { manualAutomaticState: one([0, 0, 1, '1']) }),
    ...(is(0.5) && { workStatus: one([0, 1]) }),
    ...(is(0.5) && { faultStatus: one([0, 0, 1]) }),
  })
  const points = await db
    .insert(point)
    .values(
      buildings.flatMap(({ id }) =>
        Array.from({ length: below(14) }, (_, at) => {
          const apiId = one(API_IDS)
          // Not in the dictionary.
          const { systemId, type } = ITEMS.get(apiId) ?? { systemId: 2, type: 6 }
          const reportedAt = is(0.9) ? ago(40 * DAY) : null
          return {
            buildingId: id,
            deviceNo: `D${id}-${at}`,
            pointNumber: `P${id}-${at}`,
            deviceName: `设备${at}`,
            deviceType: one([1, 11, 91, 140]),
            systemId,
            apiId,
            apiType: type,
            online: reportedAt !== null && is(0.6),
            reportedAt,
            receivedAt: reportedAt,
            latest: latest() as Record<string, number | string>,
            createdAt: ago(100 * DAY),
          }
        }),
      ),
    )
    .returning({ id: point.id, buildingId: point.buildingId, apiId: point.apiId, systemId: point.systemId })

  const events = points.flatMap(({ id, buildingId, apiId }) =>
    Array.from({ length: one([0, 0, 1, 1, 2, 4]) }, (_, at) => {
      const kind = one(KINDS)
      const occurredAt = ago(55 * DAY)
      // Shields and actions have no handling.
      const state = kind === 'fire' || kind === 'fault' ? one([0, 0, 1, 2, 3, 4]) : 0
      return {
        pointId: id,
        buildingId,
        apiId,
        kind,
        occurredAt,
        receivedAt: occurredAt,
        endedAt: is(0.4) ? new Date(occurredAt.getTime() + HOUR) : null,
        state,
        handledAt: state === 0 ? null : now,
        sequence: at,
      }
    }),
  )
  if (events.length > 0) await db.insert(deviceEvent).values(events)

  const problems = points.flatMap(({ id, buildingId, systemId }) =>
    shuffle([...PROBLEM_CAUSES])
      .slice(0, below(4))
      .map((cause) => {
        const happenedAt = ago(60 * DAY)
        return {
          buildingId,
          pointId: id,
          cause,
          systemId,
          deviceNo: `D${id}`,
          itemDesc: cause,
          problemType: cause === 'alarm-unhandled' ? 1 : 2,
          todoStatus: below(2),
          happenedAt,
          solvedAt: is(0.4) ? new Date(happenedAt.getTime() + HOUR) : null,
        }
      }),
  )
  if (problems.length > 0) await db.insert(problem).values(problems)

  const conditions = points.flatMap(({ id, buildingId }) =>
    shuffle([...PROBLEM_CAUSES])
      .slice(0, below(3))
      .map((cause) => ({ pointId: id, buildingId, cause, since: ago(9 * HOUR) })),
  )
  if (conditions.length > 0) await db.insert(condition).values(conditions)

  const days = buildings.flatMap(({ id }) => {
    const [newest, count] = [below(12), one([0, 1, 3, 6])]
    return Array.from({ length: count }, (_, at) => ({
      buildingId: id,
      day: new Date(now.getTime() + 8 * HOUR - (newest + at) * DAY).toISOString().slice(0, 10),
      score: below(1001) / 10,
      items: points
        .filter((each) => each.buildingId === id && is(0.3))
        .map((each) => ({
          rule: 'problem-week',
          systemId: each.systemId,
          deduction: 1,
          describe: '问题超过 7 天未解决',
          pointId: each.id,
          since: null,
        })),
    }))
  })
  if (days.length > 0) await db.insert(scoreDay).values(days)
}
