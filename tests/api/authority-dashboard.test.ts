import { sql, type SQL } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { may } from '#contract/access.ts'
import { endpoints } from '#contract/all.ts'
import { authority } from '#contract/authority.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { apart, authorityPartsOf, together } from '../support/dashboard-parts.ts'
import { DEVICE_CARD_URL, openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const JINGAN = '310106'
const EMPTY = { lawCompanyId: '', buildingId: '' }

interface View {
  readonly says: string
  readonly account: string
  readonly area: { countyNo?: string; provinceNo?: string; cityNo?: string; buildType?: 0 | 1 | 2 }
  readonly where: SQL
}
const VIEWS: readonly View[] = [
  { says: 'level 1, the whole', account: 'zongdui', area: {}, where: sql`true` },
  { says: 'level 1, one district', account: 'zongdui', area: { countyNo: JINGAN }, where: sql`b.county = ${JINGAN}` },
  {
    says: 'level 1, a district in twelve digits, large complexes',
    account: 'zongdui',
    area: { provinceNo: '310000000000', cityNo: '310100000000', countyNo: '310115000000', buildType: 1 },
    where: sql`b.county = '310115' and b.building_type = 1`,
  },
  { says: 'level 2, the whole', account: 'zhidui', area: {}, where: sql`true` },
  {
    says: 'level 2, super high-rises',
    account: 'zhidui',
    area: { buildType: 2 },
    where: sql`b.building_type = 2`,
  },
  { says: 'level 3, its district', account: 'jingan', area: {}, where: sql`b.county = ${JINGAN}` },
  {
    says: 'level 3, its district by name, large complexes',
    account: 'jingan',
    area: { countyNo: JINGAN, buildType: 1 },
    where: sql`b.county = ${JINGAN} and b.building_type = 1`,
  },
]

async function answer<E extends Endpoint>(t: TestApi, endpoint: E, input: InputOf<E>, token: string) {
  const { body } = await t.call(endpoint, input, token)
  expect(body.code, `${endpoint.id}: ${body.message}`).toBe(200)
  return body.data as OutputOf<E>
}

async function rows<T extends Record<string, unknown>>(t: TestApi, query: SQL): Promise<T[]> {
  return (await t.db.execute(query)).rows as unknown as T[]
}

const weighted = sql`round((sum(s.score * coalesce(nullif(b.area, 0), 1000)) / sum(coalesce(nullif(b.area, 0), 1000)))::numeric, 1)::float8`
const latest = sql`lateral (select score from score_day d where d.building_id = b.id and d.day between '2026-03-16' and '2026-03-23' order by day desc limit 1) s`

describe.each(VIEWS)('the figures of $says', ({ account, area, where }) => {
  test(
    'of access equal the counts by SQL, each share rounded separately',
    city.undone(async (t) => {
      const token = await t.signIn(account)
      const [counted] = await rows<Record<string, number>>(
        t,
        sql`
        select count(*)::int as total, (count(*) filter (where access_status = 1))::int as accessed,
          (count(*) filter (where access_status = 2))::int as accessing,
          (count(*) filter (where access_status in (0, 3)))::int as none,
          (count(*) filter (where access_status = 3))::int as failed,
          (count(*) filter (where coalesce(d.must_percent = 100, access_at < '2026-03-01 00:00:00+08') and created_at < '2026-03-01 00:00:00+08'))::int as before
        from building b left join score_day d on d.building_id = b.id and d.day = '2026-02-28' where b.registered and ${where}`,
      )
      const of = await answer(t, dashboard.accessOverview, area, token)
      expect(of).toMatchObject({
        totalCount: counted!.total,
        accessedCount: counted!.accessed,
        accessingCount: counted!.accessing,
        noAccessCount: counted!.none,
        accessFailedCount: counted!.failed,
        contrastLastMonthAccessed: counted!.accessed! - counted!.before!,
      })
      const rate = (part: number) => (counted!.total === 0 ? 0 : Math.round((1000 * part) / counted!.total!) / 10)
      expect([of.totalAccessedPercentage, of.totalAccessingPercentage, of.totalNoAccessPercentage]).toEqual(
        [counted!.accessed!, counted!.accessing!, counted!.none!].map(rate),
      )
    }),
  )

  test(
    'of score equal the weighted means of the buildings, day by day',
    city.undone(async (t) => {
      const token = await t.signIn(account)
      const of = await answer(t, score.overview, { ...area, days: 30 }, token)
      const days = await rows<{ day: string; mean: number }>(
        t,
        sql`select s.day::text as day, ${weighted} as mean from building b join score_day s on s.building_id = b.id
          where b.registered and ${where} and s.day between '2026-02-22' and '2026-03-23' group by s.day`,
      )
      const byDay = new Map(days.map(({ day, mean }) => [day, mean]))
      expect(of.chart).toHaveLength(30)
      for (const { dateTime, score: mean } of of.chart) expect(mean).toBe(byDay.get(dateTime) ?? null)
      const [now] = await rows<{ mean: number | null }>(
        t,
        sql`select ${weighted} as mean from building b join ${latest} on true where b.registered and ${where}`,
      )
      expect(of.totalScore).toBe(now!.mean)
      const [whole] = await rows<{ mean: number }>(
        t,
        sql`select ${weighted} as mean from building b join ${latest} on true where b.registered`,
      )
      expect(of.avgScore).toBe(whole!.mean)
    }),
  )

  test(
    'by district, street and provider name those in scope, best first',
    city.undone(async (t) => {
      const token = await t.signIn(account)
      const districts = await rows<{ code: string; share: number }>(
        t,
        sql`select b.county as code, round(100.0 * count(*) filter (where b.access_status = 1) / count(*), 1)::float8 as share
            from building b where b.registered and ${where} group by b.county`,
      )
      const of = (list: { areaCode?: string | undefined; accessPercentage: number; score: number | null }[]) =>
        Object.fromEntries(list.map((row) => [row.areaCode, [row.accessPercentage, row.score]]))
      for (const rankType of [0, 1] as const) {
        const ranking = await answer(t, dashboard.areaRanking, { ...area, rankType }, token)
        const figures = ranking.map((row) => (rankType === 0 ? row.accessPercentage : (row.score ?? -1)))
        expect(figures).toEqual(figures.toSorted((a, b) => b - a))
        expect(Object.keys(of(ranking)).toSorted()).toEqual(districts.map(({ code }) => code).toSorted())
        for (const { code, share } of districts) expect(of(ranking)[code]![0]).toBe(share)
      }
      const byScore = await answer(t, dashboard.areaRanking, { ...area, rankType: 1 }, token)
      for (const { areaCode, score: mean } of byScore) {
        const [row] = await rows<{ mean: number | null }>(
          t,
          sql`select ${weighted} as mean from building b join ${latest} on true where b.registered and ${where} and b.county = ${areaCode}`,
        )
        expect(mean).toBe(row!.mean)
      }

      const isDistrict = area.countyNo !== undefined || account === 'jingan'
      const streets = await rows<{ code: string }>(
        t,
        sql`select distinct b.street_no as code from building b where b.registered and ${where} and ${isDistrict} order by 1`,
      )
      const ranked = await answer(t, authority.streetRanking, area, token)
      expect(ranked.map(({ areaCode }) => areaCode).toSorted()).toEqual(streets.map(({ code }) => code))

      const served = await rows<{ id: string; name: string; buildings: number }>(
        t,
        sql`select p.id::text as id, p.name, count(*)::int as buildings from building b join provider p on p.id = b.provider_id
          where b.registered and ${where} group by p.id order by buildings desc, p.id`,
      )
      const providers = await answer(t, authority.isvRanking, area, token)
      expect(providers.map(({ isvId, isvName, buildingCount }) => [isvId, isvName, buildingCount])).toEqual(
        served.map(({ id, name, buildings }) => [id, name, buildings]),
      )
      const all = served.reduce((sum, { buildings }) => sum + buildings, 0)
      expect(providers.map(({ percentage }) => percentage)).toEqual(
        served.map(({ buildings }) => Math.round((1000 * buildings) / all) / 10),
      )
    }),
  )

  test(
    'of devices and fire alarm equipment equal the counts by SQL; their lists and the building list have as many rows',
    city.undone(async (t) => {
      const token = await t.signIn(account)
      const [points] = await rows<{ total: number; online: number }>(
        t,
        sql`select count(*)::int as total, (count(*) filter (where p.online))::int as online
          from point p join building b on b.id = p.building_id where ${where}`,
      )
      expect(await answer(t, dashboard.devices, { ...EMPTY, ...area }, token)).toEqual({
        totalBuildPointNum: points!.total,
        totalOnlinePointNum: points!.online,
        totalOfflinePointNum: points!.total - points!.online,
      })

      const fireAlarm = await answer(t, authority.fireAlarm, area, token)
      const [alarms] = await rows<Record<string, number>>(
        t,
        sql`with kind as (select p.id, p.online, min(case e.kind when 'fire' then 1 when 'fault' then 2 when 'shield' then 3 end) as worst
            from point p join building b on b.id = p.building_id
            left join device_event e on e.point_id = p.id and e.ended_at is null and (e.state = 0 or (e.state = 2 and e.kind = 'fire')) and e.kind in ('fire', 'fault', 'shield')
            where ${where} and p.api_id in (1, 2, 3, 4, 60, 63) group by p.id)
          select (count(*) filter (where worst is null and online))::int as normal,
            (count(*) filter (where worst is null and not online))::int as offline, (count(*) filter (where worst = 1))::int as alarm,
            (count(*) filter (where worst = 2))::int as fault, (count(*) filter (where worst = 3))::int as shield from kind`,
      )
      expect(fireAlarm).toEqual({
        normalEquipmentNumber: alarms!.normal,
        abnormalEquipmentNumber: alarms!.alarm! + alarms!.fault! + alarms!.shield! + alarms!.offline!,
        alarmEquipmentNumber: alarms!.alarm,
        malfunctionEquipmentNumber: alarms!.fault,
        shieldingEquipmentNumber: alarms!.shield,
        offlineEquipmentNumber: alarms!.offline,
      })
      const listed = await answer(t, dashboard.fireAlarmList, { ...EMPTY, ...area, status: 2 }, token)
      expect(listed).toMatchObject({ total: alarms!.fault })

      const overview = await answer(t, dashboard.accessOverview, area, token)
      const list = { county: area.countyNo ?? '', buildingType: area.buildType ?? 0, isvId: '' }
      for (const [isAccess, expected] of [
        ['', overview.totalCount],
        [1, overview.accessedCount],
        [2, overview.accessingCount],
        [3, overview.accessFailedCount],
      ] as const)
        expect((await answer(t, building.list, { ...list, isAccess }, token)).total).toBe(expected)
    }),
  )

  test(
    'in one call equal those of the separate calls',
    city.undone(async (t) => {
      const token = await t.signIn(account)
      const parts = authorityPartsOf(area)
      expect(await together(t, parts, token)).toEqual(await apart(t, parts, token))
    }),
  )
})

describe('an area outside the scope', () => {
  test(
    'answers 404: another district for level 3, a street, another city, on every call with an area',
    city.undone(async (t) => {
      const district = await t.signIn('jingan')
      const whole = await t.signIn('zongdui')
      const calls = endpoints().filter(({ input, access }) => {
        const { entries = {} } = input as { entries?: object }
        return may(access, { role: 'government', organLevel: 3 }) && 'provinceNo' in entries && 'buildType' in entries
      })
      expect(calls.length).toBeGreaterThan(7)
      for (const endpoint of calls) {
        const code = async (area: object, token: string) =>
          (await t.call(endpoint, { ...EMPTY, ...area }, token)).body.code
        for (const countyNo of ['310115', '310115000000', '310106011'])
          expect(await code({ countyNo }, district)).toBe(404)
        expect(await code({ provinceNo: '320000' }, whole)).toBe(404)
        expect(await code({ cityNo: '310200' }, whole)).toBe(404)
        expect(await code({ buildType: 3 }, whole)).toBe(400)
        expect(await code({ countyNo: 'x' }, whole)).toBe(400)
      }
    }),
  )

  test(
    'units cannot make the calls of the authority; they have their own dashboard',
    city.undone(async (t) => {
      for (const account of ['unit01', 'wuye01', 'isv01']) {
        const token = await t.signIn(account)
        for (const endpoint of [authority.fireAlarm, authority.streetRanking, authority.deviceCard])
          expect((await t.call(endpoint as Endpoint, {}, token)).body.code).toBe(403)
      }
      const own = await t.signIn('unit01')
      const served = await rows<{ name: string }>(
        t,
        sql`select distinct p.name from provider p join building b on b.provider_id = p.id
          join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
          join account a on a.unit_id = bu.unit_id where a.account = 'unit01'`,
      )
      const providers = await answer(t, authority.isvRanking, {}, own)
      expect(providers.map(({ isvName }) => isvName).toSorted()).toEqual(served.map(({ name }) => name).toSorted())
    }),
  )

  test(
    'the device card links to its target for the account of the settings only',
    city.undone(async (t) => {
      const url = async (account: string) => (await answer(t, authority.deviceCard, {}, await t.signIn(account))).url
      expect(await url('zongdui')).toBe(DEVICE_CARD_URL)
      expect(await url('zhidui')).toBeNull()
      expect(await url('jingan')).toBeNull()
    }),
  )
})
