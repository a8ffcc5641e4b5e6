import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Found, globalSearch, MOST_COUNTED } from '#contract/search.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
const { undone } = city
afterAll(() => city.close())

async function find(t: TestApi, account: string, input: { search: string; kind?: string }): Promise<Found> {
  const { code, data } = (await t.call(globalSearch.all, input as never, await t.signIn(account))).body
  expect(code).toBe(200)
  return data as Found
}

async function one<T extends Record<string, unknown>>(t: TestApi, query: string): Promise<T> {
  const { rows } = await t.db.execute<T>(sql.raw(query))
  return rows[0] as T
}

const own = (t: TestApi, account: string) =>
  one<{ id: string; name: string }>(
    t,
    `select b.id, b.name from building b join building_unit x on x.building_id = b.id and x.kind = 'bound'
       and x.unit_id = (select unit_id from account where account = '${account}')
     where exists (select 1 from point p where p.building_id = b.id) order by b.id limit 1`,
  )

test(
  'finds a building by part of its name, with its score and condition',
  undone(async (t) => {
    const { id, name } = await own(t, 'unit01')
    const { building } = await find(t, 'unit01', { search: name.slice(1, 5) })
    const hit = building.list.find((row) => row.id === String(id))
    expect(hit).toMatchObject({ name, countyName: expect.any(String), alarmNum: expect.any(Number) })
  }),
)

test(
  'finds nothing of another unit, in any group',
  undone(async (t) => {
    const { name } = await own(t, 'unit02')
    const { building, point, unit } = await find(t, 'unit01', { search: name })
    expect([building.total, point.total, unit.total]).toEqual([0, 0, 0])
    expect((await find(t, 'unit02', { search: name })).building.total).toBeGreaterThan(0)
  }),
)

test(
  'a district organ finds its own district only',
  undone(async (t) => {
    const far = await one<{ name: string }>(
      t,
      `select name from building where county <> '310106' and registered limit 1`,
    )
    const near = await one<{ name: string }>(
      t,
      `select name from building where county = '310106' and registered limit 1`,
    )
    expect((await find(t, 'jingan', { search: far.name })).building.total).toBe(0)
    expect((await find(t, 'jingan', { search: near.name })).building.total).toBeGreaterThan(0)
    expect((await find(t, 'zhidui', { search: far.name })).building.total).toBeGreaterThan(0)
  }),
)

test(
  'a building that a unit added is not shown to the authority before its approval',
  undone(async (t) => {
    const { id, name } = await own(t, 'unit01')
    await t.db.execute(sql`update building set registered = false where id = ${id}`)
    expect((await find(t, 'zhidui', { search: name })).building.list.map((row) => row.id)).not.toContain(String(id))
    expect((await find(t, 'unit01', { search: name })).building.list.map((row) => row.id)).toContain(String(id))
  }),
)

test(
  'all words must match, in any order, and wildcards are text',
  undone(async (t) => {
    const { name } = await own(t, 'unit01')
    const both = `${name.slice(-2)} ${name.slice(0, 2)}`
    expect((await find(t, 'unit01', { search: both })).building.list.map((row) => row.name)).toContain(name)
    expect((await find(t, 'unit01', { search: `${name.slice(0, 2)} 没有这个词` })).building.total).toBe(0)
    expect((await find(t, 'unit01', { search: '%' })).building.total).toBe(0)
  }),
)

test(
  'finds a point by its device number, from its beginning',
  undone(async (t) => {
    const { device_no: number, id } = await one<{ device_no: string; id: string }>(
      t,
      `select p.device_no, p.id from point p join building b on b.id = p.building_id where b.registered order by p.id limit 1`,
    )
    const { point } = await find(t, 'zhidui', { search: number })
    expect(point.list.map((row) => row.id)).toContain(String(id))
  }),
)

test(
  'finds a point by building and own name, with the gravest first',
  undone(async (t) => {
    const { id, name } = await own(t, 'unit01')
    const worst = await one<{ id: string; device_name: string }>(
      t,
      `select id, device_name from point where building_id = ${id} order by id desc limit 1`,
    )
    await t.db.execute(sql`update point set open_rank = 1 where id = ${worst.id}`)
    for (const account of ['zhidui', 'unit01']) {
      const { point } = await find(t, account, { search: `${name} ${worst.device_name}` })
      expect(point.list[0]).toMatchObject({ id: String(worst.id), buildingName: name, openRank: 1 })
    }
  }),
)

test(
  'a point with an open problem is at fault, though no event of it is open',
  undone(async (t) => {
    const { id } = await own(t, 'unit01')
    const calm = await one<{ id: string; device_no: string }>(
      t,
      `update point set online = true, open_rank = 0 where id = (
         select p.id from point p where p.building_id = ${id}
           and not exists (select 1 from alarm_event m where m.point_id = p.id) order by p.id limit 1) returning id, device_no`,
    )
    await t.db.execute(`delete from problem where point_id = ${calm.id}`)
    const state = async () => {
      const { point } = await find(t, 'unit01', { search: calm.device_no, kind: 'point' })
      return point.list.find((row) => row.id === String(calm.id))?.state
    }
    expect(await state()).toBe('normal')
    await t.db.execute(`
      insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, problem_type, happened_at, opened_at)
      values (${id}, ${calm.id}, 'pressure-low', 2, '', '管网：压力过低（0.03 MPa）', 2, now(), now())`)
    expect(await state()).toBe('fault')
  }),
)

test(
  'a unit finds points of its buildings without the building’s name',
  undone(async (t) => {
    const { id } = await own(t, 'unit01')
    const some = await one<{ device_name: string }>(
      t,
      `select device_name from point where building_id = ${id} limit 1`,
    )
    expect((await find(t, 'unit01', { search: some.device_name })).point.total).toBeGreaterThan(0)
  }),
)

test(
  'the authority finds units it manages, a unit finds its tenants',
  undone(async (t) => {
    const tenant = await one<{ unit_name: string; building_id: string }>(
      t,
      `select u.name as unit_name, x.building_id from building_unit x join unit u on u.id = x.unit_id
     where x.kind = 'tenant' and x.building_id in (select building_id from building_unit where kind = 'bound'
       and unit_id = (select unit_id from account where account = 'unit01')) limit 1`,
    )
    const ofUnit = await find(t, 'unit01', { search: tenant.unit_name })
    expect(ofUnit.unit.list[0]).toMatchObject({ name: tenant.unit_name, buildingId: expect.any(String) })
    const ofCity = await find(t, 'zhidui', { search: tenant.unit_name })
    expect(ofCity.unit.list[0]).toMatchObject({ name: tenant.unit_name, buildingId: null })
  }),
)

test(
  'only accounts that may open the list of providers find them',
  undone(async (t) => {
    const { name } = await one<{ name: string }>(t, `select name from provider where status = 1 limit 1`)
    expect((await find(t, 'zhidui', { search: name })).provider.list[0]).toMatchObject({ name, isSuspended: false })
    for (const account of ['unit01', 'jingan', 'isv01'])
      expect((await find(t, account, { search: name })).provider.total).toBe(0)
  }),
)

test(
  'one kind alone has more rows, and no others',
  undone(async (t) => {
    const all = await find(t, 'zhidui', { search: '路' })
    expect(all.building.list).toHaveLength(5)
    const { building, unit } = await find(t, 'zhidui', { search: '路', kind: 'building' })
    expect(building.list.length).toBeGreaterThan(5)
    expect(building.total).toBe(all.building.total)
    expect(unit).toEqual({ list: [], total: 0 })
  }),
)

test(
  'names the field of bad input',
  undone(async (t) => {
    const token = await t.signIn('unit01')
    for (const [input, words] of [
      [{ search: '  ' }, '请输入要搜索的内容'],
      [{ search: '长'.repeat(65) }, '最多输入 64 个字'],
      [{ search: '楼', kind: 'car' }, '请从列表中选择'],
    ] as const) {
      const { code, message } = (await t.call(globalSearch.all, input as never, token)).body
      expect([code, message]).toEqual([400, expect.stringContaining(words)])
    }
  }),
)

test(
  'twenty thousand buildings: totals are capped, and numbers of devices are found by an index',
  undone(async (t) => {
    await t.db
      .execute(`insert into building (name, complex_name, province_no, city_no, county, street_no, access_status,
      open_project_id, app_key, created_at, modified_at)
    select '测试大厦' || n || '号', '', '310000', '310100', '310106', '310106011', 1, 'OPX' || n, md5(n::text), now(), now()
    from generate_series(1, 20000) n`)
    await t.db.execute('analyze building')
    const from = performance.now()
    const { building } = await find(t, 'zhidui', { search: '测试大厦' })
    console.log(`${Math.round(performance.now() - from)} ms with sign-in`)
    expect(building).toMatchObject({ total: MOST_COUNTED, list: { length: 5 } })
    expect((await find(t, 'zhidui', { search: '大厦777号' })).building.list[0]!.name).toBe('测试大厦777号')
    const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(
      `explain select * from point where device_no like '1000000%'`,
    )
    await t.db.execute('set local enable_seqscan = off')
    const plan = await t.db.execute<{ 'QUERY PLAN': string }>(
      `explain select * from point where device_no like '1000%'`,
    )
    expect([...rows, ...plan.rows].map((row) => row['QUERY PLAN']).join('\n')).toMatch(/point_device_no_idx/)
  }),
)
