import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { building, type BuildingRow, CONDITIONS, type Condition } from '#contract/building.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { openApi } from '../support/api-context.ts'
import { answer, mine, rows } from '../support/dashboard-answers.ts'

const city = await openApi()
const t = await city.lasting()
type Page = OutputOf<typeof building.list>
type Head = OutputOf<typeof building.headStatistics>
type Duty = OutputOf<typeof dashboard.duty>

const people = ['unit01', 'wuye01', 'zongdui', 'jingan'] as const
const tokens = new Map<string, string>()
beforeAll(async () => {
  for (const account of people) tokens.set(account, await t.signIn(account))
})
const tokenOf = (account: string) => tokens.get(account) ?? ''

const list = (account: string, input: object) =>
  answer<Page>(t, building.list, { pageSize: 100, ...input }, tokenOf(account))
const duty = (account: string, input = {}) => answer<Duty>(t, dashboard.duty, input, tokenOf(account))

const has: Readonly<Record<Condition, (row: BuildingRow) => boolean>> = {
  alarm: ({ alarmNum = 0 }) => alarmNum > 0,
  low: ({ safetyScore }) => typeof safetyScore === 'number' && safetyScore < 60,
  fault: ({ faultNum = 0 }) => faultNum > 0,
  offline: ({ offlineNum = 0 }) => offlineNum > 0,
  contactless: ({ isvName }) => typeof isvName === 'string',
}

describe.each(people)('to %s', (account) => {
  test('the number of buildings in each condition is that of the list’s rows', async () => {
    const { conditions } = await answer<Head>(t, building.headStatistics, {}, tokenOf(account))
    for (const condition of CONDITIONS) {
      const page = await list(account, { condition })
      expect([condition, page.total]).toEqual([condition, conditions?.[condition]])
      expect(page.list.filter(has[condition])).toHaveLength(page.list.length)
    }
  })

  test('the duty figures are those of the lists behind them', async () => {
    const told = await duty(account)
    expect(told.low.buildings).toBe((await list(account, { condition: 'low' })).total)
    expect(told.problems.buildings).toBe((await list(account, { condition: 'fault' })).total)
    expect(told.offline.buildings).toBe((await list(account, { condition: 'offline' })).total)
    const offline = await answer<{ total: number }>(t, dashboard.points, { connectStatus: 0 }, tokenOf(account))
    expect(offline.total).toBe(told.offline.points)
    for (const { buildingId, points } of told.offline.worst) {
      const input = { buildingId, connectStatus: 0 }
      expect((await answer<{ total: number }>(t, dashboard.points, input, tokenOf(account))).total).toBe(points)
    }
    for (const { providerId, buildings } of told.silent)
      expect((await list(account, { isvId: providerId })).total).toBe(buildings)
  })

  test('the worst building comes first, across pages', async () => {
    const all = (await list(account, { order: 'worst' })).list
    const rank = ({ alarmNum = 0, safetyScore = null, faultNum = 0, offlineNum = 0 }: BuildingRow) => [
      -alarmNum,
      safetyScore !== null && safetyScore < 60 ? safetyScore : 100,
      -faultNum,
      -offlineNum,
      safetyScore ?? 101,
    ]
    const inOrder = all.every((row, at) => {
      const next = all[at + 1]
      if (!next) return true
      const [one, other] = [rank(row), rank(next)]
      const differs = one.findIndex((part, place) => Math.abs(part - other[place]!) > 0.05)
      return differs < 0 || one[differs]! < other[differs]!
    })
    expect(inOrder).toBe(true)
    for (const pageSize of [1, 7, 10]) {
      const count = Math.ceil(Math.min(all.length, 60) / pageSize)
      const pages = Array.from({ length: count }, (_, at) =>
        list(account, { order: 'worst', pageSize, currentPage: at + 1 }),
      )
      const paged = (await Promise.all(pages)).flatMap((page) => page.list)
      expect(paged.map(({ id }) => id)).toEqual(all.slice(0, count * pageSize).map(({ id }) => id))
    }
  })
})

test('a unit’s refused applications are those of its review tab', async () => {
  for (const account of ['unit01', 'wuye01']) {
    const { refused } = await answer<{ refused: number }>(t, building.approveStatistic, {}, tokenOf(account))
    expect((await duty(account)).refused.buildings).toBe(refused)
  }
})

test('problems are counted by kind, with the oldest', async () => {
  const { problems } = await duty('unit01')
  const counts = await answer(t, problem.facilityCounts, {}, tokenOf('unit01'))
  expect(problems.fires + problems.faults + problems.offline).toBe(counts.notSolvedNum)
  const [oldest] = await rows(
    t,
    sql`select b.name from problem p join building b on b.id = p.building_id
      where p.solved_at is null and p.building_id in ${mine} order by p.happened_at, p.id limit 1`,
  )
  expect(problems.buildingName).toBe(oldest?.['name'])
})

test('the authority’s figures follow the area', async () => {
  const inArea = await duty('zongdui', { countyNo: '310106' })
  const own = await duty('jingan')
  expect(inArea.low).toEqual(own.low)
  expect(inArea.problems).toEqual(own.problems)
})

test.each(['zongdui', 'jingan'])('%s: offline points count before their building is approved', async (account) => {
  const before = (await duty(account)).offline
  expect(before.points).toBeGreaterThan(0)
  await t.db.execute(sql`update building set registered = false where county = '310106'`)
  const { points, worst, buildings } = (await duty(account)).offline
  const { total } = await answer<{ total: number }>(t, dashboard.points, { connectStatus: 0 }, tokenOf(account))
  await t.db.execute(sql`update building set registered = true where county = '310106'`)
  expect([points, total, worst]).toEqual([before.points, before.points, before.worst])
  expect(buildings).toBeLessThan(before.buildings)
})

test('a provider is silent once its last point is offline', async () => {
  const [one] = await rows(
    t,
    sql`select b.provider_id::text as provider, b.id::text as id from building b
      where b.id in ${mine} and exists (select 1 from point p where p.building_id = b.id and p.online) limit 1`,
  )
  const [provider, id] = [String(one?.['provider']), String(one?.['id'])]
  const isSilent = async () => (await duty('unit01')).silent.some(({ providerId }) => providerId === provider)
  const served = sql`building_id in ${mine} and building_id in (select id from building where provider_id = ${provider})`
  await t.db.execute(sql`update point set online = false where ${served}`)
  expect(await isSilent()).toBe(true)
  await t.db.execute(sql`update point set online = true
    where id = (select min(id) from point where building_id = ${id})`)
  expect(await isSilent()).toBe(false)
})

test('a building’s detail has the numbers of its row', async () => {
  const { list: found } = await list('unit01', { order: 'worst' })
  for (const { id, alarmNum, faultNum, offlineNum, pointNum } of found) {
    const detail = await answer<OutputOf<typeof buildingDetail.detail>>(
      t,
      buildingDetail.detail,
      { buildingId: id },
      tokenOf('unit01'),
    )
    expect(detail).toMatchObject({ alarmNum, faultNum, offlineNum, pointNum })
    const open = await answer<{ total: number }>(t, alarm.list, { buildingId: id, open: 1 }, tokenOf('unit01'))
    expect(open.total).toBe(alarmNum)
  }
})

test('a provider whose buildings have no points is silent', async () => {
  const [one] = await rows(
    t,
    sql`update building set provider_id = (select min(id) from provider where id not in
        (select provider_id from building where provider_id is not null))
      where id = (select min(id) from building b where b.id in ${mine} and not exists
        (select 1 from point where building_id = b.id)) returning provider_id::text as provider`,
  )
  expect((await duty('unit01')).silent).toContainEqual(
    expect.objectContaining({ providerId: one?.['provider'], buildings: 1, lastTime: null }),
  )
})
