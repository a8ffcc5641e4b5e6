import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import type { AreaAggregate } from '#server/registry/area-aggregates.store.ts'
import type { Db } from '#server/platform/db/open-db.ts'
import { point } from '#server/schema/point.table.ts'
import { currentDays } from '#server/evaluation/current-days.ts'
import { scoreChecks } from '#server/evaluation/score-checks.ts'
import { scoreParts } from '#server/evaluation/score-parts.ts'
import { scoreRate } from '#server/evaluation/score-rate.ts'
import { scoreDay } from '#server/schema/score.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { withRollback } from '../support/with-rollback.ts'

const NOW = new Date('2026-03-23T10:15:00+08:00')
const TODAY = '2026-03-23'

const database = await openTestDb()
afterAll(() => database.close())

/** m² (null: unknown). */
type Buildings = readonly (readonly [name: string, area: number | null, scores: Readonly<Record<string, number>>])[]

/*
 * By hand from docs/scoring.md: unknown areas 1,000 m². A (3000 × 90 + 1000 × 70) / 4000 = 85.0; B 84.9; C 85.0; D
 * 100; E none.
 */
const UNITS: readonly Buildings[] = [
  [
    ['甲一', 3000, { '2026-03-22': 20, [TODAY]: 90 }],
    ['甲二', null, { '2026-03-16': 70 }],
    ['甲三', 500, { '2026-03-15': 10 }],
    ['甲四', 0, {}],
  ],
  [['乙一', 700, { [TODAY]: 84.9 }]],
  [['丙一', 100, { '2026-03-20': 85 }]],
  [['丁一', 100, { [TODAY]: 100 }]],
  [['戊一', 9000, { '2026-03-15': 30 }]],
]

const AREA = { provinceNo: '31', cityNo: '3101', county: '310106', streetNo: '310106001' }
const MADE = { createdAt: NOW, modifiedAt: NOW }

async function insertUnits(db: Db): Promise<number[][]> {
  const ids: number[][] = []
  for (const [position, buildings] of UNITS.entries()) {
    const own: number[] = []
    const [inserted] = await db
      .insert(unit)
      .values({ name: `单位${position}`, type: 1, appKey: `unit-${position}`, secret: '-', ...AREA, ...MADE })
      .returning({ id: unit.id })
    for (const [name, area, scores] of buildings) {
      const key = `${position}-${own.length}`
      const [made] = await db
        .insert(building)
        .values({ name, complexName: name, area, openProjectId: key, appKey: key, ...AREA, ...MADE })
        .returning({ id: building.id })
      const { id } = made!
      await db.insert(buildingUnit).values({ buildingId: id, unitId: inserted!.id, kind: 'bound', ...MADE })
      await db.insert(point).values({
        buildingId: id,
        deviceNo: `P-${key}`,
        pointNumber: key,
        deviceName: '消防泵',
        deviceType: 1,
        systemId: 2,
        apiId: 15,
        apiType: 5,
        createdAt: NOW,
      })
      for (const [day, score] of Object.entries(scores))
        await db.insert(scoreDay).values({ buildingId: id, day, score })
      own.push(id)
    }
    ids.push(own)
  }
  return ids
}

const inUnits = (work: (db: Db, ids: number[][]) => Promise<void>) => () =>
  withRollback(database.db, async (db) => work(db, await insertUnits(db)))
const of = (ids: readonly number[] | undefined) => inArray(building.id, [...ids!])

test(
  'a unit’s score is explained by its buildings, lowest first, those without a current score last',
  inUnits(async (db, [a]) => {
    const row = (at: number, name: string, score: number | null, day: string | null, weight: number) => ({
      buildingId: String(a![at]),
      name,
      score,
      day,
      weight,
    })
    expect(await scoreParts(db, of(a), NOW)).toEqual({
      units: 4,
      lower: 1,
      buildings: [
        row(1, '甲二', 70, '2026-03-16', 1000),
        row(0, '甲一', 90, TODAY, 3000),
        row(2, '甲三', null, null, 500),
        row(3, '甲四', null, null, 1000),
      ],
    })
  }),
)

test(
  'a unit without a current score has no rank',
  inUnits(async (db, ids) => {
    expect(await scoreRate(db, of(ids[4]), NOW)).toEqual({ score: null, rate: null })
    expect(await scoreParts(db, of(ids[4]), NOW)).toMatchObject({ units: 0, lower: 0, buildings: [{ score: null }] })
  }),
)

test.each([
  ['A', 0, 85, 25],
  ['B', 1, 84.9, 0],
  ['C', 2, 85, 25],
  ['D', 3, 100, 75],
])('unit %s has its score and rate', (_name, position, score, rate) =>
  inUnits(async (db, ids) => {
    expect(await scoreRate(db, of(ids[position]), NOW)).toEqual({ score, rate })
  })(),
)

test(
  'a unit is ranked by its registered buildings only, and without one not at all',
  inUnits(async (db, ids) => {
    await db.update(building).set({ registered: false }).where(of(ids[1]))
    expect(await scoreParts(db, of(ids[0]), NOW)).toMatchObject({ units: 3, lower: 0 })
  }),
)

test(
  'the scores of all units are recomputed when the state of the city changes',
  inUnits(async (db, ids) => {
    const city: AreaAggregate[] = []
    const rate = async (standing?: () => Promise<AreaAggregate[]>) =>
      (await scoreRate(db, of(ids[0]), NOW, { latest: async () => 90, ...(standing && { standing }) })).rate
    expect(await rate(async () => city)).toBe(75)
    await db.update(building).set({ latestScore: 95 }).where(eq(building.id, ids[2]![0]!))
    expect(await rate(async () => city)).toBe(75)
    expect(await rate()).toBe(50)
  }),
)

test(
  'a building’s checks are those of its current score, with the names of its devices',
  inUnits(async (db, [a]) => {
    const id = a![0]!
    const { rows } = await db.execute<{ id: string }>(sql`select id from point where building_id = ${id}`)
    const pointId = Number(rows[0]!.id)
    const items = [
      { rule: 'pump-power', systemId: 2, deduction: 4, describe: '断电', pointId, since: '2026-03-23 08:00:00' },
    ]
    await db.execute(sql`
      update score_day set items = ${JSON.stringify(items)}::jsonb where building_id = ${id} and day = ${TODAY}`)
    const checks = async (state: 'ok' | 'fail', of = id) =>
      (await scoreChecks(db, of, state, currentDays(NOW))).map(({ systemName, logs }) => [
        systemName,
        logs.map((log) => [log.id, log.deviceNo]),
      ])
    expect(await checks('fail')).toEqual([['消防给水及消火栓系统', [[`pump-power-${pointId}`, 'P-0-0']]]])
    expect(await checks('ok')).toEqual([
      ['建筑整体', ['integrity-0', 'online-0', 'problem-week-0', 'problem-month-0'].map((key) => [key, null])],
      ['消防给水及消火栓系统', ['hydrant-pressure-2', 'water-level-2', 'pump-manual-2'].map((key) => [key, null])],
    ])
    expect([await checks('fail', a![2]), await checks('ok', a![2])]).toEqual([[], []])
  }),
)
