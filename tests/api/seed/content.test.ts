import { type SQL, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed/account.ts'
import { PROBLEM_CAUSES as CAUSES } from '#server/evaluation/condition.ts'
import { DEVICE_TYPES } from '#server/reference/device-types.ts'
import { DEMO_NOW } from '../../support/demo-now.ts'
import { openDemoCity, TODAY } from './demo-city.ts'

const { ask, count, values, close } = await openDemoCity()
afterAll(() => close())

const boundTo = (account: string) => sql`select bu.building_id from building_unit bu
  join account a on a.unit_id = bu.unit_id where bu.kind = 'bound' and a.account = ${account}`

describe('the content of the demo city', () => {
  it('has the documented sizes', async () => {
    const sizes = {
      organ: [18, 18],
      unit: [40, 40],
      provider: [8, 8],
      building: [60, 60],
      point: [2800, 3600],
      score_day: [14_000, 20_000],
      problem: [3000, 8000],
      device_event: [1500, 6000],
      reading: [20_000, 60_000],
      information: [30, 60],
      question: [8, 8],
    } as const
    for (const [table, [least, most]] of Object.entries(sizes)) {
      const rows = await count(sql`select 1 from ${sql.identifier(table)}`)
      expect(rows, table).toBeGreaterThanOrEqual(least)
      expect(rows, table).toBeLessThanOrEqual(most)
    }
    expect(await count(sql`select distinct county from building`)).toBe(16)
  })

  it('has every documented account, with one password and unique phones', async () => {
    const wanted = ['unit01', 'unit02', 'unitnew', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01']
    const rows = await ask<{ account: string; passwordHash: string; phone: string }>(
      sql`select account, password_hash as "passwordHash", phone from account`,
    )
    expect(rows.map((row) => row.account)).toEqual(expect.arrayContaining(wanted))
    expect(new Set(rows.map((row) => row.phone)).size).toBe(rows.length)
    for (const { phone } of rows) expect(phone).toMatch(/^1[3-9]\d{9}$/)
    expect(DEMO_PASSWORD).toBe('Fire@119demo')
    expect(await values(sql`select o.level from account a join organ o on o.id = a.organ_id order by a.id`)).toEqual([
      1, 2, 3,
    ])
    expect(await count(sql`select 1 from account where status <> 0`)).toBe(1)
    expect(await values(sql`select account from account where must_change_password`)).toEqual(['unitnew'])
    expect(await values(sql`select id::int from organ where id in (42, 207) order by 1`)).toEqual([42, 207])
    expect(await values(sql`select county from organ where id = 42`)).toEqual(['310106'])
  })

  it('has every documented state', async () => {
    const states: readonly (readonly [SQL, readonly unknown[]])[] = [
      [sql`select distinct access_status from building order by 1`, [0, 1, 2, 3]],
      [sql`select distinct approve_status from building where approve_status is not null order by 1`, [0, 1]],
      [sql`select distinct height_id from building order by 1`, [1, 2, 3, 4]],
      [sql`select distinct building_type from building where building_type is not null order by 1`, [1, 2]],
      [sql`select distinct status from provider order by 1`, [0, 1, 2, 3]],
      [sql`select distinct access_status from provider order by 1`, [0, 1, 2]],
      [sql`select distinct rule_type from provider_rule order by 1`, [1, 2]],
      [sql`select distinct type from unit order by 1`, [1, 2, 3, 4]],
      [sql`select distinct is_building_manager from unit order by 1`, [0, 1, 2]],
      [sql`select distinct kind from building_unit order by 1`, ['bound', 'tenant']],
      [sql`select distinct system_id from point order by 1`, Array.from({ length: 14 }, (_, i) => i + 1)],
      [sql`select distinct api_type from point order by 1`, [1, 2, 3, 4, 5, 6]],
      [sql`select distinct kind from device_event order by 1`, ['action', 'fault', 'fire', 'shield']],
      [sql`select distinct state from device_event where kind = 'fire' order by 1`, [0, 1, 2, 3, 4]],
      [sql`select distinct cause from problem order by 1`, [...CAUSES].sort()],
      [sql`select distinct problem_type from problem order by 1`, [1, 2]],
      [sql`select distinct todo_status from problem where solved_at is null order by 1`, [0, 1]],
      [sql`select distinct coalesce(card, 0) from score_day where day = ${TODAY} order by 1`, [0, 1, 2]],
      [sql`select distinct status from checkin order by 1`, [1, 2]],
      [sql`select distinct type from information order by 1`, [0, 1, 2]],
    ]
    for (const [query, expected] of states) expect(await values(query)).toEqual(expected)
    expect(await count(sql`select 1 from message_receiver where read_at is null`)).toBeGreaterThan(5)
    expect(await count(sql`select 1 from message_receiver where read_at is not null`)).toBeGreaterThan(5)
    expect(await count(sql`select 1 from message_receiver where deleted_at is not null`)).toBeGreaterThan(0)
    const askedToReview = sql`
      select distinct o.level from message m join message_receiver r on r.message_id = m.id
      join account a on a.id = r.account_id join organ o on o.id = a.organ_id where m.title like '%等待审核'`
    expect(await values(askedToReview)).toEqual([2])
    const recent = sql`select 1 from notice where created_at > ${DEMO_NOW.toISOString()}::timestamptz - interval '2 days'`
    expect(await count(recent)).toBe(2)
  })

  it('has deliberate edge cases', async () => {
    expect(await count(sql`select 1 from building where length(name) >= 40`)).toBeGreaterThan(0)
    expect(await count(sql`select 1 from unit where length(name) >= 40`)).toBeGreaterThan(0)
    const bare = sql`select 1 from building b where provider_id is null and not exists (select 1 from point p where p.building_id = b.id)`
    expect(await count(bare)).toBeGreaterThan(0)
    const perUnit = sql`select u.id, count(b.building_id)::int as n from unit u
      left join building_unit b on b.unit_id = u.id and b.kind = 'bound' group by u.id`
    expect(await count(sql`select 1 from (${perUnit}) x where n = 0`)).toBeGreaterThan(0)
    expect(await count(sql`select 1 from (${perUnit}) x where n = 1`)).toBeGreaterThan(0)
    expect(await count(sql`select 1 from building where area is null`)).toBeGreaterThan(0)
    const unknown = (await values(sql`select device_type from point`)).filter((type) => !DEVICE_TYPES[Number(type)])
    expect(unknown).toHaveLength(1)
    const quiet = sql`select 1 from building b where access_status = 1 and not exists
      (select 1 from problem p where p.building_id = b.id and p.solved_at is null)`
    expect(await count(quiet)).toBeGreaterThan(0)
  })

  it('gives unit01 six buildings in every access state, one of them unscored, and problems to page through', async () => {
    const own = sql`select b.* from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
      join account a on a.unit_id = bu.unit_id where a.account = 'unit01'`
    const scored = sql`exists (select 1 from score_day s where s.building_id = b.id and s.day = ${TODAY})`
    expect(await values(sql`select access_status from (${own}) b order by 1`)).toEqual([0, 1, 1, 1, 2, 3])
    expect(await count(sql`select 1 from (${own}) b where ${scored} and area is not null`)).toBe(5)
    const problems = sql`select p.solved_at from problem p join (${own}) b on b.id = p.building_id`
    expect(await count(sql`select 1 from (${problems}) p where solved_at is null`)).toBeGreaterThanOrEqual(12)
    expect(await count(sql`select 1 from (${problems}) p where solved_at is not null`)).toBeGreaterThanOrEqual(12)
  })

  it('binds no building of unit02 to unit01', async () => {
    expect(await count(sql`${boundTo('unit01')} intersect ${boundTo('unit02')}`)).toBe(0)
    expect(await count(sql`${boundTo('wuye01')} intersect ${boundTo('unit01')}`)).toBeGreaterThan(0)
    expect(await count(sql`${boundTo('wuye01')} intersect ${boundTo('unit02')}`)).toBeGreaterThan(0)
  })
})
