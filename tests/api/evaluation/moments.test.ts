import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { shanghaiDay } from '#contract/time.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { type EquipmentOf, reports } from '../../support/report.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const city = await openApi()
afterAll(() => city.close())

async function pointOf(t: TestApi, apiId: number): Promise<EquipmentOf> {
  const { rows } = await t.db.execute<{ id: string; building: string }>(sql`
    select p.id, p.building_id as building from point p join building b on b.id = p.building_id
    where p.api_id = ${apiId} and p.online and b.access_status = 1 and p.released_at is null
      and not exists (select 1 from trouble x where x.point_id = p.id) order by p.id limit 1`)
  return { id: Number(rows[0]!.id), buildingId: Number(rows[0]!.building), apiId }
}

const by = (t: TestApi, point: EquipmentOf) => reports(t.db, point, t.clock.now())

/** ms after `start`. */
async function problemOf(t: TestApi, { id }: EquipmentOf, cause: string, start: Date) {
  const { rows } = await t.db.execute<{ happened: string; solved: string | null; todo: number }>(sql`
    select happened_at::text as happened, solved_at::text as solved, todo_status as todo from problem
    where point_id = ${id} and cause = ${cause} order by id desc limit 1`)
  const [row] = rows
  const after = (at: string) => new Date(at).getTime() - start.getTime()
  return (
    row && { happened: after(row.happened), solved: row.solved === null ? null : after(row.solved), todo: row.todo }
  )
}

interface State extends Record<string, unknown> {
  readonly due: string
  readonly checked: string | null
}

async function stateOf(t: TestApi, { buildingId }: EquipmentOf): Promise<State | undefined> {
  const { rows } = await t.db.execute<State>(sql`
    select due_at::text as due, checked_day::text as checked from building_state where building_id = ${buildingId}`)
  return rows[0]
}

test(
  'a problem is solved at the time of the reading that shows it, however late the reading arrives',
  city.undone(async (t) => {
    const gauge = await pointOf(t, 17)
    const start = t.clock.now()
    await by(t, gauge).reading({ pressure: 0.3 })
    t.clock.pass(MINUTE)
    await by(t, gauge).reading({ pressure: 0.01 })
    t.clock.pass(3 * HOUR)
    await reEvaluateDue(t.db, t.clock.now())
    expect(await problemOf(t, gauge, 'pressure-low', start)).toEqual({ happened: MINUTE, solved: null, todo: 0 })
    await by(t, gauge).reading({ pressure: 0.3 }, new Date(t.clock.now().getTime() - 10 * MINUTE))
    expect(await problemOf(t, gauge, 'pressure-low', start)).toEqual({
      happened: MINUTE,
      solved: 3 * HOUR - 9 * MINUTE,
      todo: 1,
    })
  }),
)

test(
  'a fault is solved when it ends, an alarm when it is handled',
  city.undone(async (t) => {
    const smoke = await pointOf(t, 1)
    const start = t.clock.now()
    await by(t, smoke).began('fault')
    expect(await problemOf(t, smoke, 'fault', start)).toMatchObject({ happened: 0, solved: null })
    t.clock.pass(HOUR)
    await by(t, smoke).ended('fault')
    expect(await problemOf(t, smoke, 'fault', start)).toMatchObject({ happened: 0, solved: HOUR })

    await by(t, smoke).began('fire')
    t.clock.pass(DAY + 1)
    await reEvaluateDue(t.db, t.clock.now())
    expect(await problemOf(t, smoke, 'alarm-unhandled', start)).toMatchObject({ happened: HOUR, solved: null })
    t.clock.pass(MINUTE)
    await by(t, smoke).handled(1)
    await reEvaluateDue(t.db, new Date(t.clock.now().getTime() + DAY))
    expect(await problemOf(t, smoke, 'alarm-unhandled', start)).toMatchObject({ solved: DAY + HOUR + MINUTE + 1 })
  }),
)

test(
  'each building is evaluated as a whole once per Shanghai day, and otherwise only when it is due',
  city.undone(async (t) => {
    const point = await pointOf(t, 17)
    const all = await t.db.$count(sql`building`)
    t.clock.pass(DAY)
    const now = t.clock.now()
    expect(await reEvaluateDue(t.db, now)).toBe(all)
    const state = await stateOf(t, point)
    expect(state?.checked).toBe(shanghaiDay(now))
    expect(new Date(state?.due ?? 0).getTime()).toBeGreaterThan(now.getTime())
    expect(await reEvaluateDue(t.db, now)).toBe(0)

    const set = (due: string) =>
      t.db.execute(sql`update building_state set due_at = ${due}::timestamptz where building_id = ${point.buildingId}`)
    await set(now.toISOString())
    expect(await reEvaluateDue(t.db, now)).toBe(1)
    expect(await stateOf(t, point)).toEqual(state)
    // Before the clock was set back.
    await set(new Date(now.getTime() + 3 * DAY).toISOString())
    expect(await reEvaluateDue(t.db, now)).toBe(1)
    expect(await stateOf(t, point)).toEqual(state)
  }),
)

test(
  'a building without a state gets one from its first report and from the next evaluation',
  city.undone(async (t) => {
    const point = await pointOf(t, 17)
    await reEvaluateDue(t.db, t.clock.now())
    const forget = () => t.db.execute(sql`delete from building_state where building_id = ${point.buildingId}`)
    await forget()
    await by(t, point).reading({ pressure: 0.3 })
    expect(await stateOf(t, point)).toMatchObject({ checked: null })
    expect(await reEvaluateDue(t.db, t.clock.now())).toBe(1)
    expect(await stateOf(t, point)).toMatchObject({ checked: shanghaiDay(t.clock.now()) })
    await forget()
    expect(await reEvaluateDue(t.db, t.clock.now())).toBe(1)
    expect(await stateOf(t, point)).toMatchObject({ checked: shanghaiDay(t.clock.now()) })
  }),
)
