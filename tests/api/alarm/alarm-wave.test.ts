import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { alarmScene, MINUTE, type AlarmScene } from '../../support/alarm-scene.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

async function stateOf(t: TestApi, scene: AlarmScene) {
  const { rows } = await t.db.execute<Record<string, unknown>>(sql`
    select wave, fresh, priority, proposal, (select json_agg(kind order by wave, step) from alarm_step where alarm_id = alarm.id) as steps
    from alarm where building_id = ${scene.id} order by id desc limit 1`)
  return rows[0]
}

/** Only the named one is elsewhere. */
async function flat(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`update point set floor = '1层', zone = 'A' where building_id = ${scene.id}`)
  await t.db.execute(sql`update building set building_type = null, height_id = 1 where id = ${scene.id}`)
  await t.db.execute(
    sql`update unit set type = 2 where id in (select unit_id from building_unit where building_id = ${scene.id})`,
  )
  return scene
}

describe('the waves of an alarm', () => {
  test(
    'begin with the first fresh fire, and again on another floor, but not for the same place',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, fresh: true, priority: 3, steps: ['call'] })
      t.clock.pass(4 * MINUTE)
      await scene.fire(1)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, steps: ['call'] })
      await t.db.execute(sql`update point set floor = '9层' where id = ${scene.points[2]!.id}`)
      t.clock.pass(4 * MINUTE)
      await scene.fire(2)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 2, steps: ['call', 'call'] })
    }),
  )

  test(
    'begin again at once if the earlier wave was acknowledged, and after ten silent minutes',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      await t.db.execute(sql`update point set floor = '9层' where id = ${scene.points[1]!.id}`)
      t.clock.pass(30_000)
      await scene.fire(1)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, priority: 1 })
      await t.db.execute(sql`update point set floor = '10层' where id = ${scene.points[2]!.id}`)
      await scene.send('unit01', alarm.ack, { id: (await scene.open()).id })
      await scene.fire(2)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 2 })
      t.clock.pass(11 * MINUTE)
      await scene.fire(0)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 3 })
    }),
  )

  test(
    'do not begin again for an unregistered device that reported before, but for another',
    city.undone(async (t) => {
      const scene = await flat(t)
      const report = () => scene.report({ pointNumber: 'unregistered-1', sequence: scene.nextSequence() })
      await report()
      await scene.send('unit01', alarm.ack, { id: (await scene.open()).id })
      t.clock.pass(3 * MINUTE)
      await report()
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1 })
      await scene.report({ pointNumber: 'unregistered-2', sequence: scene.nextSequence() })
      expect(await stateOf(t, scene)).toMatchObject({ wave: 2 })
    }),
  )

  test(
    'show their time, and the newest place, until this call is acknowledged',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      const first = await scene.open()
      expect(first).toMatchObject({ state: 'new', callTime: scene.wire(0), newest: null, floors: [] })
      await scene.send('unit01', alarm.ack, { id: first.id })
      expect(await scene.open()).toMatchObject({ state: 'acked', callTime: null })
      await t.db.execute(sql`update point set floor = '17层', zone = '北区' where id = ${scene.points[1]!.id}`)
      t.clock.pass(MINUTE)
      await scene.fire(1)
      const again = {
        callTime: scene.wire(0),
        floor: '1层',
        floors: ['17层', '1层'],
        newest: { deviceId: String(scene.points[1]!.id), floor: '17层', zone: '北区', alarmTime: scene.wire(0) },
      }
      expect(await scene.open()).toMatchObject({ state: 'acked', ...again })
      await scene.send('unit01', alarm.ack, { id: first.id })
      expect(await scene.open()).toMatchObject({ ...again, state: 'acked', callTime: null })
      await scene.fire(2)
      await scene.send('unit01', alarm.verdict, { id: first.id, verdict: 2, note: '' })
      expect(await scene.open()).toMatchObject({ state: 'judged', callTime: null })
    }),
  )

  test(
    'leave a fire before an electrical alarm, acknowledged or called again',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      const { id } = await scene.open()
      await scene.send('unit01', alarm.ack, { id })
      const monitor = await scene.addPoint('E-12-order', 12)
      await scene.report({ pointNumber: monitor.number, kind: 'fault' })
      const order = async () => (await scene.list()).map(({ kind }) => kind)
      expect(await order()).toEqual(['fire', 'electrical'])
      await t.db.execute(sql`update point set floor = '17层' where id = ${scene.points[1]!.id}`)
      t.clock.pass(MINUTE)
      await scene.fire(1)
      expect(await order()).toEqual(['fire', 'electrical'])
    }),
  )

  test(
    'put the fire that reported last first among its like',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      const { id: earlier } = await scene.open()
      await t.db.execute(sql`update alarm set building_id = (
        select bu.building_id from building_unit bu join account a on a.unit_id = bu.unit_id and a.account = 'unit01'
        where bu.kind = 'bound' and bu.building_id <> ${scene.id} order by 1 limit 1) where id = ${earlier}`)
      t.clock.pass(MINUTE)
      await scene.fire(1)
      const { id: later } = await scene.open()
      const order = async () => {
        const { data } = await scene.send('unit01', alarm.list, { open: 1 })
        const { list } = data as { list: readonly { id: string }[] }
        return list.map(({ id }) => id).filter((id) => [earlier, later].includes(id))
      }
      expect(await order()).toEqual([later, earlier])
      const again = new Date(t.clock.now().getTime() + MINUTE).toISOString()
      await t.db.execute(sql`update alarm set last_at = ${again} where id = ${earlier}`)
      expect(await order()).toEqual([earlier, later])
    }),
  )

  test(
    'begin for an alarm of days ago with the place of the fresh fire',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0, 5 * 24 * 60 * MINUTE)
      expect(await scene.open()).toMatchObject({ callTime: null, newest: null })
      await t.db.execute(sql`update point set floor = '17层' where id = ${scene.points[1]!.id}`)
      t.clock.pass(MINUTE)
      await scene.fire(1)
      expect(await scene.open()).toMatchObject({ callTime: scene.wire(0), floor: '1层', newest: { floor: '17层' } })
    }),
  )

  test(
    'are absent from a replayed backlog, which leaves a digest, until a fresh fire comes',
    city.undone(async (t) => {
      const scene = await flat(t)
      for (const ago of [40, 30, 20]) await scene.fire(0, ago * MINUTE)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 0, fresh: false, steps: ['digest'] })
      expect(await scene.open()).toMatchObject({ wave: 0, isFresh: false })
      await scene.fire(0)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, fresh: true, steps: ['digest', 'call'] })
    }),
  )

  test(
    'are absent from a fire replayed into an undecided alarm of days ago, which leaves a digest too',
    city.undone(async (t) => {
      const scene = await flat(t)
      await scene.fire(0)
      await scene.send('unit01', alarm.ack, { id: (await scene.open()).id })
      t.clock.pass(3 * 24 * 60 * MINUTE)
      await scene.fire(1, 20 * MINUTE)
      await scene.fire(2, 19 * MINUTE)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, steps: ['call', 'digest'] })
    }),
  )

  test(
    'are absent during announced work, except for manual call points',
    city.undone(async (t) => {
      const scene = await flat(t)
      await t.db.execute(sql`
        insert into shelf (building_id, reason, from_at, until_at, by_name, created_at)
        values (${scene.id}, 'test', ${t.clock.now().toISOString()}::timestamptz - interval '1 minute',
          ${t.clock.now().toISOString()}::timestamptz + interval '1 hour', '王一', now())`)
      await scene.fire(0)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 0, fresh: true, proposal: 4, steps: null })
      await t.db.execute(sql`update point set device_type = 23 where id = ${scene.points[1]!.id}`)
      await scene.fire(1)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 1, priority: 1, proposal: null, steps: ['call'] })
    }),
  )

  test(
    'do not begin for a point that fires three times in a minute',
    city.undone(async (t) => {
      const scene = await flat(t)
      await t.db.execute(sql`update point set device_type = 23 where id = ${scene.points[0]!.id}`)
      await scene.fire(0)
      t.clock.pass(3 * MINUTE)
      await scene.fire(0, 20_000)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 2 })
      await scene.fire(0, 10_000)
      await scene.fire(0)
      t.clock.pass(3 * MINUTE)
      await scene.fire(0)
      expect(await stateOf(t, scene)).toMatchObject({ wave: 2 })
    }),
  )
})
