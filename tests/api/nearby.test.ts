import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { building as buildings } from '#contract/building.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { nearby } from '#contract/nearby.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

type Input = Partial<InputOf<typeof nearby.buildings>>
type Answer = OutputOf<typeof nearby.buildings>

const HERE = { gisX: 121.4737, gisY: 31.2304 }

async function ask(t: TestApi, account: string, input: Input = {}): Promise<Answer> {
  const { body } = await t.call(nearby.buildings, { ...HERE, pageSize: 100, ...input }, await t.signIn(account))
  expect(body.code).toBe(200)
  return body.data as Answer
}

const idsOf = ({ list }: Pick<Answer, 'list'>) => list.map(({ id }) => Number(id)).sort((a, b) => a - b)
const inOrder = (distances: readonly (number | null)[]) => [...distances].sort((a, b) => Number(a) - Number(b))

async function place(t: TestApi, ids: readonly number[], [lng, lat]: readonly (number | null)[]) {
  await t.db.execute(sql`update building set gis_x = ${lng}, gis_y = ${lat} where id in ${ids}`)
}

test(
  'each role sees exactly the buildings of its list, nearest first; a provider none',
  city.undone(async (t) => {
    for (const account of ['unit01', 'unit02', 'wuye01', 'jingan', 'zhidui']) {
      const { body } = await t.call(buildings.list, { pageSize: 100 }, await t.signIn(account))
      const answer = await ask(t, account)
      const unplaced = await ask(t, account, { unplaced: 1 })
      expect(idsOf({ list: [...answer.list, ...unplaced.list] })).toEqual(idsOf(body.data as Answer))
      expect([unplaced.total, answer.unplaced]).toEqual([unplaced.list.length, unplaced.list.length])
      const distances = answer.list.map(({ distance }) => distance)
      expect(distances).toEqual(inOrder(distances))
    }
    expect((await t.call(nearby.buildings, HERE, await t.signIn('isv01'))).body).toMatchObject({
      code: 403,
      data: null,
    })
  }),
)

test(
  'a building 300 m to the east is the first, with its distance, place and condition; within excludes the far ones',
  city.undone(async (t) => {
    const all = await ask(t, 'unit01')
    const [first, second, ...others] = idsOf(all)
    await place(t, [first!], [HERE.gisX + 0.00315, HERE.gisY])
    await place(t, [second!], [HERE.gisX, HERE.gisY + 0.0095])
    await place(t, others, [HERE.gisX, HERE.gisY + 0.1])
    const { list, total } = await ask(t, 'unit01', { within: 1 })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ id: String(first), distance: 300, gisX: HERE.gisX + 0.00315, gisY: HERE.gisY })
    const within2 = await ask(t, 'unit01', { within: 2 })
    expect(within2.list.map(({ id }) => Number(id))).toEqual([first, second])
    expect(within2.list[1]!.distance).toBe(1056)
    expect((await ask(t, 'unit01', { within: 20 })).total).toBe(all.total)
    const listed = await t.call(buildings.list, { pageSize: 100 }, await t.signIn('unit01'))
    const row = (listed.body.data as Answer).list.find(({ id }) => id === String(first))!
    const { safetyScore, alarmNum, faultNum, offlineNum, pointNum } = row
    expect(list[0]).toMatchObject({ safetyScore, alarmNum, faultNum, offlineNum, pointNum })
  }),
)

test(
  'a building without coordinates is counted and listed on request, and is never in another’s count',
  city.undone(async (t) => {
    const before = await ask(t, 'unit01')
    const others = await ask(t, 'unit02')
    const [first = 0, second = 0] = idsOf(before)
    await place(t, [first], [null, null])
    await place(t, [second], [121.4, null])
    await place(t, idsOf(others).slice(0, 1), [null, null])
    const after = await ask(t, 'unit01')
    expect([after.total, after.unplaced]).toEqual([before.total - 2, 2])
    const unplaced = await ask(t, 'unit01', { unplaced: 1 })
    expect([idsOf(unplaced), unplaced.total]).toEqual([[first, second], 2])
    expect(unplaced.list.map(({ distance }) => distance)).toEqual([null, null])
    expect((await ask(t, 'unit02')).unplaced).toBe(1)
  }),
)

test(
  'a building that awaits its approval is not listed to the authority',
  city.undone(async (t) => {
    const [first] = idsOf(await ask(t, 'unit01'))
    await t.db.execute(sql`update building set registered = false where id = ${first}`)
    expect(idsOf(await ask(t, 'unit01'))).toContain(first)
    expect(idsOf(await ask(t, 'zhidui'))).not.toContain(first)
  }),
)

test('pages follow each other without a gap or a repetition', async () => {
  await city.undone(async (t) => {
    const whole = await ask(t, 'zhidui')
    const pages = [
      await ask(t, 'zhidui', { currentPage: 1, pageSize: 20 }),
      await ask(t, 'zhidui', { currentPage: 2, pageSize: 20 }),
    ]
    expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(whole.list.slice(0, 40).map(({ id }) => id))
  })()
})

test.each([
  [{ gisX: '', gisY: 31 }, 'gisX'],
  [{ gisX: -74, gisY: 31 }, 'gisX'],
  [{ gisX: 121, gisY: 'x' }, 'gisY'],
  [{ ...HERE, within: 0 }, 'within'],
  [{ ...HERE, within: 1.5 }, 'within'],
])('%j is refused at its field', async (input, field) => {
  await city.undone(async (t) => {
    const { body } = await t.call(nearby.buildings, input as never, await t.signIn('unit01'))
    expect(body.code).toBe(400)
    expect(Object.keys((body as { errors?: object }).errors ?? {})).toEqual([field])
  })()
})
