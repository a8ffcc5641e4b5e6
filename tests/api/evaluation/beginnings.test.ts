// On both engines: many statements.
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import { ingest } from '#contract/ingest.ts'
import { toWireTime } from '#contract/time.ts'
import { reEvaluate, reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { historyBuilding, keepAccountsOnly, undone } from '../../support/history-building.ts'
import { OWN } from '../../support/point-fixtures.ts'
import { programOf } from '../../support/provider-program.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const PUMP = 15
const GAUGE = 17
const LOW = { pressure: 0.02 }
const FINE = { pressure: 0.4 }
const AUTOMATIC = { manualAutomaticState: 0, powerState: 0 }
const MANUAL = { manualAutomaticState: 1, powerState: 0 }

const city = await openApi()
afterAll(() => city.close())
const base = await city.lasting()
await keepAccountsOnly(base)

type Reading = [which: number, at: number, measures: Record<string, number>]

/** Times in ms from now. */
async function buildingOf(t: TestApi, ...apiIds: readonly number[]) {
  const house = await historyBuilding(t)
  for (const apiId of apiIds) await house.take({ does: 'register', apiId })
  await reEvaluateDue(t.db, t.clock.now())
  t.clock.pass(MINUTE)
  const start = t.clock.now().getTime()
  const program = programOf(t, OWN)
  let sequence = 1000
  const after = (at: string | null) => (at === null ? null : new Date(at).getTime() - start)
  async function report(...readings: readonly Reading[]) {
    const items = readings.map(([which, at, measures]) => ({
      projectId: 'op-history',
      pointNumber: `p${which}`,
      time: toWireTime(new Date(start + at)),
      sequence: sequence++,
      measures,
    }))
    const { code, data } = await program.call(ingest.readings, { items })
    expect({ code, data }).toMatchObject({ code: 200, data: { accepted: items.length } })
  }
  return {
    ...house,
    report,
    at: (ms: number) => t.clock.pass(start + ms - t.clock.now().getTime()),
    async conditions() {
      const { rows } = await t.db.execute<{ cause: string; since: string }>(sql`
        select cause, since::text as since from trouble where building_id = ${house.buildingId} order by since, cause`)
      return rows.map(({ cause, since }) => [cause, after(since)])
    },
    async problems() {
      const { rows } = await t.db.execute<{ cause: string; happened: string; solved: string | null }>(sql`
        select cause, happened_at::text as happened, solved_at::text as solved from problem
        where building_id = ${house.buildingId} order by id`)
      return rows.map(({ cause, happened, solved }) => [cause, after(happened), after(solved)])
    },
  }
}

const seconds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i * SECOND)

test('a cause in several readings of one call began with the first of them, on the next day too', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, FINE])
    house.at(5 * MINUTE)
    await house.report(...seconds(MINUTE, 100).map((at): Reading => [0, at, LOW]))
    expect(await house.conditions()).toEqual([['pressure-low', MINUTE]])
    house.at(DAY)
    await house.report([0, DAY, LOW])
    await reEvaluateDue(t.db, t.clock.now())
    expect(await house.conditions()).toEqual([['pressure-low', MINUTE]])
  }))

test('readings in reverse order start the cause at the oldest of them', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, FINE])
    house.at(5 * MINUTE)
    for (const at of seconds(MINUTE, 40).toReversed()) await house.report([0, at, LOW])
    expect(await house.conditions()).toEqual([['pressure-low', MINUTE]])
    await house.report([0, MINUTE + 9 * SECOND, FINE])
    expect(await house.conditions()).toEqual([['pressure-low', MINUTE + 10 * SECOND]])
  }))

test.each([
  ['within its interval begins with the reading that shows it', 30 * MINUTE, 30 * MINUTE],
  ['after a longer silence begins with the last reading before the silence', 30 * MINUTE + SECOND, 0],
])('a cause %s', (_, at, began) =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, FINE])
    house.at(at)
    await house.report([0, at, LOW])
    expect(await house.conditions()).toEqual([['pressure-low', began]])
  }),
)

test('a late reading within a silence moves the beginning from before the silence to itself', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, FINE])
    house.at(31 * MINUTE)
    await house.report([0, 31 * MINUTE, LOW])
    expect(await house.conditions()).toEqual([['pressure-low', 0]])
    await house.report([0, 20 * MINUTE, LOW])
    expect(await house.conditions()).toEqual([['pressure-low', 20 * MINUTE]])
  }))

test('a problem ends with the first of the readings that show it', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, LOW])
    house.at(3 * HOUR)
    await reEvaluateDue(t.db, t.clock.now())
    await house.report([0, 2 * HOUR, FINE], [0, 3 * HOUR, FINE])
    expect(await house.problems()).toContainEqual(['pressure-low', expect.any(Number), 2 * HOUR])
  }))

test('a report of one point re-evaluates the other points of its building', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE, PUMP)
    await house.report([0, 0, FINE], [1, 0, AUTOMATIC])
    house.at(MINUTE)
    await house.report([1, MINUTE, MANUAL])
    house.at(HOUR + MINUTE - SECOND)
    await house.report([0, HOUR + MINUTE - SECOND, FINE])
    expect(await house.problems()).toEqual([])
    house.at(HOUR + MINUTE)
    await house.report([0, HOUR + MINUTE, FINE])
    expect(await house.problems()).toEqual([['pump-manual', MINUTE, null]])
  }))

test('both causes of a pump begin and end independently', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, PUMP)
    await house.report([0, 0, AUTOMATIC])
    house.at(10 * MINUTE)
    await house.report([0, 5 * MINUTE, MANUAL], [0, 10 * MINUTE, { manualAutomaticState: 1, powerState: 1 }])
    expect(await house.conditions()).toEqual([
      ['pump-manual', 5 * MINUTE],
      ['pump-power', 10 * MINUTE],
    ])
    house.at(20 * MINUTE)
    await house.report([0, 20 * MINUTE, { manualAutomaticState: 0 }])
    expect(await house.conditions()).toEqual([['pump-power', 10 * MINUTE]])
    await reEvaluateDue(t.db, t.clock.now())
    expect(await house.problems()).toEqual([['pump-power', 10 * MINUTE, null]])
  }))

test('a point without reports is offline from its last valid report until the next one', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    expect(await house.conditions()).toEqual([['mute', -MINUTE]])
    await house.report([0, 0, FINE])
    expect(await house.conditions()).toEqual([])
    house.at(HOUR)
    await house.evaluate()
    expect(await house.conditions()).toEqual([['offline', 0]])
    expect(await house.problems()).toEqual([['offline', 0, null]])
    house.at(2 * HOUR)
    await house.report([0, 2 * HOUR - MINUTE, FINE])
    expect(await house.conditions()).toEqual([])
    expect(await house.problems()).toEqual([['offline', 0, 2 * HOUR - MINUTE]])
  }))

test('a first reading that was low by a limit since reduced remains low until the next', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.take({ does: 'height', height: 150 })
    house.at(MINUTE)
    await house.report([0, MINUTE, { pressure: 0.12 }])
    expect(await house.conditions()).toEqual([['pressure-low', -MINUTE]])
    await house.take({ does: 'height', height: 80 })
    house.at(DAY)
    await reEvaluateDue(t.db, t.clock.now())
    expect(await house.problems()).toContainEqual(['pressure-low', -MINUTE, null])
    await house.report([0, DAY, { pressure: 0.12 }])
    expect(await house.problems()).toContainEqual(['pressure-low', -MINUTE, DAY])
  }))

test('a late report leaves readings to be judged by the height of their time', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.take({ does: 'height', height: 80 })
    house.at(2 * MINUTE)
    await house.report([0, 0, FINE])
    await house.report([0, MINUTE, LOW])
    await house.report([0, 2 * MINUTE, { pressure: 0.08 }])
    house.at(3 * MINUTE)
    await house.take({ does: 'height', height: 20 })
    await house.report([0, MINUTE + 30_000, LOW])
    expect(await house.conditions()).toEqual([['pressure-low', MINUTE]])
    await house.take({ does: 'height', height: 150 })
    house.at(5 * MINUTE)
    await house.report([0, 5 * MINUTE, { pressure: 0.16 }])
    expect(await house.conditions()).toEqual([])
  }))

test('readings of before a building became higher show no low pressure; the next one does', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.take({ does: 'height', height: 20 })
    house.at(MINUTE)
    await house.report([0, MINUTE, { pressure: 0.08 }])
    house.at(10 * MINUTE)
    await house.take({ does: 'height', height: 80 })
    await reEvaluate(t.db, [house.buildingId], t.clock.now())
    expect(await house.conditions()).toEqual([])
    house.at(20 * MINUTE)
    await house.report([0, 20 * MINUTE, { pressure: 0.08 }])
    expect(await house.conditions()).toEqual([['pressure-low', 20 * MINUTE]])
  }))

test('a fault that ends during a shield leaves the shield, and a reading leaves both', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.report([0, 0, FINE])
    const program = programOf(t, OWN)
    const event = (kind: 'fault' | 'shield', phase: 'begin' | 'end', sequence: number) =>
      program.call(ingest.events, {
        items: [{ projectId: 'op-history', pointNumber: 'p0', time: toWireTime(t.clock.now()), sequence, kind, phase }],
      })
    house.at(MINUTE)
    await event('shield', 'begin', 1)
    house.at(2 * MINUTE)
    await event('fault', 'begin', 2)
    const both = [
      ['shield', MINUTE],
      ['fault', 2 * MINUTE],
    ]
    expect(await house.conditions()).toEqual(both)
    house.at(3 * MINUTE)
    await house.report([0, 3 * MINUTE, FINE])
    expect(await house.conditions()).toEqual(both)
    house.at(4 * MINUTE)
    await event('fault', 'end', 3)
    expect(await house.conditions()).toEqual([both[0]])
    expect(await house.problems()).toEqual([['fault', 2 * MINUTE, 4 * MINUTE]])
  }))

test.each([
  ['lower', 150, 80, [['pressure-low', MINUTE]], []],
  ['higher', 80, 150, [], [['pressure-low', 20 * MINUTE]]],
])('a heartbeat after a building became %s neither begins nor ends a low pressure', (_, before, now, kept, next) =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await house.take({ does: 'height', height: before })
    await house.report([0, 0, FINE])
    house.at(MINUTE)
    await house.report([0, MINUTE, { pressure: 0.12 }])
    await house.take({ does: 'height', height: now })
    house.at(10 * MINUTE)
    await house.report([0, 10 * MINUTE, {}])
    expect(await house.conditions()).toEqual(kept)
    house.at(20 * MINUTE)
    await house.report([0, 20 * MINUTE, { pressure: 0.12 }])
    expect(await house.conditions()).toEqual(next)
  }),
)

test('a building with a part of its items is connecting, and after a week without reports not connected', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    const access = async () =>
      (
        await t.db.execute(sql`
          select b.access_status as status, b.access_at as "accessAt", d.must_percent > 0 as "hadSome",
            d.items->0->>'describe' as lost
          from building b join score_day d on d.building_id = b.id where b.id = ${house.buildingId}
          order by d.day desc limit 1`)
      ).rows[0]
    expect(await access()).toEqual({ status: 0, accessAt: null, hadSome: false, lost: '必接项未全部接入' })
    await house.report([0, 0, FINE])
    expect(await access()).toEqual({ status: 2, accessAt: null, hadSome: true, lost: '必接项未全部接入' })
    house.at(7 * DAY)
    await house.evaluate()
    expect(await access()).toEqual({ status: 0, accessAt: null, hadSome: false, lost: '必接项未全部接入' })
  }))

test('a building released before its score of the day was computed has no current score', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    // Kept until the alarm is closed.
    await house.take({ does: 'event', which: 0, late: 0, kind: 'fire' })
    const current = async () =>
      (
        await t.db.execute(
          sql`select latest_score as score, scored_on as day from building where id = ${house.buildingId}`,
        )
      ).rows[0]
    expect(await current()).toEqual({ score: expect.any(Number), day: expect.any(String) })
    house.at(DAY)
    const token = await t.signIn('unit01')
    const { body } = await t.call(building.releaseProvider, { buildingId: house.buildingId }, token)
    expect(body.code).toBe(200)
    expect(await current()).toEqual({ score: null, day: null })
  }))

test('each further connected item type raises the percentage of its kind at once', () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, PUMP, 16, GAUGE, 64)
    const percent = async () => {
      const { rows } = await t.db.execute<{ status: number; must: number; optional: number }>(sql`
        select access_status as status, must_percent as must, optional_percent > 0 as optional from building
        where id = ${house.buildingId}`)
      return Object.values(rows[0]!)
    }
    const must = async () => {
      const [, of] = await percent()
      const { rows } = await t.db.execute<{ must: number }>(
        sql`select must_percent as must from score_day where building_id = ${house.buildingId} order by day desc limit 1`,
      )
      expect(rows[0]?.must).toBe(of)
      return of
    }
    expect(await percent()).toEqual([0, 0, false])
    await house.report([2, 0, FINE])
    expect(await percent()).toEqual([2, 33, false])
    expect(await must()).toBe(33)
    await house.report([1, 0, { level: 2.1 }])
    expect(await percent()).toEqual([2, 67, false])
    expect(await must()).toBe(67)
    await house.report([3, 0, FINE])
    expect(await percent()).toEqual([2, 67, true])
    await house.report([0, 0, AUTOMATIC])
    expect(await percent()).toEqual([1, 100, true])
    expect(await must()).toBe(100)
  }))

test("a problem of the building without a point is not affected by its points' reports", () =>
  undone(base, async (t) => {
    const house = await buildingOf(t, GAUGE)
    await t.db.execute(sql`
      insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, content, advice, problem_type, happened_at, opened_at)
      values (${house.buildingId}, null, 'fault', 2, '', '管网', '渗漏', '维修', 0, ${t.clock.now().toISOString()}, ${t.clock.now().toISOString()})`)
    await house.report([0, 0, FINE])
    house.at(DAY)
    await house.evaluate()
    expect(await house.problems()).toContainEqual(['fault', 0, null])
  }))
