import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import { ingest } from '#contract/ingest.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { alarmScene, MINUTE, one } from '../../support/alarm-scene.ts'
import { openApi } from '../../support/api-context.ts'
import { programOf } from '../../support/provider-program.ts'

const city = await openApi()
afterAll(() => city.close())

describe('the detail of an alarm', () => {
  test(
    'has the provider, the district, other events around it and earlier alarms of its device',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const [device, other] = scene.points
      await scene.fire(0, 300 * MINUTE)
      const earlier = await scene.open()
      await scene.send('unit01', alarm.verdict, { id: earlier.id, verdict: 1 })
      await scene.fire(0, 20 * MINUTE)
      await scene.report(
        { pointNumber: other!.number, kind: 'fault', time: scene.wire(15 * MINUTE) },
        { pointNumber: other!.number, kind: 'shield', time: scene.wire(40 * MINUTE) },
      )
      const { id } = await scene.open()
      const detail = (await scene.send('jingan', alarm.one, { id })).data as AlarmDetail
      const provider = await one<{ name: string; phone: string }>(
        t.db,
        sql`select name, link_man_phone as phone from provider where id = ${FIRST_PROVIDER_ID}`,
      )
      expect(detail).toMatchObject({
        countyNo: '310106',
        providerName: provider.name,
        providerPhone: provider.phone,
        nextCall: null,
        history: [{ alarmId: earlier.id, verdict: 1 }],
      })
      expect(detail.others.map(({ kind, deviceId }) => [kind, deviceId])).toEqual([['fault', String(other!.id)]])
      expect(detail.records.map(({ deviceId }) => deviceId)).toEqual([String(device!.id)])
    }),
  )

  test(
    'has readings of its floor around the moment, oldest first',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      const named = { projectId: scene.project, pointNumber: 'T-evidence' }
      const floor = await one<{ floor: string }>(t.db, sql`select floor from point where id = ${scene.points[0]!.id}`)
      const program = programOf(t, FIRST_PROVIDER_ID)
      await program.call(ingest.registerPoints, {
        items: [{ ...named, deviceNo: 'T-evidence', deviceName: '配电箱测温', deviceType: 17, apiId: 11, ...floor }],
      })
      const readings = [30, 20, 10, 90].map((minutes) => ({
        ...named,
        time: scene.wire(minutes * MINUTE) as never,
        sequence: 0,
        measures: { temperature: minutes },
      }))
      await program.call(ingest.readings, { items: readings })
      await scene.fire(0, 5 * MINUTE)
      const { id } = await scene.open()
      const { curves } = (await scene.send('unit01', alarm.one, { id })).data as AlarmDetail
      const curve = curves.find(({ deviceNo }) => deviceNo === 'T-evidence')
      expect(curve).toMatchObject({ figure: 'temperature', floor: floor.floor })
      expect(curve?.points.map(({ value }) => value)).toEqual([30, 20, 10])
    }),
  )

  test(
    'names whom the policy calls next, until the alarm is judged',
    city.undone(async (t) => {
      const scene = await alarmScene(t)
      await scene.fire(0)
      const { id } = await scene.open()
      await t.db.execute(sql`
        insert into alarm_step (alarm_id, wave, step, kind, plan, due_at)
        values (${Number(id)}, 1, 3, 'call', '{"seconds":180,"send":["sms:district"]}', clock_timestamp() + interval '3 minutes')`)
      const next = async () => ((await scene.send('unit01', alarm.one, { id })).data as AlarmDetail).nextCall
      expect(await next()).toMatchObject({ to: 'district' })
      await scene.send('unit01', alarm.ack, { id })
      expect(await next()).toBeNull()
    }),
  )
})

test(
  'the list is narrowed by result; 0 means undecided',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await scene.fire(0, 30 * MINUTE)
    const first = await scene.open()
    await scene.send('unit01', alarm.verdict, { id: first.id, verdict: 4 })
    await scene.fire(1)
    const ids = async (verdict: 0 | 1 | 4) => {
      const { data } = await scene.send('unit01', alarm.list, { buildingId: String(scene.id), verdict })
      return (data as { list: { id: string }[] }).list.map(({ id }) => id)
    }
    expect(await ids(4)).toEqual([first.id])
    expect(await ids(1)).toEqual([])
    expect(await ids(0)).toHaveLength(1)
    expect(await ids(0)).not.toContain(first.id)
  }),
)
