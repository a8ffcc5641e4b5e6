import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import { dashboard } from '#contract/dashboard.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const JINGAN = '310106'
const NOWHERE = 999_999_999

const bound = (unit: string | number) =>
  `exists (select 1 from building_unit x where x.building_id = b.id and x.kind = 'bound' and x.unit_id = ${unit})`
const of = (account: string, column: string) => `(select ${column} from account where account = '${account}')`

/** By SQL, independent of the scope under test. */
const PEOPLE: Readonly<Record<string, { readonly buildings: string; readonly units: string }>> = {
  unit01: { buildings: bound(of('unit01', 'unit_id')), units: `u.id = ${of('unit01', 'unit_id')}` },
  wuye01: { buildings: bound(of('wuye01', 'unit_id')), units: `u.id = ${of('wuye01', 'unit_id')}` },
  isv01: { buildings: `b.provider_id = ${of('isv01', 'provider_id')}`, units: 'false' },
  jingan: { buildings: `b.county = '${JINGAN}'`, units: `u.county = '${JINGAN}'` },
  zhidui: { buildings: 'true', units: 'true' },
}

async function idsOf(t: TestApi, query: string): Promise<number[]> {
  const { rows } = await t.db.execute<{ id: string }>(sql.raw(query))
  return rows.map(({ id }) => Number(id))
}

async function count(t: TestApi, query: string): Promise<number> {
  const { rows } = await t.db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${query}`))
  return rows[0]?.n ?? 0
}

interface Choice {
  readonly companyId?: number
  readonly buildingId?: number
  readonly isvId?: number
}

const LISTERS = ['unit01', 'wuye01']

async function read(t: TestApi, choice: Choice, account: string, token: string): Promise<number | string> {
  const { companyId: lawCompanyId, buildingId } = choice
  const { code, data } = LISTERS.includes(account)
    ? (await t.call(problem.runList, choice as never, token)).body
    : (await t.call(problem.facilityList, { lawCompanyId, buildingId } as never, token)).body
  return code === 200 ? (data as { total: number }).total : `code ${code}`
}

/** Each id narrows; 404 out of scope. */
async function expected(t: TestApi, account: string, { companyId, buildingId, isvId }: Choice) {
  const { buildings, units } = PEOPLE[account]!
  if (companyId !== undefined && (await count(t, `unit u where u.id = ${companyId} and (${units})`)) === 0)
    return 'code 404'
  const where = [buildings]
  if (companyId !== undefined) where.push(bound(companyId))
  if (buildingId !== undefined) where.push(`b.id = ${buildingId}`)
  if (buildingId !== undefined && (await count(t, `building b where ${where.join(' and ')}`)) === 0) return 'code 404'
  if (isvId !== undefined && (await count(t, `provider where id = ${isvId} and status = 1`)) === 0) return 'code 404'
  if (isvId !== undefined) where.push(`b.provider_id = ${isvId}`)
  return count(t, `problem q join building b on b.id = q.building_id where ${where.join(' and ')}`)
}

async function choicesOf(t: TestApi, account: string): Promise<Choice[]> {
  const { buildings, units } = PEOPLE[account]!
  const withProblem = 'exists (select 1 from problem q where q.building_id = b.id)'
  const first = (query: string) => idsOf(t, `${query} order by 1 limit 1`)
  const companies = [
    ...(await first(`select u.id from unit u where ${units} and u.id in (select unit_id from building_unit)`)),
    ...(await first(`select u.id from unit u where not (${units})`)),
    NOWHERE,
  ]
  const houses = [
    ...(await first(`select b.id from building b where ${buildings} and ${withProblem}`)),
    ...(await first(`select b.id from building b where not (${buildings}) and ${withProblem}`)),
    NOWHERE,
  ]
  if (!LISTERS.includes(account)) return combined(companies, houses, [])
  const providers = [
    ...(await idsOf(t, 'select id from provider where status = 1 order by 1 limit 2')),
    ...(await first('select id from provider where status <> 1')),
    NOWHERE,
  ]
  return combined(companies, houses, providers)
}

function combined(companies: readonly number[], houses: readonly number[], providers: readonly number[]): Choice[] {
  return [undefined, ...companies].flatMap((companyId) =>
    [undefined, ...houses].flatMap((buildingId) =>
      [undefined, ...providers].map((isvId) => ({
        ...(companyId !== undefined && { companyId }),
        ...(buildingId !== undefined && { buildingId }),
        ...(isvId !== undefined && { isvId }),
      })),
    ),
  )
}

describe('identifiers narrow the scope, in any combination', () => {
  test.each(Object.keys(PEOPLE))('of %s', (account) =>
    city.undone(async (t) => {
      await t.db.execute(sql`update provider set status = 2 where id = (select max(id) from provider)`)
      const token = await t.signIn(account)
      const found: unknown[] = []
      const wanted: unknown[] = []
      for (const choice of await choicesOf(t, account)) {
        found.push([choice, await read(t, choice, account, token)])
        wanted.push([choice, await expected(t, account, choice)])
      }
      expect(found).toEqual(wanted)
      expect(wanted.length).toBeGreaterThan(LISTERS.includes(account) ? 50 : 8)
    })(),
  )
})

test(
  'figures of the authority exclude an added building before its approval, those of its unit include it',
  city.undone(async (t) => {
    const [unitId] = await idsOf(t, `select ${of('unit01', 'unit_id')} as id`)
    const lawCompanyId = unitId ?? NOWHERE
    await t.db.execute(
      sql.raw(
        `update building set registered = false where id = (select min(b.id) from building b where ${bound(lawCompanyId)})`,
      ),
    )
    const figure = async (account: string, input: object) =>
      (
        (await t.call(dashboard.buildingAccess, input as never, await t.signIn(account))).body.data as {
          buildingNum: number
        }
      ).buildingNum
    const counted = (where: string) => count(t, `building b where ${where}`)
    expect(await figure('unit01', {})).toBe(await counted(bound(lawCompanyId)))
    expect(await figure('unit01', { lawCompanyId })).toBe(await counted(bound(lawCompanyId)))
    expect(await figure('zhidui', {})).toBe(await counted('b.registered'))
    expect(await figure('zhidui', { lawCompanyId })).toBe(await counted(`b.registered and ${bound(lawCompanyId)}`))
    expect(await figure('jingan', {})).toBe(await counted(`b.registered and b.county = '${JINGAN}'`))
  }),
)

test(
  'a caller without buildings reads empty lists, and 404 for buildings of others',
  city.undone(async (t) => {
    const [foreign] = await idsOf(t, `select min(id) as id from building`)
    await t.db.execute(sql.raw(`delete from building_unit where unit_id = ${of('unit01', 'unit_id')}`))
    const token = await t.signIn('unit01')
    expect(await read(t, {}, 'unit01', token)).toBe(0)
    expect((await t.call(dashboard.fireAlarm, {}, token)).body.code).toBe(200)
    for (const input of [{ buildingId: foreign }, { lawCompanyId: NOWHERE }])
      expect((await t.call(dashboard.fireAlarm, input as never, token)).body.code).toBe(404)
  }),
)

test(
  'a unit whose claim is not approved changes no point and processes no to-do',
  city.undone(async (t) => {
    const own = bound(of('unit01', 'unit_id'))
    const [pointId = 0] = await idsOf(
      t,
      `select min(p.id) as id from point p join building b on b.id = p.building_id where ${own}`,
    )
    const [problemId = 0] = await idsOf(
      t,
      `select min(p.id) as id from problem p join building b on b.id = p.building_id where ${own}`,
    )
    const token = await t.signIn('unit01')
    await t.db.execute(sql`update building_unit set confirmed = false`)
    const answers = [
      await t.call(point.edit, { id: pointId, floor: '1', zone: '', descript: '' }, token),
      await t.call(point.delete, { id: pointId }, token),
      await t.call(problem.deal, { id: problemId }, token),
    ]
    expect(answers.map(({ body }) => [body.code, body.message])).toEqual(
      answers.map(() => [409, '绑定申请通过后才能进行此操作']),
    )
  }),
)

test(
  'a provider without a building is found by itself and the city, one with buildings by all who see one of them',
  city.undone(async (t) => {
    const [iotProviderId] = await idsOf(t, `select ${of('isv01', 'provider_id')} as id`)
    const code = async (account: string) =>
      (await t.call(buildingDetail.providerLife, { iotProviderId } as never, await t.signIn(account))).body.code
    await t.db.execute(sql`update building set provider_id = ${iotProviderId}`)
    for (const account of Object.keys(PEOPLE)) expect([account, await code(account)]).toEqual([account, 200])
    await t.db.execute(sql`update building set provider_id = null`)
    const found = []
    for (const account of Object.keys(PEOPLE)) if ((await code(account)) === 200) found.push(account)
    expect(found).toEqual(['isv01', 'zhidui'])
  }),
)
