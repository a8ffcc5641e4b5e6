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

interface Rows {
  readonly list: readonly { readonly id: string; readonly buildingId: string | null }[]
  readonly total: number
}

test(
  'a unit has as many buildings, open fires and unresolved problems as its lists',
  { timeout: 120_000 },
  city.undone(async (t) => {
    const conditions = await conditionsOf(t, 'zhidui', await idsIn(t, sql`true`))
    const whole = await t.signIn('zhidui')
    const read = async (
      call: typeof building.list | typeof building.headStatistics | typeof alarm.list | typeof problem.facilityList,
      input: object,
    ) => {
      t.clock.pass(1000)
      const { body } = await t.call(call, input as never, whole)
      expect([input, body.code]).toEqual([input, 200])
      return body.data as unknown as Rows
    }
    const sums = { buildings: 0, alarms: 0, problems: 0 }
    let most = 0
    for (const { id, name, buildingId, ...numbers } of conditions) {
      const bound = await boundIds(t, id)
      const { list, total } = await read(building.list, { lawCompanyId: id, pageSize: 100 })
      const alarms = await read(alarm.list, { lawCompanyId: id, open: 1, pageSize: 100 })
      let problems = 0
      for (const one of list)
        problems += (await read(problem.facilityList, { buildingId: one.id, questionStatus: 0, pageSize: 1 })).total
      expect([name, numbers]).toEqual([name, { buildings: total, alarms: alarms.total, problems }])
      expect(buildingId).toBe(total === 1 ? list[0]!.id : null)
      for (const one of [...list.map((row) => row.id), ...alarms.list.map((row) => row.buildingId)])
        expect(bound).toContain(one)
      const counts = (await read(building.headStatistics, { lawCompanyId: id })) as unknown as Record<string, number>
      expect(counts.hasAccess! + counts.notAccess! + counts.accessing! + counts.accessFailed!).toBe(total)
      sums.buildings += total
      sums.alarms += alarms.total
      sums.problems += problems
      most = Math.max(most, total)
    }
    expect(Math.min(sums.buildings, sums.alarms, sums.problems)).toBeGreaterThan(0)
    expect(most).toBeGreaterThan(1)
  }),
)

test(
  'no list is narrowed to a unit that the caller may not see',
  city.undone(async (t) => {
    const [elsewhere = ''] = await idsIn(t, sql`county <> '310106'`)
    const [own = ''] = await idsIn(t, sql`id = (select unit_id from account where account = 'unit01')`)
    for (const [account, id, code] of [
      ['jingan', elsewhere, 404],
      ['unit01', own, 200],
      ['unit01', elsewhere === own ? '999999997' : elsewhere, 404],
      ['zhidui', '999999997', 404],
    ] as const) {
      const caller = await t.signIn(account)
      for (const call of [building.list, building.headStatistics, alarm.list])
        expect([account, call.path, (await t.call(call, { lawCompanyId: id } as never, caller)).body.code]).toEqual([
          account,
          call.path,
          code,
        ])
    }
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
    expect(wider!.buildings).toBe(inCity[0]!.buildings + 1)
    expect(wider!.problems).toBeGreaterThan(inCity[0]!.problems)
    const [first = ''] = await boundIds(t, id, sql`b.county = '310106' and b.registered`)
    await t.db.execute(sql`update building set registered = false where id = ${first}::bigint`)
    expect((await conditionsOf(t, 'jingan', [id]))[0]!.buildings).toBe(before[0]!.buildings - 1)
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
