import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import {
  type DeviceRow,
  type FaultRow,
  type FireRow,
  type Item,
  type ItemGroup,
  record,
  type SeriesPage,
  type SeriesRow,
  type ShieldRow,
} from '#contract/record.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

async function buildingOf(t: TestApi, account: string, access = 1): Promise<number> {
  const { rows } = await t.db.execute<{ id: string }>(sql`
    select b.id from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = ${access} order by b.id limit 1`)
  return Number(rows[0]!.id)
}

async function pointOf(t: TestApi, buildingId: number, apiId: number) {
  const { rows } = await t.db.execute<{ id: string; device_no: string }>(
    sql`select id, device_no from point where building_id = ${buildingId} and api_id = ${apiId} order by id limit 1`,
  )
  return { id: Number(rows[0]!.id), deviceNo: rows[0]!.device_no }
}

async function ask<T, E extends Endpoint>(t: TestApi, endpoint: E, input: InputOf<E>, token: string): Promise<T> {
  const { body } = await t.call(endpoint, input, token)
  expect(body.message).toBe('操作成功')
  return body.data as T
}

const counted = async (t: TestApi, query: ReturnType<typeof sql>) => Number((await t.db.execute(query)).rows[0]!.n)

interface Paged<Row> {
  readonly list: Row[]
  readonly total: number
}

describe('what a building has connected', () => {
  test(
    'a connected building has all its must-have items connected, and counts its points by system and item',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      const groups = await ask<ItemGroup[], typeof record.must>(t, record.must, { buildingId }, token)
      const items = groups.flatMap(({ apiTypeVOS }) => apiTypeVOS)
      expect(items.filter(({ isMust, status }) => isMust === 1 && status === 2)).toEqual([])
      const points = items.reduce((sum, { pointNum }) => sum + pointNum, 0)
      expect(points).toBe(await counted(t, sql`select count(*) as n from point where building_id = ${buildingId}`))
      const systems = await ask<{ systemId: string; pointNum: number }[], typeof record.systems>(
        t,
        record.systems,
        { buildingId },
        token,
      )
      expect(systems.map(({ systemId }) => systemId)).toEqual(groups.map(({ systemId }) => systemId))
      expect(systems.reduce((sum, { pointNum }) => sum + pointNum, 0)).toBe(points)
      const { systemId, apiTypeVOS } = groups[0]!
      const own = await ask<Item[], typeof record.items>(t, record.items, { buildingId, systemId }, token)
      expect(own).toEqual(apiTypeVOS)
      expect(await ask<Item[], typeof record.items>(t, record.items, { buildingId, systemId: 999 }, token)).toEqual([])
    }),
  )

  test(
    'an item whose points all fell silent is abnormal; a building without a point still owes the must-have systems',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      await t.db.execute(sql`update point set online = false where building_id = ${buildingId} and api_id = 16`)
      const status = async (apiId: string) =>
        (await ask<ItemGroup[], typeof record.must>(t, record.must, { buildingId }, token))
          .flatMap(({ apiTypeVOS }) => apiTypeVOS)
          .find((item) => item.apiId === apiId)?.status
      expect([await status('16'), await status('17')]).toEqual([1, 0])
      await t.db.execute(sql`delete from point where building_id = ${buildingId}`)
      const bare = await ask<ItemGroup[], typeof record.must>(t, record.must, { buildingId }, token)
      expect(bare.map(({ systemId }) => systemId)).toEqual(['1', '2', '3'])
      expect(new Set(bare.flatMap(({ apiTypeVOS }) => apiTypeVOS.map((item) => item.status)))).toEqual(new Set([2]))
    }),
  )

  test(
    'the left menu’s categories are the fourteen systems, each item with the way it reports',
    city.undone(async (t) => {
      const categories = await ask<{ apiTypeVOS: { apiType: number }[] }[], typeof record.categories>(
        t,
        record.categories,
        {},
        await t.signIn('unit01'),
      )
      expect(categories).toHaveLength(14)
      const types = categories.flatMap(({ apiTypeVOS }) => apiTypeVOS.map(({ apiType }) => apiType))
      expect(new Set(types)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    }),
  )
})

describe('the lists by api type', () => {
  test(
    'fire alarms come newest first, a row once, with both times, and narrow by handling, device and time',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const relationId = await buildingOf(t, 'unit01')
      const of = (more: object) =>
        ask<Paged<FireRow>, typeof record.fires>(t, record.fires, { apiId: 1, relationId, ...more }, token)
      const all = await of({ pageSize: 100 })
      expect(all.total).toBeGreaterThan(10)
      expect(all.total).toBe(
        await counted(
          t,
          sql`select count(*) as n from device_event where building_id = ${relationId} and api_id = 1 and kind = 'fire'`,
        ),
      )
      const times = all.list.map(({ alarmTime }) => alarmTime)
      expect(times).toEqual(times.toSorted().toReversed())
      const [first] = all.list
      expect(first!.receiveTime! >= first!.reportTime!).toBe(true)
      const second = await of({ currentPage: 2, pageSize: 10 })
      expect(second.list.map(({ id }) => id)).toEqual(all.list.slice(10, 20).map(({ id }) => id))
      for (const state of [0, 1, 2, 3, 4]) {
        const some = await of({ state, pageSize: 100 })
        expect(new Set([...some.list.map((row) => row.state), state])).toEqual(new Set([state]))
        expect(some.total).toBe(all.list.filter((row) => row.state === state).length)
      }
      expect((await of({ state: 'fail' })).total).toBe(0)
      // What somebody dealt with is over.
      expect(all.list.filter(({ state, status }) => state !== 0 && status === 0)).toEqual([])
      const named = await of({ search: first!.deviceNo!, pageSize: 100 })
      expect(new Set(named.list.map(({ deviceNo }) => deviceNo))).toEqual(new Set([first!.deviceNo]))
      expect((await of({ search: '%' })).total).toBe(0)
      const [newest, older] = [times[2]!, times[8]!]
      const between = await of({ startTime: older, endTime: newest, pageSize: 100 })
      expect(between.list.map(({ alarmTime }) => alarmTime)).toEqual(
        times.filter((time) => time >= older && time <= newest),
      )
    }),
  )

  test(
    'a fault or a shield lasts as status 0 until it ends; a shield is found by that',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const relationId = await buildingOf(t, 'unit01')
      const { id } = await pointOf(t, relationId, 3)
      await t.db.execute(sql`
        insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, ended_at, sequence) values
        (${id}, ${relationId}, 3, 'shield', '2026-03-23 08:00:00+08', '2026-03-23 08:00:02+08', null, 900),
        (${id}, ${relationId}, 3, 'shield', '2026-03-23 07:00:00+08', '2026-03-23 07:00:02+08', '2026-03-23 07:30:00+08', 901),
        (${id}, ${relationId}, 2, 'fault', '2026-03-23 09:00:00+08', '2026-03-23 09:00:02+08', null, 902)`)
      const shields = (state: 0 | 1) =>
        ask<Paged<ShieldRow>, typeof record.shields>(
          t,
          record.shields,
          { apiId: 3, relationId, state, startTime: '2026-03-23', pageSize: 100 },
          token,
        )
      const [lasting, released] = [await shields(0), await shields(1)]
      expect(lasting.list.find((row) => row.shieldTime === '2026-03-23 08:00:00')).toMatchObject({
        deviceId: String(id),
        status: 0,
        relieveShieldTime: null,
      })
      expect(released.list.find((row) => row.shieldTime === '2026-03-23 07:00:00')).toMatchObject({
        status: 1,
        relieveShieldTime: '2026-03-23 07:30:00',
      })
      expect(new Set(lasting.list.map(({ status }) => status))).toEqual(new Set([0]))
      const faults = await ask<Paged<FaultRow>, typeof record.faults>(
        t,
        record.faults,
        { apiId: 2, relationId, state: 0 },
        token,
      )
      expect(faults.list[0]).toMatchObject({
        status: 0,
        state: 0,
        alarmTime: '2026-03-23 09:00:00',
        handlePeople: null,
      })
    }),
  )

  test(
    'a device says how it is and whether it is heard, and how its newest alarm was handled; one that never spoke says nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const relationId = await buildingOf(t, 'unit01')
      const { id } = await pointOf(t, relationId, 63)
      const only = async () =>
        (await ask<Paged<DeviceRow>, typeof record.devices>(t, record.devices, { apiId: 63, relationId }, token))
          .list[0]
      await t.db.execute(sql`update point set latest = '{}', online = false where id = ${id}`)
      expect(await only()).toMatchObject({ id: String(id), connectStatus: 0, devStatus: null })
      await t.db.execute(
        sql`update point set latest = '{"workStatus":"1","mainPower":0,"unheardOf":7}', online = true where id = ${id}`,
      )
      await t.db.execute(sql`
        insert into device_event (point_id, building_id, api_id, kind, occurred_at, received_at, state, handled_by, sequence)
        values (${id}, ${relationId}, 2, 'fault', '2026-03-23 09:30:00+08', '2026-03-23 09:30:02+08', 3, '王工', 903)`)
      const row = await only()
      expect(row).toMatchObject({
        connectStatus: 1,
        devStatus: 1,
        state: 3,
        alarmTime: '2026-03-23 09:30:00',
        handlePeople: '王工',
        timelyData: { workStatus: '1', mainPower: 0 },
      })
      expect(row!.timelyData).not.toHaveProperty('unheardOf')
      const unhandled = { apiId: 63, relationId, state: 0 as const }
      expect((await ask<Paged<DeviceRow>, typeof record.devices>(t, record.devices, unhandled, token)).list).toEqual([])
    }),
  )
})

/** Walks a cursor list to its end. */
async function walkAll(page: (at: object) => Promise<SeriesRow[]>, limit: number): Promise<SeriesRow[]> {
  const seen: SeriesRow[] = []
  for (let rowKey = ''; ;) {
    const rows = await page({ limit, rowKey, reversed: false })
    seen.push(...rows)
    if (rows.length < limit) return seen
    rowKey = rows[rows.length - 1]!.rowKey
  }
}

/** Walks back from the last row to the first. */
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
    'gives every reading once, forward and back, whatever the page, though many carry the same time',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const buildingId = await buildingOf(t, 'unit01')
      // Nine readings a moment: three devices, three numbers each; and moments a microsecond apart.
      await t.db.execute(sql`
        insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
        select p.id, '2026-03-23 09:00:00+08'::timestamptz + m * interval '1 microsecond', s, ${buildingId}, 22, now(), '{"pressure":0.1}'
        from (select id from point where building_id = ${buildingId} order by id limit 3) p, generate_series(0, 2) s, generate_series(0, 3) m`)
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
    'of one device, and of records, walks just so; what arrives meanwhile moves no page that was turned',
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
    'a history without a device is that of the item in all buildings in sight, newest first',
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
    'is one walk along an index, in each direction, of a device and of a building',
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
      // Rows come in the index's own order, month after month: nothing is sorted.
      for (const said of plans) {
        expect(said).toContain('Index Scan')
        expect(said).not.toContain('Sort')
      }
    }),
  )

  test(
    'a place that is none is told at its field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { body } = await t.call(record.history, { id: 1, rowKey: 'abc' }, token)
      expect(body).toMatchObject({ code: 400, errors: { rowKey: '分页位置有误' } })
    }),
  )
})

describe('who may read', () => {
  test(
    'another unit’s building, and its devices, are as if they were not there, whichever list is asked',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const foreign = await buildingOf(t, 'unit02')
      const device = await pointOf(t, foreign, 17)
      const own = await buildingOf(t, 'unit01')
      const list = { apiId: 1, relationId: foreign }
      const asked: [Endpoint, object][] = [
        [record.must, { buildingId: foreign }],
        [record.systems, { buildingId: foreign }],
        [record.items, { buildingId: foreign, systemId: 1 }],
        [record.fires, list],
        [record.faults, list],
        [record.shields, list],
        [record.actions, list],
        [record.devices, list],
        [record.series, { apiId: 17, buildingId: foreign, relationId: foreign }],
        [record.series, { apiId: 17, buildingId: own, relationId: foreign }],
        [record.history, { id: device.id, apiId: 17 }],
      ]
      for (const [endpoint, input] of asked)
        expect([endpoint.id, (await t.call(endpoint, input as never, token)).body.code]).toEqual([endpoint.id, 404])
      const authority = await t.signIn('zhidui')
      expect((await t.call(record.history, { id: device.id, apiId: 17 }, authority)).body.code).toBe(200)
    }),
  )
})
