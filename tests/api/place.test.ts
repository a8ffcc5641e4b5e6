import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { place } from '#contract/place.ts'
import { openMapService } from '#mocks/map-service.ts'
import { createApi } from '#server/create-api.ts'
import { createAmap } from '#server/registry/amap.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const find = async (t: TestApi, token: string, address: string) =>
  (await t.call(place.find, { address }, token)).body.data as unknown
const name = async (t: TestApi, token: string, gisX: number, gisY: number) =>
  (await t.call(place.name, { gisX, gisY }, token)).body.data as unknown

async function buildingOf(t: TestApi, account: string) {
  const { rows } = await t.db.execute<{ name: string; address: string; x: number; y: number }>(sql`
    select b.name, b.address, b.gis_x as x, b.gis_y as y from building b
    join building_unit u on u.building_id = b.id and u.kind = 'bound' join account a on a.unit_id = u.unit_id
    where a.account = ${account} and b.address is not null
      and not exists (select 1 from building_unit o join account c on c.unit_id = o.unit_id
        where o.building_id = b.id and c.account <> ${account}) order by b.id limit 1`)
  return rows[0]!
}

test(
  'a place is found by a building in scope, else by its street or district, else not found',
  city.undone(async (t) => {
    const token = await t.signIn('unit02')
    const own = await buildingOf(t, 'unit02')
    expect(await find(t, token, `请找 ${own.name}`)).toEqual({ gisX: own.x, gisY: own.y, within: 'exact' })
    expect(await find(t, token, own.address)).toEqual({ gisX: own.x, gisY: own.y, within: 'exact' })
    expect(await find(t, token, '上海市崇明区')).toMatchObject({ within: 'district' })
    expect(await find(t, token, '静安区江宁路街道')).toMatchObject({ within: expect.stringMatching(/street|district/) })
    expect(await find(t, token, '火星基地')).toBeNull()
    expect((await t.call(place.find, { address: ' ' }, token)).body).toMatchObject({
      code: 400,
      errors: { address: '请输入地址' },
    })
  }),
)

test(
  'a place is named after a building in scope, and farther off after its street',
  city.undone(async (t) => {
    const token = await t.signIn('unit02')
    const { address, x, y } = await buildingOf(t, 'unit02')
    expect(await name(t, token, x, y)).toBe(address)
    expect(await name(t, token, x + 0.003, y)).toMatch(/^上海市.+（\d+\.\d{5}，\d+\.\d{5}）$/)
    expect(await name(t, token, 121.9, 30.9)).toBeNull()
    expect((await t.call(place.name, { gisX: 'x', gisY: 31 } as never, token)).body).toMatchObject({ code: 400 })
  }),
)

test(
  'a place is not found by buildings of others',
  city.undone(async (t) => {
    const foreign = await buildingOf(t, 'unit02')
    const token = await t.signIn('unit01')
    expect(await find(t, token, foreign.name)).not.toMatchObject({ gisX: foreign.x })
    expect(await name(t, token, foreign.x, foreign.y)).not.toBe(foreign.address)
  }),
)

test(
  'with a map service its result comes first, converted to our coordinates; without one the gazetteer answers',
  city.undone(async (t) => {
    const service = await openMapService()
    const api = createApi({ ...t.deps, maps: createAmap('map-key', service.host) })
    const token = await t.signIn('unit01')
    const ask = async (path: string) => {
      const response = await api.request(path, { headers: { 'x-auth-token': token } })
      const text = await response.text()
      expect(text).not.toContain('map-key')
      return (JSON.parse(text) as { data: { gisX: number; gisY: number; within: string } | string | null }).data
    }
    const found = await ask(`${place.find.path}?address=${encodeURIComponent('世纪大道1号')}`)
    expect(found).toMatchObject({ within: 'exact' })
    // Some 450 m off WGS-84.
    expect(Math.abs((found as { gisX: number }).gisX - 121.506377)).toBeGreaterThan(0.003)
    expect(await ask(`${place.name.path}?gisX=121.5019&gisY=31.2470`)).toBe('上海市浦东新区陆家嘴街道世纪大道1号')
    expect(service.asked.every((url) => url.searchParams.get('key') === 'map-key')).toBe(true)
    const district = `${place.find.path}?address=${encodeURIComponent('崇明区')}`
    expect(await ask(district)).toMatchObject({ within: 'district' })
    service.fallSilent()
    expect(await ask(district)).toMatchObject({ within: 'district' })
    expect(t.logged.join('\n')).toContain('the map service did not answer')
    expect(t.logged.join('\n')).not.toContain('map-key')
    await service.close()
  }),
)
