import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { record, type SeriesPage, type SeriesRow } from '#contract/record.ts'
import { openApi } from '../support/api-context.ts'
import { ask, buildingOf, counted, pointOf } from '../support/ask-records.ts'

const city = await openApi()
afterAll(() => city.close())

async function walkAll(page: (at: object) => Promise<SeriesRow[]>, limit: number): Promise<SeriesRow[]> {
  const seen: SeriesRow[] = []
  for (let rowKey = ''; ;) {
    const rows = await page({ limit, rowKey, reversed: false })
    seen.push(...rows)
    if (rows.length < limit) return seen
    rowKey = rows[rows.length - 1]!.rowKey
  }
}

async function walkBack(page: (at: object) => Promise<SeriesRow[]>, limit: number, last: SeriesRow) {
  const seen = [last]
  for (;;) {
    const rows = await page({ limit, rowKey: seen[0]!.rowKey, reversed: true })
    seen.unshift(...rows)
    if (rows.length < limit) return seen
  }
}

const keysOf = (rows: readonly SeriesRow[]) => rows.map(({ rowKey }) => rowKey)

describe('a cursor list', () => {
  test(
    'lists every reading once, forward and back, for any page size, with many equal times',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      // Three devices, three numbers; a microsecond apart.
      await t.db.execute(sql`
        insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
        select p.id, '2026-03-23 09:00:00+08'::timestamptz + m * interval '1 microsecond', s, ${buildingId}, 22, now(), '{"pressure":0.1}'
        from (select id from point where building_id = ${buildingId} order by id limit 3) p, unnest(array[0, 1073741824, 2147483647]) s, generate_series(0, 3) m`)
      const truth = await counted(
        t,
        sql`select count(*) as n from reading where building_id = ${buildingId} and api_id = 22 and at >= '2026-03-23 00:00:00+08'`,
      )
      const page = async (at: object) =>
        (
          await ask<SeriesPage, typeof record.series>(
            t,
            record.series,
            { apiId: 22, buildingId, relationId: buildingId, startTime: '2026-03-23', ...at },
            token,
          )
        ).list
      for (const limit of [1, 4, 7, 100]) {
        const forward = await walkAll(page, limit)
        expect(forward).toHaveLength(truth)
        expect(new Set(keysOf(forward)).size).toBe(truth)
        const times = forward.map(({ logTime }) => logTime)
        expect(times).toEqual(times.toSorted().toReversed())
        expect(keysOf(await walkBack(page, limit, forward[truth - 1]!))).toEqual(keysOf(forward))
      }
    }),
  )

  test(
    'of one device, and of records, does the same; new rows do not move pages already read',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      const pressure = await pointOf(t, buildingId, 17)
      const alarm = await pointOf(t, buildingId, 1)
      await t.db.execute(sql`
        insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, sequence)
        select ${alarm.id}, ${buildingId}, 1, 'fire', '2026-03-22 20:00:00+08', '2026-03-22 20:00:01+08', s from generate_series(1000, 1024) s`)
      for (const { id, apiId } of [
        { id: pressure.id, apiId: 17 },
        { id: alarm.id, apiId: 1 },
      ]) {
        const page = async (at: object) =>
          (await ask<SeriesPage, typeof record.history>(t, record.history, { id, apiId, ...at }, token)).list
        const forward = await walkAll(page, 10)
        expect(forward.length).toBeGreaterThan(20)
        expect(new Set(keysOf(forward)).size).toBe(forward.length)
        expect(new Set(forward.map(({ deviceId }) => deviceId))).toEqual(new Set([String(id)]))
        expect(keysOf(await walkBack(page, 10, forward[forward.length - 1]!))).toEqual(keysOf(forward))
      }
      const first = await ask<SeriesPage, typeof record.history>(t, record.history, { id: pressure.id }, token)
      const key = first.list[9]!.rowKey
      const next = (rowKey: string) =>
        ask<SeriesPage, typeof record.history>(t, record.history, { id: pressure.id, rowKey }, token)
      const second = await next(key)
      await t.db.execute(sql`
        insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
        values (${pressure.id}, '2026-03-23 10:15:00+08', 0, ${buildingId}, 17, now(), '{"pressure":0.4}')`)
      expect(keysOf((await next(key)).list)).toEqual(keysOf(second.list))
      const back = await ask<SeriesPage, typeof record.history>(
        t,
        record.history,
        { id: pressure.id, rowKey: second.list[0]!.rowKey, reversed: true },
        token,
      )
      expect(keysOf(back.list)).toEqual(keysOf(first.list))
    }),
  )

  test(
    'a history without a device lists the item in all buildings in scope, newest first',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const page = async (at: object) =>
        (
          await ask<SeriesPage, typeof record.history>(
            t,
            record.history,
            { apiId: 17, startTime: '2026-03-22', ...at },
            token,
          )
        ).list
      const forward = await walkAll(page, 10)
      const truth = await counted(
        t,
        sql`select count(*) as n from reading r where api_id = 17 and at >= '2026-03-22 00:00:00+08' and building_id in (
          select bu.building_id from building_unit bu join account a on a.unit_id = bu.unit_id
          where a.account = 'unit01' and bu.kind = 'bound')`,
      )
      expect(new Set(keysOf(forward)).size).toBe(truth)
      expect(forward).toHaveLength(truth)
      expect((await t.call(record.history, {}, token)).body).toMatchObject({ code: 400, errors: { id: '请选择设备' } })
    }),
  )

  test(
    'is read along one index, in each direction, for a device and for a building',
    city.undone(async (t) => {
      await t.db.execute(sql`set local enable_seqscan = off`)
      const at = sql`'2026-03-23 08:00:00+08'::timestamptz`
      const plan = async (query: ReturnType<typeof sql>) =>
        JSON.stringify((await t.db.execute(sql`explain (costs off) ${query}`)).rows)
      const plans = [
        await plan(sql`select * from reading where point_id = 1 and at <= ${at} and (at, sequence) < (${at}, 0)
          order by at desc, sequence desc limit 10`),
        await plan(sql`select * from reading where building_id = 1 and api_id = 17 and at <= ${at}
          and (at, point_id, sequence) < (${at}, 1, 0) order by at desc, point_id desc, sequence desc limit 10`),
        await plan(sql`select * from device_event where building_id = 1 and api_id = 1 and occurred_at >= ${at}
          and (occurred_at, id) > (${at}, 1) order by occurred_at, id limit 10`),
      ]
      // In index order, without a sort.
      for (const said of plans) {
        expect(said).toContain('Index Scan')
        expect(said).not.toContain('Sort')
      }
    }),
  )

  test(
    'an invalid cursor is rejected at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(record.history, { id: 1, rowKey: 'abc' }, token)
      expect(body).toMatchObject({ code: 400, errors: { rowKey: '页面参数有误，请刷新后重试' } })
    }),
  )

  test(
    'an item type outside the integer range is rejected at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const apiId = 13_800_000_000
      const { body } = await t.call(record.history, { apiId }, token)
      expect(body).toMatchObject({ code: 400, errors: { apiId: '页面参数有误，请刷新后重试' } })
      const series = await t.call(record.series, { apiId, buildingId: 1, relationId: 1 }, token)
      expect(series.body).toMatchObject({ code: 400, errors: { apiId: '页面参数有误，请刷新后重试' } })
    }),
  )
})
