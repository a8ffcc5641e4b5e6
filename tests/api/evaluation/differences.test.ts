import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { evaluateBatch } from '#server/evaluation/evaluate-batch.ts'
import { evaluateBuildings } from '#server/evaluation/evaluate-buildings.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { historyBuilding, keepAccountsOnly, undone } from '../../support/history-building.ts'
import { OWN } from '../../support/point-fixtures.ts'
import { programOf } from '../../support/provider-program.ts'
import { watchStatements } from '../../support/watch-statements.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const PUMP = 15
const GAUGE = 17
const LOW = { pressure: 0.02 }
const FINE = { pressure: 0.4 }

const city = await openApi()
afterAll(() => city.close())
const base = await city.lasting()
await keepAccountsOnly(base)

async function watchedBuilding(t: TestApi, apiId: number) {
  const house = await historyBuilding(t)
  await house.take({ does: 'register', apiId })
  await reEvaluateDue(t.db, t.clock.now())
  const { rows } = await t.db.execute<{ id: string }>(sql`select id from point where building_id = ${house.buildingId}`)
  const ids = { pointIds: [Number(rows[0]!.id)], fallbackBuildingIds: [house.buildingId] }
  const watched = async (work: (db: TestApi['db'], now: Date) => Promise<unknown>) => {
    const { db, statements } = watchStatements(t.db)
    await work(db, t.clock.now())
    return statements
  }
  return {
    ...house,
    async store(measures: Record<string, number>) {
      t.clock.pass(MINUTE)
      const now = t.clock.now().toISOString()
      await t.db.execute(sql`
        insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
        values (${ids.pointIds[0]}, ${now}, 0, ${house.buildingId}, ${apiId}, ${now}, ${JSON.stringify(measures)})`)
      await t.db.execute(sql`
        update point set valid_at = ${now}, online = true, latest = ${JSON.stringify(measures)} where id = ${ids.pointIds[0]}`)
    },
    /** Of the last `ms`. */
    evaluateBatch: (ms = 0) =>
      watched((db, now) =>
        evaluateBatch(db, { ...ids, now, earliest: new Date(now.getTime() - ms), eventPointIds: [] }),
      ),
    evaluateOtherPoints: () => watched((db, now) => evaluateBatch(db, { ...ids, pointIds: [], now })),
    evaluateBuilding: () => watched((db, now) => evaluateBuildings(db, ids.fallbackBuildingIds, now, [], false)),
    reEvaluateDue: () => watched(reEvaluateDue),
    due: () => t.db.execute(sql`update building_state set due_at = ${t.clock.now().toISOString()}`),
  }
}

const EVALUATED = ['insert building_state', 'select building_state', 'select building']

test('a report that changes nothing costs one query and no write', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    expect(await house.evaluateBatch()).toEqual(['select trouble'])
    await house.store(FINE)
    await house.evaluateBatch()
    await house.store(FINE)
    expect(await house.evaluateBatch()).toEqual(['select trouble'])
  }))

test('a cause is looked up in the newest readings, and in older ones only when it begins', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    for (let i = 0; i < 40; i++) await house.store(FINE)
    await house.evaluateBatch()
    await house.store(LOW)
    expect(await house.evaluateBatch()).toEqual([
      'select trouble',
      'select reading',
      'select reading',
      'insert trouble',
      ...EVALUATED,
      'update building_state',
      'insert change',
    ])
    await house.store(LOW)
    expect(await house.evaluateBatch()).toEqual(['select trouble', 'select reading'])
    await house.store(FINE)
    expect(await house.evaluateBatch()).toEqual([
      'select trouble',
      'select reading',
      'delete trouble',
      ...EVALUATED,
      'update building_state',
      'insert change',
    ])
  }))

test('readings of one batch that show when a cause begins are read once', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store(FINE)
    await house.store(LOW)
    const begun = await house.evaluateBatch(HOUR)
    expect(begun.filter((one) => one === 'select reading')).toHaveLength(1)
    await house.store(FINE)
    await house.store({ power: 80 })
    const ended = await house.evaluateBatch(2 * MINUTE)
    expect(ended.filter((one) => one === 'select reading')).toHaveLength(1)
    await house.store(FINE)
    await house.store({ power: 80 })
    expect(await house.evaluateBatch(2 * MINUTE)).toEqual(['select trouble', 'select reading'])
  }))

test('a cause that all readings show is read once by a full evaluation', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store(LOW)
    await t.db.execute(sql`update building_state set checked_day = null, due_at = 'epoch'`)
    const statements = await house.reEvaluateDue()
    expect(statements.filter((one) => one === 'select reading')).toHaveLength(1)
  }))

test('a building of a batch is evaluated also without a point of it', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    expect(await house.evaluateOtherPoints()).toEqual(['select trouble', ...EVALUATED])
  }))

test('a building evaluated before the clock was set back is due at once', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    t.clock.pass(-24 * HOUR)
    await house.evaluateBuilding()
    const { rows } = await t.db.execute<{ due: string }>(sql`select due_at::text as due from building_state`)
    expect(rows.map(({ due }) => new Date(due))).toEqual([t.clock.now()])
  }))

test('a building whose connection failed is not connected once it has no points', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    const status = async () =>
      (await t.db.execute(sql`select access_status as status from building where id = ${house.buildingId}`)).rows
    await t.db.execute(sql`update building set access_status = 3, access_at = created_at`)
    await house.evaluateBuilding()
    expect(await status()).toEqual([{ status: 3 }])
    await t.db.execute(sql`update point set released_at = created_at`)
    await house.evaluateBuilding()
    expect(await status()).toEqual([{ status: 0 }])
  }))

test('an evaluation that finds nothing else writes nothing', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, PUMP)
    await house.store({ manualAutomaticState: 1, powerState: 0 })
    await house.evaluateBatch()
    t.clock.pass(2 * HOUR)
    await reEvaluateDue(t.db, t.clock.now())
    const { rows } = await t.db.execute(sql`select cause from problem where building_id = ${house.buildingId}`)
    expect(rows).toEqual([{ cause: 'pump-manual' }])
    expect(await house.evaluateBuilding()).toEqual(EVALUATED)
    expect(await house.reEvaluateDue()).toEqual(['insert building_state', 'select building_state'])
    await house.due()
    expect(await house.reEvaluateDue()).toEqual([
      'insert building_state',
      'select building_state',
      'insert building_state',
      'select building_state',
      ...EVALUATED,
      'update building_state',
    ])
  }))

test('the first evaluation of a day reads everything once', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store(FINE)
    await house.evaluateBatch()
    t.clock.pass(24 * HOUR)
    await house.store(LOW)
    expect(await house.reEvaluateDue()).toEqual([
      'insert building_state',
      'select building_state',
      'select point',
      'insert building_state',
      'select building_state',
      'select trouble',
      'select reading',
      'select device_event',
      'insert trouble',
      ...EVALUATED,
      'insert problem',
      'insert score_day',
      'update building_state',
      'insert change',
    ])
  }))

test('a point that reports what its item type does not measure has no cause, and is read back', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store({ power: 80 })
    expect(await house.evaluateBatch()).toContain('select reading')
    const { rows } = await t.db.execute(sql`select cause from trouble where building_id = ${house.buildingId}`)
    expect(rows).toEqual([])
  }))

test('a cause that thousands of readings show began with the first of them', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store(FINE)
    const start = t.clock.now()
    await t.db.execute(sql`
      insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
      select point_id, at + n * interval '1 second', 0, building_id, api_id, received_at, ${JSON.stringify(LOW)}
      from reading, generate_series(1, 1100) n`)
    t.clock.pass(HOUR)
    await house.store(LOW)
    await house.due()
    await t.db.execute(sql`update building_state set checked_day = null`)
    await house.reEvaluateDue()
    const { rows } = await t.db.execute<{ since: string }>(sql`select since::text as since from trouble`)
    expect(rows.map(({ since }) => new Date(since).getTime() - start.getTime())).toEqual([1000])
  }))

test('a point that is registered under another name keeps its cause', () =>
  undone(base, async (t) => {
    const house = await historyBuilding(t)
    await house.take({ does: 'register', apiId: GAUGE })
    await house.take({ does: 'reading', which: 0, late: 0, measures: LOW })
    const causes = async () =>
      (await t.db.execute(sql`select cause, since::text as since from trouble where building_id = ${house.buildingId}`))
        .rows
    const before = await causes()
    expect(before).toMatchObject([{ cause: 'pressure-low' }])
    await house.take({ does: 'rename', which: 0 })
    expect(await causes()).toEqual(before)
  }))

test('a problem of another kind at a point is left open by what the point reports', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    const now = t.clock.now().toISOString()
    await t.db.execute(sql`
      insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, content, advice, problem_type, happened_at, opened_at)
      select building_id, id, 'inspection', 2, '', '管网', '渗漏', '维修', 0, ${now}, ${now} from point
      where building_id = ${house.buildingId}`)
    await house.evaluateBuilding()
    const { rows } = await t.db.execute(sql`select cause, solved_at as solved from problem`)
    expect(rows).toEqual([{ cause: 'inspection', solved: null }])
  }))

test('a building without points has no score, also on the day its points were deleted', () =>
  undone(base, async (t) => {
    const house = await historyBuilding(t)
    const days = async () =>
      (await t.db.execute(sql`select 1 from score_day where building_id = ${house.buildingId}`)).rows.length
    await house.evaluate()
    expect(await days()).toBe(0)
    await house.take({ does: 'register', apiId: GAUGE })
    await house.evaluate()
    expect(await days()).toBe(1)
    const item = { projectId: 'op-history', pointNumber: 'p0' }
    expect((await programOf(t, OWN).call(ingest.removePoints, { items: [item] })).code).toBe(200)
    await t.db.execute(sql`update building_state set due_at = 'epoch'`)
    await house.evaluate()
    expect(await days()).toBe(0)
  }))

test('a change of what is connected is kept though the building is due at the same time', () =>
  undone(base, async (t) => {
    const house = await watchedBuilding(t, GAUGE)
    await house.store(FINE)
    await house.evaluateBatch()
    const state = async () => (await t.db.execute(sql`select due_at, connected from building_state`)).rows
    const before = await state()
    expect(before).toMatchObject([{ connected: [GAUGE] }])
    await t.db.execute(sql`update building_state set connected = '{}'`)
    expect(await house.evaluateBuilding()).toEqual([...EVALUATED, 'update building_state'])
    expect(await state()).toEqual(before)
  }))
