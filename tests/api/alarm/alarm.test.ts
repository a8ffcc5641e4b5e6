import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm, type AlarmDetail, type AlarmRow } from '#contract/alarm.ts'
import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { record } from '#contract/record.ts'
import { raiseMissingAlarms } from '#server/evaluation/raise-missing-alarms.ts'
import { raiseUnplaced } from '#server/evaluation/raise-alarms.ts'
import { reEvaluateDue } from '#server/evaluation/re-evaluate-due.ts'
import { alarmScene, MINUTE, one } from '../../support/alarm-scene.ts'
import { openApi } from '../../support/api-context.ts'

const AREA = { provinceNo: '', cityNo: '', countyNo: '', buildType: 0 } as const

const city = await openApi()
afterAll(() => city.close())

describe('an alarm', () => {
  test(
    'is found by words of its building and of any of its records, in the scope of the account only',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const [, second] = scene.points
      await t.db.execute(sql`update point set floor = '17层', zone = '百分%区' where id = ${second!.id}`)
      await scene.fire(0)
      await scene.fire(1)
      const { id, buildingName } = await scene.open()
      const found = async (search: string, account = 'unit01') => {
        const { data } = await scene.send(account, alarm.list, { buildingId: '', open: 1, search })
        return (data as { list: AlarmRow[] }).list.some((row) => row.id === id)
      }
      for (const words of [buildingName!, '17层', `17层 ${buildingName!.slice(0, 2)}`, '百分%'])
        expect([words, await found(words)]).toEqual([words, true])
      expect([await found('18层'), await found('17层 无此建筑'), await found('百_%')]).toEqual([false, false, false])
      expect(await found('17层', 'unit02')).toBe(false)
    }),
  )

  test(
    'is found by each text that its row shows, also without records, by at most five words',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await t.db.execute(sql`update building set address = '甲街' || substr(md5(id::text), 1, 6) || '号'`)
      await t.db
        .execute(sql`update point set floor = '17层', zone = '东廊', descript = '茶水间', device_name = '感烟器',
        device_no = 'QZ-' || id where id = ${scene.points[0]!.id}`)
      await scene.fire(0)
      await t.db.execute(
        sql`update alarm set source = '乙来源', detail = '丙主机一区' where id = ${(await scene.open()).id}`,
      )
      const row = await scene.open()
      const list = (input: object) =>
        scene.send('zongdui', alarm.list, { buildingId: '', ...input } as never) as Promise<{
          code: number
          data: { list: AlarmRow[] }
        }>
      const isFound = async (search: string) =>
        (await list({ open: 1, search })).data.list.some(({ id }) => id === row.id)
      const { buildingName, address, source, detail, deviceName, deviceNo, floor, zone, descript } = row
      const shown = [buildingName, address, source, detail, deviceName, deviceNo, floor, zone, descript]
      const missing = async () => {
        const found = await Promise.all(shown.map(async (words) => [words, await isFound(words!)] as const))
        return found.filter(([, is]) => !is).map(([words]) => words)
      }
      expect(shown).not.toContain(null)
      expect(await missing()).toEqual([])
      expect(await isFound(`${address} ${floor} ${deviceNo!.toLowerCase()}`)).toBe(true)
      expect(await isFound(`${address} 18层`)).toBe(false)
      expect(await isFound(`${'甲街 '.repeat(5)} 18层`)).toBe(true)
      await t.db.execute(sql`delete from alarm_event where alarm_id = ${row.id}`)
      expect(await missing()).toEqual([])
      for (const open of [{}, { open: 0 }])
        expect(await list({ ...open, search: '甲街' })).toMatchObject({ code: 400, errors: { search: /未结束/ } })
    }),
  )

  test(
    'is raised by the first fire of a building, joined by later ones, and raised again after a verdict',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 10 * MINUTE)
      const [first] = await scene.list()
      expect(first).toMatchObject({
        state: 'new',
        isOpen: true,
        kind: 'fire',
        priority: 2,
        buildingId: String(scene.id),
        deviceId: String(scene.points[0]!.id),
        events: 1,
        points: 1,
        alarmTime: scene.wire(10 * MINUTE),
      })
      await scene.fire(1, 9 * MINUTE)
      await scene.fire(1, 12 * MINUTE)
      const joined = await scene.list()
      expect(joined).toHaveLength(1)
      expect(joined[0]).toMatchObject({
        id: first!.id,
        priority: 1,
        events: 3,
        points: 2,
        alarmTime: scene.wire(12 * MINUTE),
        deviceId: String(scene.points[1]!.id),
        lastTime: scene.wire(9 * MINUTE),
      })
      expect((await scene.send('unit01', alarm.verdict, { id: first!.id, verdict: 1 })).code).toBe(200)
      await scene.fire(0)
      const list = await scene.list()
      expect(list.map(({ id, state }) => [id === first!.id, state])).toEqual([
        [false, 'new'],
        [true, 'judged'],
      ])
    }),
  )

  test(
    'is acknowledged and judged with a note, and shows each decision with its author and time',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire()
      const { id } = await scene.open()
      const acked = await scene.send('wuye01', alarm.ack, { id, note: '马上到' })
      expect([acked.code, acked.message]).toEqual([200, '已响应'])
      expect(await scene.open()).toMatchObject({ state: 'acked', ackBy: '潘丽华' })
      t.clock.pass(MINUTE)
      expect((await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工粉尘' })).code).toBe(200)
      const { data } = await scene.send('jingan', alarm.one, { id })
      expect(data as AlarmDetail).toMatchObject({
        verdict: 1,
        isOpen: false,
        judgeBy: '方思齐',
        judgeRank: 2,
        note: '施工粉尘',
        records: [{ state: 1 }],
        acts: [
          { act: 'verdict', verdict: 1, by: '方思齐', note: '施工粉尘', isLate: false },
          { act: 'ack', by: '潘丽华', note: '马上到' },
        ],
      })
      expect(await scene.records()).toMatchObject([{ state: 1, by: '方思齐', rank: 2 }])
    }),
  )

  test(
    'judged before its device was reset is closed by the end, as in the other order',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const fire = await scene.fire(0, 5 * MINUTE)
      const { id } = await scene.open()
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      expect(await scene.open()).toMatchObject({ state: 'judged', endTime: null })
      await scene.report({ pointNumber: fire.pointNumber, phase: 'end', time: scene.wire(MINUTE) })
      expect(await scene.open()).toMatchObject({ id, state: 'closed', verdict: 1, endTime: scene.wire(MINUTE) })
    }),
  )

  test(
    'of two devices is closed only once both have ended',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const fires = [await scene.fire(0, 5 * MINUTE), await scene.fire(1, 4 * MINUTE)]
      const { id } = await scene.open()
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      const states: string[] = []
      for (const { pointNumber } of fires) {
        await scene.report({ pointNumber, phase: 'end', time: scene.wire(MINUTE) })
        states.push((await scene.open()).state)
      }
      expect(states).toEqual(['judged', 'closed'])
    }),
  )

  test(
    'judged by a unit has the same problems and score as one handled by the provider',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 25 * 60 * MINUTE)
      await reEvaluateDue(t.db, t.clock.now())
      const unsolved = async () =>
        one<{ n: number }>(
          t.db,
          sql`select count(*)::int as n from problem where building_id = ${scene.id} and cause = 'alarm-unhandled' and solved_at is null`,
        )
      const deducted = async () =>
        one<{ found: boolean }>(
          t.db,
          sql`select coalesce(items::text like '%fire-unhandled%', false) as found from score_day where building_id = ${scene.id} order by day desc limit 1`,
        )
      expect([(await unsolved()).n, (await deducted()).found]).toEqual([1, true])
      const { id } = await scene.open()
      await scene.send('unit01', alarm.verdict, { id, verdict: 4 })
      expect((await unsolved()).n).toBe(0)
      expect((await deducted()).found).toBe(false)
    }),
  )

  test(
    'of an electrical monitor is separate from the fire alarm',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire()
      const monitor = await scene.addPoint('E-12', 12)
      await scene.report({ pointNumber: monitor.number, kind: 'fault', time: scene.wire(0) })
      const list = await scene.list()
      expect(list.map(({ kind, priority }) => [kind, priority])).toEqual([
        ['fire', 2],
        ['electrical', 3],
      ])
      await scene.send('unit01', alarm.verdict, { id: list[1]!.id, verdict: 1 })
      expect((await scene.list()).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
        ['fire', true],
        ['electrical', false],
      ])
    }),
  )

  test(
    'that is real stays first among the open ones and counts its device as in alarm until its end is reported',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const counted = async () => {
        const { data } = await scene.send('jingan', authority.fireAlarm, AREA)
        return (data as { alarmEquipmentNumber: number }).alarmEquipmentNumber
      }
      const quiet = await counted()
      const fire = await scene.fire(0, 5 * MINUTE)
      const { id } = await scene.open()
      expect(await counted()).toBe(quiet + 1)
      await scene.report({ ...fire, state: 2, handledTime: scene.wire(MINUTE) })
      expect([await counted(), await scene.open()]).toMatchObject([quiet + 1, { id, isOpen: true, verdict: 2 }])
      await scene.send('jingan', alarm.verdict, { id, verdict: 2 })
      await scene.fire(1)
      expect((await scene.list()).map(({ verdict }) => verdict)).toEqual([2, null])
      expect(await counted()).toBe(quiet + 2)
      await scene.report({ pointNumber: fire.pointNumber, phase: 'end', time: scene.wire(0) })
      expect(await counted()).toBe(quiet + 1)
      const { data } = await scene.send('unit01', alarm.one, { id })
      expect(data).toMatchObject({ state: 'closed', isOpen: false, endTime: scene.wire(0) })
    }),
  )

  test(
    'that is a fire comes before electrical ones; one silent for a day comes after acknowledged ones',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const monitor = await scene.addPoint('E-12-order', 12)
      const others = await t.db.execute<{ id: number }>(sql`
        select b.id::int as id from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
        join account a on a.unit_id = u.unit_id and a.account = 'unit01' where b.id <> ${scene.id} order by b.id limit 3`)
      const mine = sql`(select building_id from building_unit where unit_id = (select unit_id from account where account = 'unit01'))`
      await t.db.execute(sql`delete from alarm where building_id in ${mine}`)
      await scene.fire(0)
      await scene.report({ pointNumber: monitor.number, kind: 'fault' })
      const raise = (building: number, hoursAgo: number, acked: boolean, verdict: number | null) => {
        const at = new Date(t.clock.now().getTime() - hoursAgo * 60 * MINUTE).toISOString()
        return t.db.execute(sql`
          insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, acked_at, verdict, judged_at)
          values (${building}, 'fire', 2, ${at}, ${at}, ${at}, ${acked ? at : null}, ${verdict}, ${verdict === null ? null : at})`)
      }
      const [old, seen, real] = others.rows.map(({ id }) => id)
      await raise(old!, 25, false, null)
      await raise(seen!, 2, true, null)
      await raise(real!, 72, true, 2)
      const { data } = await scene.send('unit01', alarm.list, { open: '1' })
      expect((data as { list: AlarmRow[] }).list.map(({ buildingId, kind }) => [buildingId, kind])).toEqual([
        [String(real), 'fire'],
        [String(scene.id), 'fire'],
        [String(seen), 'fire'],
        [String(old), 'fire'],
        [String(scene.id), 'electrical'],
      ])
    }),
  )

  test(
    'of an unknown building is seen and judged by the city authority alone, one open alarm per sender',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const fires = (minutes: number) => [
        {
          source: '未登记的传输装置 119',
          detail: null,
          occurredAt: new Date(t.clock.now().getTime() - minutes * MINUTE),
        },
      ]
      await raiseUnplaced(t.db, fires(2), t.clock.now())
      await raiseUnplaced(t.db, fires(5), t.clock.now())
      const seen = async (account: string) => {
        const { data } = await scene.send(account, alarm.list, { open: '1', pageSize: 100 })
        return (data as { list: AlarmRow[] }).list.filter(({ buildingId }) => buildingId === null)
      }
      const [own] = await seen('zhidui')
      expect(own).toMatchObject({ source: '未登记的传输装置 119', events: 2, alarmTime: scene.wire(5 * MINUTE) })
      expect([await seen('zongdui'), await seen('jingan'), await seen('unit01')]).toMatchObject([
        [{ id: own!.id }],
        [],
        [],
      ])
      expect((await scene.send('jingan', alarm.one, { id: own!.id })).code).toBe(404)
      expect((await scene.send('zhidui', alarm.verdict, { id: own!.id, verdict: 4, note: '调试' })).code).toBe(200)
      await raiseUnplaced(t.db, fires(0), t.clock.now())
      expect((await seen('zhidui')).map(({ id }) => id)).not.toContain(own!.id)
    }),
  )

  test(
    'is raised for open records that were stored without one',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 3 * MINUTE)
      const fire = await scene.fire(1, 2 * MINUTE)
      await scene.report({ ...fire, state: 2, handledTime: scene.wire(MINUTE), handledBy: '值班员' })
      await t.db.execute(sql`delete from alarm where building_id = ${scene.id}`)
      expect(await raiseMissingAlarms(t.db, t.clock.now())).toBe(2)
      expect(await raiseMissingAlarms(t.db, t.clock.now())).toBe(0)
      const row = await scene.open()
      expect(row).toMatchObject({ state: 'new', events: 2, points: 2, alarmTime: scene.wire(3 * MINUTE) })
      const { data } = await scene.send('unit01', alarm.one, { id: row.id })
      expect((data as AlarmDetail).acts).toMatchObject([{ act: 'verdict', verdict: 2, rank: 1, by: '值班员' }])
    }),
  )

  test(
    'is not raised for records of a building that was deleted',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire()
      await t.db.execute(sql`delete from building where id = ${scene.id}`)
      expect(await raiseMissingAlarms(t.db, t.clock.now())).toBe(0)
    }),
  )

  test(
    'is referenced by its records, by the problem it causes and by the device in the drill-down',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 25 * 60 * MINUTE)
      await reEvaluateDue(t.db, t.clock.now())
      const { id } = await scene.open()
      const where = { buildingId: String(scene.id), currentPage: 1, pageSize: 100 }
      const named = async () => {
        const fires = await scene.send('unit01', record.fires, {
          ...where,
          apiId: 1,
          relationId: String(scene.id),
        } as never)
        const problems = await scene.send('unit01', problem.facilityList, where)
        const run = await scene.send('unit01', problem.runList, where)
        const devices = await scene.send('unit01', dashboard.fireAlarmList, { ...where, type: 1 } as never)
        return [fires, problems, run, devices].map(({ data }) =>
          (data as { list: { alarmId: string | null }[] }).list.flatMap(({ alarmId }) => alarmId ?? []),
        )
      }
      expect(await named()).toEqual([[id], [id], [id], [id]])
      await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
      expect(await named()).toEqual([[id], [], [], []])
    }),
  )

  test(
    'keeps the device names of the time of the report when points are renamed or deleted',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0, 5 * MINUTE)
      const seen = async () => {
        const row = await scene.open()
        const { data } = await scene.send('unit01', alarm.one, { id: row.id })
        const names = ({ deviceNo, deviceName, floor, zone, descript }: AlarmRow | AlarmDetail['records'][number]) => ({
          deviceNo,
          deviceName,
          floor,
          zone,
          descript,
        })
        return [names(row), ...(data as AlarmDetail).records.map(names)]
      }
      const before = await seen()
      expect(before[0]!.deviceName).not.toBeNull()
      const { id } = scene.points[0]!
      await t.db.execute(sql`
        update point set device_no = 'X-1', device_name = '改名', floor = '9', zone = '改', descript = '改' where id = ${id}`)
      expect(await seen()).toEqual(before)
      await scene.send('unit01', alarm.verdict, { id: (await scene.open()).id, verdict: 1 })
      expect((await scene.send('unit01', point.delete, { id })).code).toBe(200)
      expect(await seen()).toEqual(before)
    }),
  )
})
