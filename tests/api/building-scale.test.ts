import { afterAll, expect, test } from 'vitest'
import { building as calls } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { openApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const MANY = 20_000

test(
  'a page of twenty thousand buildings is read by an index, for every viewer and filter',
  city.undone(async (t) => {
    await t.db
      .execute(`insert into building (name, complex_name, province_no, city_no, county, street_no, access_status,
        provider_id, open_project_id, app_key, created_at, modified_at)
      select '建筑' || n, '综合体' || n / 3, '310000', '310100', (array['310101','310104','310106','310115'])[1 + n % 4],
        '310106011', n % 4, 301 + n % 4, 'OPX' || n, md5(n::text), now(), now()
      from generate_series(1, ${MANY}) n`)
    await t.db.execute('analyze building')
    const page = (where: string) => `explain select * from building where ${where} order by id desc limit 10`
    for (const [where, index] of [
      ['true', 'building_pkey'],
      ["county = '310106'", 'building_county_idx|building_pkey'],
      ['provider_id = 302', 'building_provider_idx|building_pkey'],
      ['access_status = 3', 'building_access_idx|building_pkey'],
      ['approve_status is not null', 'building_approve_idx|building_pkey'],
    ] as const) {
      const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(page(where))
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(new RegExp(index))
      expect(plan).not.toMatch(/Seq Scan/)
    }
    const took: string[] = []
    const inputs: InputOf<typeof calls.list>[] = [{}, { isAccess: 3 }, { search: '建筑199' }, { currentPage: 1500 }]
    for (const who of ['zhidui', 'jingan', 'unit01']) {
      const token = await t.signIn(who)
      for (const input of inputs) {
        const from = performance.now()
        expect((await t.call(calls.list, input, token)).body.code).toBe(200)
        took.push(`${who} ${JSON.stringify(input)} ${Math.round(performance.now() - from)} ms`)
      }
    }
    console.log(took.join('\n'))
  }),
)

test(
  'open faults are counted by their index, whatever the parameters',
  city.undone(async (t) => {
    const token = await t.signIn('zhidui')
    expect((await t.call(calls.list, { order: 'worst' }, token)).body.code).toBe(200)
    expect((await t.call(calls.headStatistics, {}, token)).body.code).toBe(200)
    await t.db.execute('analyze problem')
    await t.db.execute('set local enable_seqscan = off')
    const { rows: prepared } = await t.db.execute<{ statement: string }>(
      `select statement from pg_prepared_statements where statement like '%''alarm-unhandled''%'`,
    )
    expect(prepared.length).toBeGreaterThanOrEqual(3)
    for (const { statement } of prepared) {
      const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('problem_fault_idx')
    }
  }),
)
