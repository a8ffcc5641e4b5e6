import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { message } from '#contract/message.ts'
import { shelf, type ShelfRow } from '#contract/shelf.ts'
import { closeShelves } from '#server/evaluation/close-shelves.ts'
import { alarmScene, MINUTE, type AlarmScene } from '../../support/alarm-scene.ts'
import { work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const HOUR = 60 * MINUTE

async function scene(t: TestApi) {
  const of = await alarmScene(t)
  await t.db.execute(sql`update point set floor = '1层', zone = 'A' where building_id = ${of.id}`)
  return {
    ...of,
    token: of.token.bind(of),
    create: (account: string, hours: number, more: object = {}) =>
      of.send(account, shelf.create, {
        buildingId: of.id,
        reason: 'test',
        untilTime: of.wire(-hours * HOUR),
        ...more,
      } as never) as Promise<{ code: number; message: string; data: { id: string }; errors?: Record<string, string> }>,
    shelves: async (account = 'unit01', more: object = {}) =>
      (
        (await of.send(account, shelf.list, { buildingId: String(of.id), ...more })) as unknown as {
          data: { list: ShelfRow[]; total: number }
        }
      ).data,
    end: (account: string, id: string) => of.send(account, shelf.end, { id }),
  }
}

const waves = async (t: TestApi, of: Pick<AlarmScene, 'id'>) =>
  (
    await t.db.execute<{ wave: number; proposal: number | null; calls: number }>(sql`
      select wave, proposal, (select count(*)::int from delivery d where d.alarm_id = a.id) as calls
      from alarm a where building_id = ${of.id} order by id`)
  ).rows

describe('announced work', () => {
  test(
    'keeps and marks alarms and calls no person; a real fire can still be confirmed',
    city.undone(async (t) => {
      const of = await scene(t)
      expect(await of.create('unit01', 2, { note: '烟感测试' })).toMatchObject({ code: 200 })
      await of.fire(0)
      await work(t)
      expect(await waves(t, of)).toEqual([{ wave: 0, proposal: 4, calls: 0 }])
      const { id } = await of.open()
      expect(await of.open()).toMatchObject({ state: 'new', isOpen: true, proposal: 4 })
      expect(await of.send('unit01', alarm.verdict, { id, verdict: 2 })).toMatchObject({ code: 200 })
      expect(await of.open()).toMatchObject({ verdict: 2, priority: 1, isOpen: true })
    }),
  )

  test(
    'of a system or a device leaves other alarms to call',
    city.undone(async (t) => {
      const of = await scene(t)
      const reason = { reason: 'maintenance' }
      expect(await of.create('unit01', 2, { ...reason, pointId: of.points[0]!.id })).toMatchObject({ code: 200 })
      await of.fire(0)
      expect(await waves(t, of)).toEqual([{ wave: 0, proposal: 3, calls: 0 }])
      await of.fire(1)
      expect(await waves(t, of)).toMatchObject([{ wave: 1, proposal: null }])
      expect(await of.create('unit01', 3, { systemId: 1 })).toMatchObject({ code: 200 })
      const { list } = await of.shelves()
      expect(list.map(({ systemName, deviceId }) => [systemName, deviceId])).toEqual([
        ['火灾自动报警系统', null],
        [null, String(of.points[0]!.id)],
      ])
    }),
  )

  test(
    'calls about active alarms once its time is over, and notifies its author',
    city.undone(async (t) => {
      const of = await scene(t)
      await of.create('unit01', 1)
      await of.fire(0)
      t.clock.pass(59 * MINUTE)
      expect(await closeShelves(t.deps)).toBe(0)
      t.clock.pass(2 * MINUTE)
      expect(await closeShelves(t.deps)).toBe(1)
      expect(await closeShelves(t.deps)).toBe(0)
      expect(await waves(t, of)).toMatchObject([{ wave: 1, proposal: null }])
      const box = await of.send('unit01', message.list, {})
      const { list } = box.data as { list: { title: string }[] }
      expect(list.filter(({ title }) => title === '检修登记已结束')).toHaveLength(1)
    }),
  )

  test(
    'calls about no alarm that ended at the equipment or that other work covers',
    city.undone(async (t) => {
      const of = await scene(t)
      await of.create('unit01', 1)
      await of.create('unit01', 2)
      const item = await of.fire(0)
      await of.create('unit01', 3, { systemId: 1 })
      t.clock.pass(61 * MINUTE)
      await closeShelves(t.deps)
      expect(await waves(t, of)).toMatchObject([{ wave: 0 }])
      await of.report({ ...item, phase: 'end', time: of.wire(0) })
      t.clock.pass(3 * HOUR)
      await closeShelves(t.deps)
      expect(await waves(t, of)).toMatchObject([{ wave: 0 }])
    }),
  )

  test(
    'calls at its end about a fire that joined an alarm called before it, unless that has ended',
    city.undone(async (t) => {
      const of = await scene(t)
      await t.db.execute(sql`update point set floor = '9层' where id in (${of.points[1]!.id}, ${of.points[2]!.id})`)
      await of.fire(0)
      await of.send('unit01', alarm.ack, { id: (await of.open()).id })
      const during = async (hours: number, later: () => Promise<void>) => {
        const { id } = (await of.create('unit01', hours)).data
        t.clock.pass(5 * MINUTE)
        await later()
        await of.end('unit01', id)
        await closeShelves(t.deps)
        return (await waves(t, of))[0]!.wave
      }
      const once = async () => {
        const item = await of.fire(1)
        t.clock.pass(MINUTE)
        await of.report({ ...item, phase: 'end', time: of.wire(0) })
      }
      expect(await during(1, once)).toBe(1)
      expect(await during(1, async () => void (await of.fire(2)))).toBe(2)
      expect(await during(1, async () => undefined)).toBe(2)
    }),
  )

  test(
    'leaves a called alarm to call again if its verdict is undone',
    city.undone(async (t) => {
      const of = await scene(t)
      await of.fire(0)
      await work(t)
      const { id } = await of.open()
      await of.send('unit01', alarm.verdict, { id, verdict: 1 })
      await of.create('unit01', 1)
      await of.fire(1)
      expect(await waves(t, of)).toMatchObject([{ wave: 1 }, { wave: 0 }])
      await of.send('unit01', alarm.undo, { id, act: 'verdict' })
      expect((await waves(t, of)).at(-1)).toMatchObject({ wave: 1 })
    }),
  )

  test(
    'ends early by a person in scope, once; the next alarm calls',
    city.undone(async (t) => {
      const of = await scene(t)
      const { id } = (await of.create('unit01', 2)).data
      await of.fire(0)
      expect(await of.end('unit02', id)).toMatchObject({ code: 404 })
      expect(await of.end('jingan', id)).toMatchObject({ code: 200 })
      expect(await of.end('unit01', id)).toMatchObject({ code: 200 })
      const [row] = (await of.shelves()).list
      expect(row).toMatchObject({ state: 'ended', endTime: of.wire(0) })
      const { rows } = await t.db.execute(sql`select detail from audit where action = 'shelf.end' order by id limit 1`)
      expect(rows).toMatchObject([{ detail: { shelfId: Number(id), buildingId: of.id } }])
      expect(await closeShelves(t.deps)).toBe(1)
      expect(await waves(t, of)).toMatchObject([{ wave: 1 }])
      const box = await of.send('unit01', message.list, {})
      const { list } = box.data as { list: { title: string }[] }
      expect(list.filter(({ title }) => title === '检修登记已结束')).toHaveLength(1)
    }),
  )

  test(
    'is refused beyond its longest time, in the past, too far ahead, and twice for the same scope',
    city.undone(async (t) => {
      const of = await scene(t)
      const errors = async (hours: number, more: object = {}, account = 'unit01') =>
        (await of.create(account, hours, more)).errors
      expect(await errors(9)).toEqual({ untilTime: '每次最长 8 小时' })
      expect(await errors(73, {}, 'jingan')).toEqual({ untilTime: '每次最长 72 小时' })
      expect(await errors(-1)).toEqual({ untilTime: '结束时间已过，请重新选择' })
      expect(await errors(1, { untilTime: '' })).toEqual({ untilTime: '请选择结束时间' })
      expect(await errors(1, { reason: '' })).toEqual({ reason: '请选择检修原因' })
      expect(await errors(8 * 24, { fromTime: of.wire(-7.9 * 24 * HOUR) })).toEqual({ fromTime: '最多提前 7 天登记' })
      expect(await errors(1, { systemId: 1, pointId: of.points[0]!.id })).toEqual({
        pointId: '系统和点位只能选择一个',
      })
      expect(await of.create('unit01', 1, { systemId: 99 })).toMatchObject({ code: 404 })
      expect(await of.create('unit01', 1, { pointId: 999_999_999 })).toMatchObject({ code: 404 })
      expect(await of.create('unit02', 1)).toMatchObject({ code: 404 })
      expect((await of.shelves()).total).toBe(0)
      expect(await of.create('unit01', 2)).toMatchObject({ code: 200 })
      expect(await of.create('jingan', 3)).toMatchObject({ code: 409 })
      expect(await of.create('unit01', 1, { pointId: of.points[0]!.id })).toMatchObject({ code: 409 })
      expect(await of.create('unit01', 4, { pointId: of.points[0]!.id })).toMatchObject({ code: 200 })
      expect(await of.create('unit01', 4, { fromTime: of.wire(-2 * HOUR) })).toMatchObject({ code: 200 })
    }),
  )

  test(
    'is listed with running entries first, within the scope and by state',
    city.undone(async (t) => {
      const of = await scene(t)
      const { id } = (await of.create('unit01', 1)).data
      await of.end('unit01', id)
      await of.create('unit01', 6, { fromTime: of.wire(-5 * HOUR) })
      await of.create('unit01', 2)
      const { list, total } = await of.shelves()
      expect(list.map(({ state }) => state)).toEqual(['running', 'planned', 'ended'])
      expect(total).toBe(3)
      expect(await of.shelves('jingan', { state: 'running' })).toMatchObject({ total: 1, list: [{ state: 'running' }] })
      expect(await of.send('unit02', shelf.list, { buildingId: String(of.id) })).toMatchObject({ code: 404 })
      await t.db.execute(sql`update building set county = '310101' where id = ${of.id}`)
      const there = await of.send('jingan', shelf.list, {})
      expect((there.data as { list: ShelfRow[] }).list.filter((row) => row.buildingId === String(of.id))).toEqual([])
    }),
  )
})
