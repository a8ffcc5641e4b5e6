import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type DeviceRow,
  type FaultRow,
  type FireRow,
  type Item,
  type ItemGroup,
  record,
  type ShieldRow,
} from '#contract/record.ts'
import { openApi } from '../support/api-context.ts'
import { ask, buildingOf, counted, type Paged, pointOf } from '../support/ask-records.ts'

const city = await openApi()
afterAll(() => city.close())

describe('the connected items of a building', () => {
  test(
    'a connected building has all required items connected, and counts its points by system and item',
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
    'an item with only offline points is abnormal; a building without points lacks the required systems',
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
    'the left menu’s categories are the fourteen systems, each item with its way of reporting',
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
    'fire alarms are listed open ones first, then newest first, without repeats, with both times, and filter by handling, device and time',
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
    'a fault or a shield has status 0 until it ends; shields filter by that',
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
    'a device shows its state, whether it is online, and how its newest alarm was handled; one without reports shows no state',
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

describe('access to records', () => {
  test(
    'another unit’s building, and its devices, answer 404 in every list',
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
