import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import type { EquipmentPage } from '#contract/equipment.ts'
import { toWireTime } from '#contract/time.ts'
import { openApi } from '../support/api-context.ts'
import { answer, mine, one } from '../support/dashboard-answers.ts'
import { reports } from '../support/report.ts'

const city = await openApi()
afterAll(() => city.close())

describe('the status cards', () => {
  test(
    'count each pressure sensor, tank, pump and alarm device of the unit once, as SQL counts them',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const gauges = (apis: string) =>
        one(
          t,
          sql`select (count(*) filter (where online and coalesce(latest->>'alarmStatus', '0') = '0'))::int as normal,
            (count(*) filter (where online and latest->>'alarmStatus' = '1'))::int as low,
            (count(*) filter (where online and latest->>'alarmStatus' = '2'))::int as high,
            (count(*) filter (where not online))::int as offline
            from point where building_id in ${mine} and api_id = any(string_to_array(${apis}, ',')::int[])`,
        )
      const pumps = (api: number) =>
        one(
          t,
          sql`select (count(*) filter (where not online))::int as offline,
            (count(*) filter (where online and latest->>'powerState' = '1'))::int as dead,
            (count(*) filter (where online and latest->>'powerState' = '0' and latest->>'manualAutomaticState' = '1'))::int as manual,
            count(*)::int as total
            from point where building_id in ${mine} and api_id = ${api}`,
        )
      const pipe = await gauges('17,64,66')
      expect(Number(pipe.low) + Number(pipe.high)).toBeGreaterThan(0)
      expect(await answer(t, dashboard.hydrant, {}, token)).toEqual({
        normalDeviceNumber: pipe.normal,
        abnormalDeviceNumber: Number(pipe.low) + Number(pipe.high) + Number(pipe.offline),
        offlineNumber: pipe.offline,
        pressureTooLowNumber: pipe.low,
        pressureTooHeightNumber: pipe.high,
      })
      const tank = await gauges('16')
      expect(await answer(t, dashboard.hydrant, { type: 2 }, token)).toMatchObject({
        normalDeviceNumber: tank.normal,
        offlineNumber: tank.offline,
        waterTooLowNumber: tank.low,
        waterTooHeightNumber: tank.high,
      })
      const spray = await gauges('22,65')
      expect(await answer(t, dashboard.sprinkler, { type: 1 }, token)).toMatchObject({
        normalDeviceNumber: spray.normal,
        offlineNumber: spray.offline,
        pressureTooLowNumber: spray.low,
        pressureTooHeightNumber: spray.high,
      })
      for (const [call, type, api] of [
        [dashboard.hydrant, 3, 15],
        [dashboard.sprinkler, 2, 21],
      ] as const) {
        const { offline, dead, manual, total } = await pumps(api)
        const abnormal = Number(offline) + Number(dead) + Number(manual)
        expect(await answer(t, call, { type: type as never }, token)).toEqual({
          normalDeviceNumber: Number(total) - abnormal,
          abnormalDeviceNumber: abnormal,
          offlineNumber: offline,
          notPoweredOnDeviceNumber: dead,
          manualDeviceNumber: manual,
        })
      }
      const alarm = await one(
        t,
        sql`with worst as (
            select p.id, p.online, min(case e.kind when 'fire' then 1 when 'fault' then 2 when 'shield' then 3 end) as state
            from point p left join device_event e on e.point_id = p.id and e.state = 0 and e.ended_at is null and e.kind <> 'action'
            where p.building_id in ${mine} and p.system_id = 1 group by p.id)
          select (count(*) filter (where state is null and online))::int as normal,
            (count(*) filter (where state is null and not online))::int as offline, (count(*) filter (where state = 1))::int as alarm,
            (count(*) filter (where state = 2))::int as fault, (count(*) filter (where state = 3))::int as shield from worst`,
      )
      expect(Number(alarm.fault)).toBeGreaterThan(0)
      expect(Number(alarm.offline)).toBeGreaterThan(0)
      expect(await answer(t, dashboard.fireAlarm, {}, token)).toEqual({
        normalEquipmentNumber: alarm.normal,
        abnormalEquipmentNumber:
          Number(alarm.alarm) + Number(alarm.fault) + Number(alarm.shield) + Number(alarm.offline),
        alarmEquipmentNumber: alarm.alarm,
        malfunctionEquipmentNumber: alarm.fault,
        shieldingEquipmentNumber: alarm.shield,
        offlineEquipmentNumber: alarm.offline,
      })
    }),
  )

  test(
    'show a gauge without its own state as too low from its first reading below the limit',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { id, building } = await one(
        t,
        sql`select id, building_id as building from point p where building_id in ${mine} and api_id = 17 and online
          and not exists (select 1 from trouble where point_id = p.id) order by id limit 1`,
      )
      const gauge = { id: Number(id), buildingId: Number(building), apiId: 17 }
      const before = await answer(t, dashboard.hydrant, {}, token)
      await reports(t.db, gauge, t.clock.now()).reading({ pressure: 0.02 })
      const after = await answer(t, dashboard.hydrant, {}, token)
      expect(after.pressureTooLowNumber).toBe(before.pressureTooLowNumber! + 1)
      expect(after.normalDeviceNumber).toBe(before.normalDeviceNumber! - 1)
      const { list } = await answer<EquipmentPage>(
        t,
        dashboard.hydrantList,
        { type: 1, status: 1, pageSize: 100 },
        token,
      )
      expect(list.find((row) => row.id === String(id))?.alarmTime).toBe(toWireTime(t.clock.now()))
      t.clock.pass(1000)
      await reports(t.db, gauge, t.clock.now()).reading({ pressure: 0.4 })
      expect(await answer(t, dashboard.hydrant, {}, token)).toEqual(before)
    }),
  )

  test(
    'link each figure to exactly the devices it counts, abnormal ones first, five per page',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const counts = await answer(t, dashboard.fireAlarm, {}, token)
      const list = (status: 0 | 1 | 2 | 3 | 4 | 9 | '', more = {}) =>
        answer<EquipmentPage>(t, dashboard.fireAlarmList, { status, ...more }, token)
      const totals = {
        1: counts.alarmEquipmentNumber,
        2: counts.malfunctionEquipmentNumber,
        3: counts.shieldingEquipmentNumber,
        4: counts.offlineEquipmentNumber,
        9: counts.abnormalEquipmentNumber,
        0: counts.normalEquipmentNumber,
      }
      for (const state of [0, 1, 2, 3, 4, 9] as const)
        expect((await list(state)).total, `state ${state}`).toBe(totals[state])
      const all = await list('', { pageSize: 100 })
      expect(all.total).toBe(counts.normalEquipmentNumber! + counts.abnormalEquipmentNumber!)
      const states = all.list.map(({ status }) => status === 0)
      expect(states).toEqual(states.toSorted((a, b) => Number(a) - Number(b)))
      expect(new Set(all.list.map(({ id }) => id)).size).toBe(all.list.length)
      expect((await list('')).list).toHaveLength(5)
      for (const each of (await list(2)).list) expect(each.alarmTime).toMatch(/^20\d\d-/)
      const low = await answer<EquipmentPage>(t, dashboard.hydrantList, { type: 1, status: 1 }, token)
      for (const each of low.list) {
        expect(each.timelyData.pressure).not.toBeNull()
        expect(each.alarmTime).toMatch(/^20\d\d-/)
      }
      const pumps = await answer(t, dashboard.sprinkler, { type: 2 }, token)
      const pumpList = await answer<EquipmentPage>(t, dashboard.sprinklerList, { type: 2, status: 9 }, token)
      expect(pumpList.total).toBe(pumps.abnormalDeviceNumber)
    }),
  )

  test(
    'export every page of the filtered rows',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const { total } = await answer<EquipmentPage>(t, dashboard.fireAlarmList, { status: 9 }, token)
      const address = await answer<string>(t, dashboard.fireAlarmList, { status: 9, exportStatus: 1 }, token)
      const file = await t.api.request(address)
      const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
      const table = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
      expect(table).toHaveLength(total + 1)
      expect(new Set(table.slice(1).map((row) => row[7]))).not.toContain('正常')
    }),
  )
})
