import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import type { CityRegions } from '#contract/city-regions.ts'
import { dictionary, type TreeNode } from '#contract/dictionary.ts'
import { ingest } from '#contract/ingest.ts'
import { organ } from '#contract/organ.ts'
import { toWireTime } from '#contract/time.ts'
import { readEnv, SettingError } from '#server/platform/env.ts'
import { DEFAULT_CITY, setCity } from '#server/reference/regions.ts'
import { deskOn } from '../support/admin-desk.ts'
import { createTestApi } from '../support/api-context.ts'
import { openTestDb } from '../support/open-test-db.ts'
import { programOf } from '../support/provider-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'fire-city-'))
const file = join(folder, '杭州市.json')
const database = await openTestDb()
const admin = await deskOn(database)
const t = await createTestApi(database.db)
afterAll(async () => {
  setCity(DEFAULT_CITY)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const STREETS: Readonly<Record<string, string>> = { 西湖区: '北山街道', 拱墅区: '湖墅街道' }
const CREDIT_CODE = '91330106MA27WXYZ1F'
const UNIT_HEAD =
  '单位名称,注册名称,区,街道,详细地址,监管类别,单位类型,所有制性质,场所类型,是否建筑管理单位,消防管辖机构,法定代表人,法定代表人电话,统一社会信用代码,成立日期'
const BUILDING_HEAD =
  '建筑名称,综合体名称,区,街道,详细地址,占地面积,建筑面积,建筑高度,地上层数,地下层数,使用性质,结构类型,竣工年份,经度,纬度,管理单位信用代码'

function sheet(name: string, head: string, row: string): string {
  const path = join(folder, `${name}.csv`)
  writeFileSync(path, `${head}\n${row}\n`)
  return path
}

const found = (said: readonly string[], form: RegExp) => form.exec(said.join('\n'))?.[1] ?? ''

beforeAll(async () => {
  await admin('template', 'city', file, '--city', '杭州市')
  const city = JSON.parse(readFileSync(file, 'utf8')) as CityRegions
  const districts = city.districts
    .filter(({ name }) => name in STREETS)
    .map((district) => ({ ...district, streets: [{ code: `${district.code}001`, name: STREETS[district.name]! }] }))
  writeFileSync(file, JSON.stringify({ ...city, districts }))
  setCity(readEnv({ CITY_FILE: file }).city!)
})

test('a file of a city must be filled in, and excludes the demo city', async () => {
  await expect(admin('template', 'city', join(folder, 'x.json'), '--city', '杭州')).rejects.toThrow('没有城市“杭州”')
  const empty = join(folder, 'empty.json')
  await admin('template', 'city', empty, '--city', '杭州市')
  expect(() => readEnv({ CITY_FILE: empty })).toThrow(SettingError)
  expect(() => readEnv({ CITY_FILE: file, SEED: 'demo' })).toThrow('CITY needs SEED=none')
  expect(readEnv({ CITY_FILE: file })).toMatchObject({ seed: 'none', city: { code: '330100', name: '杭州市' } })
  const far = { ...readEnv({ CITY_FILE: file }).city!, code: '320100' }
  expect(() => readEnv({ CITY: JSON.stringify(far) })).toThrow(/^CITY cannot be understood/)
})

test('a unit, a building and its fire of another city are seen by the organ of their district only', async () => {
  await admin('create-organ', '杭州市消防救援支队', '--level', '2')
  for (const [name, district] of [
    ['西湖区消防救援大队', '西湖区'],
    ['拱墅区消防救援大队', '拱墅区'],
  ] as const)
    await admin('create-organ', name, '--level', '3', '--parent', '杭州市消防救援支队', '--county', district)
  await expect(
    admin('create-organ', '静安', '--level', '3', '--parent', '杭州市消防救援支队', '--county', '静安区'),
  ).rejects.toThrow('没有该区：静安区')
  const passwords = new Map<string, string>()
  for (const [account, name] of [
    ['hangzhou', '杭州市消防救援支队'],
    ['xihu', '西湖区消防救援大队'],
    ['gongshu', '拱墅区消防救援大队'],
  ] as const)
    passwords.set(account, found(await admin('create-account', account, '--organ', name), /密码 (\S+?)（/))
  await admin(
    'import-units',
    sheet(
      'units',
      UNIT_HEAD,
      `湖畔公司,湖畔公司,西湖区,北山街道,北山街1号,重点单位,办公楼,私营,商场,否,西湖区消防救援大队,张三,13800000000,${CREDIT_CODE},2010-05-01`,
    ),
  )
  await admin(
    'import-buildings',
    sheet(
      'buildings',
      BUILDING_HEAD,
      `湖畔大厦,湖畔广场,西湖区,北山街道,北山街1号,2000,30000,80,20,2,办公建筑,钢筋混凝土结构,2008,120.15,30.26,${CREDIT_CODE}`,
    ),
  )
  const added = await admin('add-provider', '钱塘智慧消防', '--contact', '李四', '--phone', '13800000002')
  const providerId = Number(found(added, /服务商 (\d+) /))
  const keys = { appKey: found(added, /appKey (\S+)/), secret: found(added, /secret (\w{32})/) }
  const { rows } = await t.db.execute<{ id: string; county: string; city_no: string; project: string }>(
    sql`select id::text as id, county, city_no, open_project_id as project from building`,
  )
  expect(rows).toMatchObject([{ county: '330106', city_no: '330100' }])
  await admin('bind-building', rows[0]!.id, '--provider', String(providerId))
  const program = programOf(t, providerId, keys)
  const named = { projectId: rows[0]!.project, pointNumber: 'YG-1' }
  const device = { ...named, deviceNo: 'YG-1', deviceName: '烟感', deviceType: 42, apiId: 1 }
  expect((await program.call(ingest.registerPoints, { items: [device] })).code).toBe(200)
  const fire = {
    ...named,
    kind: 'fire' as const,
    phase: 'begin' as const,
    time: toWireTime(t.clock.now()),
    sequence: 1,
  }
  expect((await program.call(ingest.events, { items: [fire] })).data).toMatchObject({ accepted: 1 })

  await t.db.execute(sql`update account set must_change_password = false`)
  const seen: Record<string, string[]> = {}
  const tokens = new Map<string, string>()
  for (const [account, password] of passwords) {
    const token = await t.signIn(account, password)
    tokens.set(account, token)
    const { list } = (await t.call(alarm.list, { open: 1 }, token)).body.data as { list: AlarmRow[] }
    seen[account] = list.map(({ buildingName }) => buildingName ?? '')
  }
  expect(seen).toEqual({ hangzhou: ['湖畔大厦'], xihu: ['湖畔大厦'], gongshu: [] })
  const organs = (await t.call(organ.list, {}, tokens.get('hangzhou')!)).body.data as unknown as {
    countyName: string | null
  }[]
  expect(organs.map(({ countyName }) => countyName)).toEqual([null, '西湖区', '拱墅区'])
  const [root] = (await t.call(dictionary.areas, {}, tokens.get('xihu')!)).body.data as unknown as TreeNode[]
  expect(root).toMatchObject({
    code: '330100000000',
    name: '杭州市',
    children: [
      { name: '拱墅区', children: [{ name: '湖墅街道' }] },
      { name: '西湖区', children: [{ name: '北山街道' }] },
    ],
  })
})
