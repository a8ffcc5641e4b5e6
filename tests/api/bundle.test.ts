import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { bundle, BUNDLE_DAYS, bundleInput } from '#contract/bundle.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { record } from '#contract/record.ts'
import { tenancy } from '#contract/tenancy.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

type Contents = OutputOf<typeof bundle.contents>
type Parts = OutputOf<typeof bundle.parts>

async function buildingOf(t: TestApi, account: string): Promise<number> {
  const { rows } = await t.db.execute<{ id: string }>(sql`
    select b.id from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = 1 order by b.id limit 1`)
  return Number(rows[0]!.id)
}

const contentsOf = async (t: TestApi, token: string, buildingId: number) =>
  (await t.call(bundle.contents, { buildingId }, token)).body.data as Contents
const partsOf = async (t: TestApi, token: string, buildingId: number, names: string) =>
  (await t.call(bundle.parts, { buildingId, names }, token)).body.data as Parts
const namesOf = ({ parts }: Contents) => parts.map(({ name }) => name).filter((name) => name !== 'report')

describe('the offline bundle of a building', () => {
  test(
    'contains the calls of its pages, each with the answer of the single call, and an expiry',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      const contents = await contentsOf(t, token, buildingId)
      const { openProjectId, lawCompanyId } = (
        await t.db.execute<{ openProjectId: string; lawCompanyId: string }>(sql`
        select b.open_project_id as "openProjectId", a.unit_id as "lawCompanyId" from building b, account a
        where b.id = ${buildingId} and a.account = 'unit01'`)
      ).rows[0]!
      expect(contents.days).toBe(BUNDLE_DAYS)
      expect(contents.parts.every(({ digest, name }) => digest !== null || name === 'report')).toBe(true)
      expect(namesOf(contents).filter((name) => name.startsWith('records-')).length).toBeGreaterThan(2)

      const brought = await partsOf(t, token, buildingId, namesOf(contents).join())
      const told = new Map(brought.map(({ name, json }) => [name, JSON.parse(json ?? 'null') as unknown]))
      const alone = async (...[endpoint, input]: Parameters<TestApi['call']>) =>
        (await t.call(endpoint, input, token)).body.data as unknown
      const id = String(buildingId)
      expect(told.get('info')).toEqual(await alone(buildingDetail.info, { buildingId }))
      expect(told.get('must')).toEqual(await alone(record.must, { buildingId }))
      expect(told.get('tenants')).toEqual(await alone(tenancy.list, bundleInput.tenants(id)))
      expect(told.get('todos')).toEqual(await alone(problem.facilityList, bundleInput.todos(id, lawCompanyId)))
      const points = told.get('points') as { list: unknown[]; total: number }
      expect(points.list).toHaveLength(points.total)
      expect(points.list.slice(0, 15)).toEqual(
        ((await alone(point.list, { openProjectId })) as { list: unknown[] }).list,
      )
    }),
  )

  test(
    'omits the key and every phone',
    city.undone(async (t) => {
      for (const account of ['unit01', 'zhidui']) {
        const token = await t.signIn(account)
        const buildingId = await buildingOf(t, 'unit01')
        const brought = await partsOf(t, token, buildingId, namesOf(await contentsOf(t, token, buildingId)).join())
        const text = JSON.stringify(brought)
        expect(text.length).toBeGreaterThan(5000)
        expect(text).not.toMatch(/appKey|[pP]hone\\?"|(?<!\d)1[3-9]\d[\d*]{4}\d{4}(?!\d)/)
      }
    }),
  )

  test(
    'is updated part by part: only changed parts have another digest',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      const before = await contentsOf(t, token, buildingId)
      expect((await contentsOf(t, token, buildingId)).parts).toEqual(before.parts)
      await t.db.execute(
        sql`update point set floor = '99F' where id = (select min(id) from point where building_id = ${buildingId})`,
      )
      const after = await contentsOf(t, token, buildingId)
      const changed = after.parts
        .filter(({ digest }, at) => digest !== before.parts[at]!.digest)
        .map(({ name }) => name)
      expect(changed).toContain('points')
      expect(changed.filter((name) => name !== 'points' && !name.startsWith('records-'))).toEqual(['plans'])
      const [part] = await partsOf(t, token, buildingId, 'points')
      expect(part!.digest).toBe(after.parts.find(({ name }) => name === 'points')!.digest)
    }),
  )

  test(
    'answers 404 for another’s building, whichever part is requested',
    city.undone(async (t) => {
      const token = await t.signIn('unit02')
      const buildingId = await buildingOf(t, 'unit01')
      expect((await t.call(bundle.contents, { buildingId }, token)).body).toMatchObject({ code: 404, data: null })
      expect((await t.call(bundle.parts, { buildingId, names: 'detail,points' }, token)).body).toMatchObject({
        code: 404,
        data: null,
      })
      expect((await t.call(bundle.contents, { buildingId })).body.code).toBe(401)
    }),
  )

  test(
    'has only the parts that it lists',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      expect(await partsOf(t, token, buildingId, 'nothing,records-999999')).toEqual([])
      expect((await t.call(bundle.parts, { buildingId, names: '../detail' }, token)).body.code).toBe(400)
    }),
  )
})
