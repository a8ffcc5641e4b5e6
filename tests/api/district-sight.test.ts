import { sql, type SQL } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, expect, test } from 'vitest'
import { may } from '#contract/access.ts'
import { account } from '#contract/account.ts'
import { endpoints } from '#contract/all.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { DOWNLOAD_PATH } from '#server/platform/issue-download.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const JINGAN = '310106'
const MARK = '别区的'

async function markOthers(t: TestApi): Promise<void> {
  const outside = sql`building_id in (select id from building where county <> ${JINGAN})`
  for (const query of [
    sql`update building set name = ${MARK} || name, complex_name = ${MARK} || complex_name where county <> ${JINGAN}`,
    sql`update point set device_name = ${MARK} || device_name, device_no = ${MARK} || device_no where ${outside}`,
    sql`update problem set item_desc = ${MARK} || item_desc, device_no = ${MARK} || device_no where ${outside}`,
    // The building's district reads its tenants.
    sql`update unit set name = ${MARK} || name, address_detail = ${MARK} || coalesce(address_detail, '') where county <> ${JINGAN}
      and not exists (select 1 from building_unit bu join building b on b.id = bu.building_id
        where bu.unit_id = unit.id and b.county = ${JINGAN})`,
  ])
    await t.db.execute(query)
}

const row = async (t: TestApi, query: SQL) => (await t.db.execute(query)).rows[0] as Record<string, string>

async function ownThings(t: TestApi): Promise<Record<string, unknown>> {
  const own = await row(
    t,
    sql`select b.id::text as "buildingId", b.open_project_id as "openProjectId", b.app_key as "provideKey", b.provider_id::text as "isvId",
        p.id::text as id, p.api_id as "apiId", p.system_id as "systemId"
      from building b join point p on p.building_id = b.id where b.county = ${JINGAN} and b.access_status = 1 and b.provider_id is not null
      order by b.id, p.id limit 1`,
  )
  const unit = await row(
    t,
    sql`select (min(id) filter (where county = ${JINGAN}))::text as id, string_agg(id::text, ',' order by id) as ids from unit`,
  )
  const found = await row(
    t,
    sql`select p.id::text from problem p join building b on b.id = p.building_id where b.county = ${JINGAN} order by p.id limit 1`,
  )
  return {
    ...own,
    relationId: own['buildingId'],
    iotProviderId: own['isvId'],
    lawCompanyId: unit['id'],
    lawCompanyIds: unit['ids'],
    problemId: found['id'],
    device: 'a'.repeat(32),
    search: '楼',
    typeCode: 'UNIT_PLACE_TYPE',
    typeId: 6,
    provinceId: '3101e8',
    sysOrganId: 207,
    type: 1,
    apiType: 1,
    limit: 10,
    keyword: '楼',
    address: '楼',
    gisX: 121.45,
    gisY: 31.23,
    names: 'detail,info,tenants,must,todos,points',
    startTime: '2026-02-23 00:00:00',
    endTime: '2026-03-23 10:15:00',
  }
}

async function sheetOf(t: TestApi, address: string): Promise<string> {
  const file = await t.api.request(address)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!file.headers.get('content-type')?.includes('spreadsheet')) return ''
  return JSON.stringify(await readXlsxFile(bytes))
}

/** Adds the fields reported as missing. */
async function ask(t: TestApi, call: Endpoint, known: Record<string, unknown>, token: string) {
  let input: Record<string, unknown> =
    call.id === 'score.checks' ? { state: 'ok' } : call.id === 'problem.one' ? { id: known['problemId'] } : {}
  for (;;) {
    const { body } = await t.call(call, input, token)
    const lacking = Object.keys((body as { errors?: object }).errors ?? {}).filter(
      (name) => name in known && !(name in input),
    )
    if (body.code !== 400 || lacking.length === 0) return body
    input = { ...input, ...Object.fromEntries(lacking.map((name) => [name, known[name]])) }
  }
}

const DISTRICT = { role: 'government', organLevel: 3 } as const
const readable = endpoints().filter(
  (call) => call.access !== 'public' && may(call.access, DISTRICT) && !call.effect && call.encoding === 'query',
)
const EXPORTS = [
  dashboard.fireAlarmList,
  dashboard.hydrantList,
  dashboard.sprinklerList,
  dashboard.points,
  problem.facilityList,
]

test(
  'a district’s authority reads nothing of another district in any call or export',
  { timeout: 120_000 },
  city.undone(async (t) => {
    await markOthers(t)
    const token = await t.signIn('jingan')
    const known = await ownThings(t)
    const untold: string[] = []
    const leaks: string[] = []
    let exported = 0
    const look = async (call: Endpoint, data: unknown) => {
      const isFile = typeof data === 'string' && data.startsWith(DOWNLOAD_PATH)
      if (isFile) exported += 1
      if ((isFile ? await sheetOf(t, data) : JSON.stringify(data)).includes(MARK)) leaks.push(call.id)
    }
    for (const call of readable) {
      // Ten exports a minute.
      t.clock.pass(10_000)
      const { code, data } = await ask(t, call, known, token)
      if (code !== 200) untold.push(call.id)
      await look(call, data)
    }
    for (const call of EXPORTS) {
      t.clock.pass(10_000)
      const { body } = await t.call(call as Endpoint, { exportStatus: 1 }, token)
      expect([call.id, body.code]).toEqual([call.id, 200])
      await look(call, body.data)
    }
    expect(leaks).toEqual([])
    // They need an alarm, and a stored file.
    expect(untold).toEqual(['alarm.one', 'floorPlan.picture', 'upload.open'])
    expect(exported).toBeGreaterThan(5)
    const whole = await t.signIn('zongdui')
    for (const call of [building.list, unitManagement.list, account.list, problem.facilityList])
      expect(JSON.stringify((await t.call(call as Endpoint, { pageSize: 100 }, whole)).body.data)).toContain(MARK)
  }),
)

test(
  'its lists and counts have as many rows as SQL counts in its district',
  city.undone(async (t) => {
    const token = await t.signIn('jingan')
    const count = async (query: SQL) => Number((await row(t, query))['n'])
    const data = async (call: Endpoint, input: object = {}) => {
      const { body } = await t.call(call, input, token)
      expect(body.code).toBe(200)
      return body.data as { total: number; count: number; unitType: number } & Record<string, number>
    }
    const buildings = await count(sql`select count(*) as n from building where county = ${JINGAN} and registered`)
    const units = await count(sql`select count(*) as n from unit where county = ${JINGAN}`)
    expect((await data(building.list)).total).toBe(buildings)
    expect((await data(building.allList)).total).toBe(buildings)
    const { hasAccess, notAccess, accessing, accessFailed } = await data(building.headStatistics)
    expect(hasAccess! + notAccess! + accessing! + accessFailed!).toBe(buildings)
    expect((await data(building.approveList)).total).toBe(
      await count(sql`select count(*) as n from building where county = ${JINGAN} and approve_status is not null`),
    )
    expect((await data(unitManagement.list)).total).toBe(units)
    const kinds = (await data(unitManagement.statistics)) as unknown as { unitType: number; count: number }[]
    expect(kinds.find(({ unitType }) => unitType === 0)?.count).toBe(units)
    expect((await data(account.list)).total).toBe(
      await count(sql`select count(*) as n from account a join unit u on u.id = a.unit_id where u.county = ${JINGAN}`),
    )
    expect((await data(account.companies)).total).toBe(units)
    expect((await data(problem.facilityList)).total).toBe(
      await count(
        sql`select count(*) as n from problem p join building b on b.id = p.building_id where b.county = ${JINGAN}`,
      ),
    )
  }),
)
