import { sql, type SQL } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { building } from '#contract/building.ts'
import { problem } from '#contract/problem.ts'
import { MOST_UNIT_CONDITIONS, type UnitCondition, unitCondition } from '#contract/unit-condition.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const ask = async (t: TestApi, account: string, ids: readonly string[]) =>
  (await t.call(unitCondition.list, { lawCompanyIds: ids.join(',') }, await t.signIn(account))).body
const conditionsOf = async (t: TestApi, account: string, ids: readonly string[]) =>
  (await ask(t, account, ids)).data as unknown as UnitCondition[]

const idsIn = async (t: TestApi, where: SQL) =>
  (await t.db.execute<{ id: string }>(sql`select id::text as id from unit where ${where} order by id`)).rows.map(
    ({ id }) => id,
  )

async function boundIds(t: TestApi, unitId: string, where = sql`true`) {
  const { rows } = await t.db.execute<{ id: string }>(sql`
    select b.id::text as id from building b join building_unit t on t.building_id = b.id
    where t.unit_id = ${unitId}::bigint and t.kind = 'bound' and ${where} order by b.id`)
  return rows.map(({ id }) => id)
}

const sole = (ids: readonly string[]) => (new Set(ids).size === 1 ? ids[0]! : null)

interface Rows {
  readonly list: readonly { readonly id: string }[]
  readonly total: number
}

test(
  'a unit has as many buildings, open fires and unresolved problems as the lists of its buildings',
  { timeout: 120_000 },
  city.undone(async (t) => {
    const conditions = await conditionsOf(t, 'zhidui', await idsIn(t, sql`true`))
    const whole = await t.signIn('zhidui')
    const of = async (call: typeof alarm.list | typeof problem.facilityList, buildingId: string, input: object) => {
      t.clock.pass(1000)
      const { body } = await t.call(call, { buildingId, ...input, pageSize: 1 } as never, whole)
      expect([buildingId, body.code, body.message]).toEqual([buildingId, 200, expect.anything()])
      return (body.data as unknown as Rows).total
    }
    const listed = await t.call(building.list, { pageSize: 100 }, whole)
    const visible = new Set((listed.body.data as unknown as Rows).list.map(({ id }) => id))
    const { rows } = await t.db.execute<{ id: string; name: string }>(
      sql`select id::text as id, complex_name as name from building`,
    )
    const complexes = new Map(rows.map(({ id, name }) => [id, name]))
    const sums = { buildings: 0, alarms: 0, problems: 0 }
    let most = 0
    for (const one of conditions) {
      const bound = await boundIds(t, one.id)
      const counted = bound.filter((id) => visible.has(id))
      expect(one.buildings).toEqual({ num: counted.length, buildingId: sole(counted) })
      const burning: string[] = []
      const faulty: string[] = []
      for (const id of bound) {
        burning.push(...Array<string>(await of(alarm.list, id, { open: 1 })).fill(id))
        faulty.push(...Array<string>(await of(problem.facilityList, id, { questionStatus: 0 })).fill(id))
      }
      const complexName = sole(burning.map((id) => complexes.get(id) ?? ''))
      expect([one.id, one.alarms]).toEqual([one.id, { num: burning.length, buildingId: sole(burning), complexName }])
      expect([one.id, one.problems]).toEqual([one.id, { num: faulty.length, buildingId: sole(faulty) }])
      sums.buildings += counted.length
      sums.alarms += burning.length
      sums.problems += faulty.length
      most = Math.max(most, counted.length)
    }
    expect(Math.min(sums.buildings, sums.alarms, sums.problems)).toBeGreaterThan(0)
    expect(most).toBeGreaterThan(1)
  }),
)

test(
  'a building of another unit’s kind, district or approval is not counted',
  city.undone(async (t) => {
    const [id = ''] = await idsIn(
      t,
      sql`county = '310106' and exists
      (select 1 from building_unit t join building b on b.id = t.building_id and b.county = '310106'
        where t.unit_id = unit.id and t.kind = 'bound')`,
    )
    const before = await conditionsOf(t, 'jingan', [id])
    const inCity = await conditionsOf(t, 'zhidui', [id])
    const bind = (kind: string, where: SQL) =>
      t.db.execute(sql`
        insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
        select b.id, ${id}::bigint, ${kind}, now(), now() from building b where ${where}
          and exists (select 1 from problem p where p.building_id = b.id and p.solved_at is null)
          and not exists (select 1 from building_unit t where t.building_id = b.id and t.unit_id = ${id}::bigint)
        order by b.id limit 1 returning building_id::text as id`)
    await bind('tenant', sql`b.county = '310106'`)
    expect(await conditionsOf(t, 'zhidui', [id])).toEqual(inCity)
    await bind('bound', sql`b.county = '310115' and b.registered`)
    expect(await conditionsOf(t, 'jingan', [id])).toEqual(before)
    const [wider] = await conditionsOf(t, 'zhidui', [id])
    expect(wider!.buildings.num).toBe(inCity[0]!.buildings.num + 1)
    expect(wider!.problems.num).toBeGreaterThan(inCity[0]!.problems.num)
    const [first = ''] = await boundIds(t, id, sql`b.county = '310106' and b.registered`)
    await t.db.execute(sql`update building set registered = false where id = ${first}::bigint`)
    expect((await conditionsOf(t, 'jingan', [id]))[0]!.buildings.num).toBe(before[0]!.buildings.num - 1)
  }),
)

test(
  'units of another district are left out for a district, other roles may not ask, and one page is the most',
  city.undone(async (t) => {
    const own = await idsIn(t, sql`county = '310106'`)
    const all = await idsIn(t, sql`true`)
    expect(all.length).toBeGreaterThan(own.length)
    const answered = async (account: string, ids: readonly string[]) =>
      (await conditionsOf(t, account, ids)).map(({ id }) => id).sort()
    expect(await answered('jingan', all)).toEqual([...own].sort())
    expect(await answered('zongdui', [...all, '999999997'])).toEqual([...all].sort())
    expect(
      await answered(
        'jingan',
        all.filter((id) => !own.includes(id)),
      ),
    ).toEqual([])
    for (const account of ['unit01', 'wuye01', 'isv01']) expect((await ask(t, account, own)).code).toBe(403)
    const many = Array.from({ length: MOST_UNIT_CONDITIONS + 1 }, (_, at) => String(at + 1))
    expect((await ask(t, 'zhidui', many)).code).toBe(400)
    expect((await ask(t, 'zhidui', many.slice(1))).code).toBe(200)
    expect((await ask(t, 'zhidui', ['1', ''])).code).toBe(400)
  }),
)
