import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/db/open-db.ts'
import { reEvaluate, reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openTestDb } from '../../support/open-test-db.ts'
import { type EquipmentOf, reports } from '../../support/report.ts'
import { withRollback } from '../../support/with-rollback.ts'
import { differences, understoodIn } from './snapshot.ts'

const MINUTE = 60_000
/** `HISTORIES=1000`: more. */
const HISTORIES = Number(process.env.HISTORIES ?? 10)

const database = await openTestDb()
afterAll(() => database.close())

const APIS = [1, 2, 3, 63, 15, 16, 17, 21, 22, 12]
const SYSTEM: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 1, 15: 2, 16: 2, 17: 2, 21: 3, 22: 3, 63: 1, 12: 4 }

async function makeBuilding(db: Db): Promise<EquipmentOf[]> {
  const created = DEMO_NOW.toISOString()
  const provider = await db.execute<{ id: string }>(sql`
    insert into provider (name, app_key, secret, created_at) values ('测试服务商', 'agree', '-', ${created}) returning id`)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into building (provider_id, name, complex_name, province_no, city_no, county, street_no, height, open_project_id, app_key, created_at, modified_at)
    values (${provider.rows[0]!.id}, '测试楼', '测试楼', '31', '3101', '310106', '310106001', 30, 'op-agree', 'k', ${created}, ${created}) returning id`)
  const buildingId = Number(rows[0]!.id)
  const points: EquipmentOf[] = []
  for (const [i, apiId] of APIS.entries()) {
    const made = await db.execute<{ id: string }>(sql`
      insert into point (building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, created_at)
      values (${buildingId}, ${`d${i}`}, ${`p${i}`}, ${`设备${i}`}, 1, ${SYSTEM[apiId]}, ${apiId}, 6, ${created}) returning id`)
    points.push({ id: Number(made.rows[0]!.id), buildingId, apiId })
  }
  for (const parent of ['device_event', 'reading'])
    for (const month of ['2026-02-01', '2026-03-01', '2026-04-01'])
      await db.execute(sql`select ensure_month(${parent}, ${month}::date)`)
  return points
}

const which = fc.nat({ max: APIS.length - 1 })
/** Delay of the report in minutes. */
const late = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 300 }) },
)
const kind = fc.constantFrom('fire' as const, 'fault' as const, 'shield' as const)
const values = fc.record({
  pressure: fc.constantFrom(0.02, 0.4, 0.95),
  level: fc.constantFrom(0.5, 2.1),
  alarmStatus: fc.constantFrom(0, 0, 0, 2, 3),
  manualAutomaticState: fc.constantFrom(0, 1, 2),
  powerState: fc.constantFrom(0, 0, 1, 3),
})
const gap = fc.subarray(['pressure', 'level', 'alarmStatus', 'manualAutomaticState', 'powerState'] as const)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('reading' as const), which, late, values, gap: fc.option(gap) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('began' as const), which, late, kind }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('ended' as const), which, kind }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('handled' as const), which, state: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('silent' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('time' as const),
      minutes: fc.constantFrom(1, 9, 25, 31, 61, 130, 700, 1500, 4 * 1440, 8 * 1440),
    }),
  },
)

const IN_ORDER = { pressure: 0.4, level: 0.5, alarmStatus: 0, manualAutomaticState: 0, powerState: 0 } as const
/** Proves nothing new. */
const lateAfterSilence: (typeof step extends fc.Arbitrary<infer S> ? S : never)[] = [
  { does: 'reading', which: 4, late: 0, values: IN_ORDER, gap: null },
  { does: 'time', minutes: 31 },
  { does: 'reading', which: 4, late: 32, values: IN_ORDER, gap: null },
]

// Each history is rolled back.
const points = await makeBuilding(database.db)

test('evaluating step by step equals evaluating as a whole, for any history in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 25 }), (complete, steps) =>
      withRollback(database.db, async (db) => {
        const buildingId = points[0]!.buildingId
        let now = DEMO_NOW.getTime()
        if (complete) for (const point of points) await reports(db, point, new Date(now)).reading({ power: 80 })
        // No two events share a millisecond.
        for (const one of steps) {
          now += 1000
          if (one.does === 'time') now += one.minutes * MINUTE
          // It has no partition.
          now = Math.min(now, Date.parse('2026-04-29T00:00:00Z'))
          if (one.does === 'time') {
            await reEvaluateDue(db, new Date(now))
            continue
          }
          const point = points[one.which]!
          const at = 'late' in one ? new Date(now - one.late * MINUTE) : new Date(now)
          const by = reports(db, point, new Date(now))
          if (one.does === 'reading') {
            const left = new Set<string>(one.gap ?? [])
            const measures = Object.fromEntries(Object.entries(one.values).filter(([name]) => !left.has(name)))
            await by.reading(measures, at)
          } else if (one.does === 'began') await by.began(one.kind, at)
          else if (one.does === 'ended') await by.ended(one.kind)
          else if (one.does === 'handled') await by.handled(one.state)
          else await by.fellSilent()
        }
        await reEvaluateDue(db, new Date(now))
        const stepwise = await understoodIn(db)
        await db.execute(sql`delete from trouble`)
        await db.execute(sql`delete from score_day where day = (select max(day) from score_day)`)
        await reEvaluate(db, [buildingId], new Date(now))
        expect(differences(stepwise, await understoodIn(db))).toEqual([])
      }),
    ),
    { numRuns: HISTORIES, examples: [[false, lateAfterSilence]] },
  )
}, 3_600_000)
