import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import { delivery, type DeliveryRow } from '#contract/delivery.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { organ } from '#contract/organ.ts'
import { toWireTime } from '#contract/time.ts'
import { alarmScene } from '../../support/alarm-scene.ts'
import { elapse, work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))

const DISTRICT = '13700000009'
const CITY = '13700000008'

/** A building whose units have no phone. */
async function emptyScene(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`delete from duty_contact`)
  await t.db.execute(sql`update unit set safe_manager_phone = null, safe_duty_phone = null, contacts_phone = null
    where id in (select unit_id from building_unit where building_id = ${scene.id})`)
  const contact = (account: string, phone: string) =>
    scene.send(account, dutyContact.save, { rank: 1, name: '值班', phone } as never)
  const ledger = async (account = 'zhidui') =>
    (
      (await scene.send(account, delivery.list, { buildingId: String(scene.id), pageSize: 100 })).data as {
        list: DeliveryRow[]
      }
    ).list
  return { scene, contact, ledger }
}

const told = (t: TestApi) => t.alerted.splice(0).map(({ channel, phone }) => `${channel} ${phone.slice(-1)}`)

describe('a fire whose building has no duty contact', () => {
  test(
    'reaches the district at once, and again if it is not acknowledged in time',
    city.undone(async (t) => {
      const { scene, contact } = await emptyScene(t)
      await contact('jingan', DISTRICT)
      await contact('zhidui', CITY)
      await scene.fire()
      await work(t)
      expect(t.alerted[0]?.text).toContain('单位无值班联系人，请立即跟进')
      expect(told(t)).toEqual(['sms 9'])
      await elapse(t, 100)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 80)
      await work(t)
      expect(t.alerted[0]?.text).toContain('单位3分钟未确认')
      expect(told(t)).toEqual(['sms 9'])
      await elapse(t, 130)
      await work(t)
      expect(told(t)).toEqual([])
      await elapse(t, 600)
      await work(t)
      expect(told(t)).toEqual(['sms 8'])
    }),
  )

  test(
    'reaches the district once if it acknowledges',
    city.undone(async (t) => {
      const { scene, contact } = await emptyScene(t)
      await contact('jingan', DISTRICT)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 9'])
      await scene.send('jingan', alarm.ack, { id: (await scene.open('jingan')).id })
      await elapse(t, 200)
      await work(t)
      expect(told(t)).toEqual([])
    }),
  )

  test(
    'reaches the city at once if its district has none either',
    city.undone(async (t) => {
      const { scene, contact, ledger } = await emptyScene(t)
      await contact('zhidui', CITY)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 8'])
      for (const seconds of [45, 45, 90, 120]) {
        await elapse(t, seconds)
        await work(t)
      }
      expect(told(t)).toEqual([])
      expect((await ledger()).map(({ channel }) => channel)).toEqual(['sms'])
      await elapse(t, 600)
      await work(t)
      expect(told(t)).toEqual(['sms 8'])
    }),
  )

  test(
    'reaches the district even if its steps are found after fifteen minutes',
    city.undone(async (t) => {
      const { scene, contact } = await emptyScene(t)
      await contact('jingan', DISTRICT)
      await scene.fire()
      await elapse(t, 1000)
      await work(t)
      expect(told(t)).toEqual(['sms 9'])
    }),
  )

  test(
    'reaches the city’s contacts even if none of them is on duty at this hour',
    city.undone(async (t) => {
      const { scene } = await emptyScene(t)
      const [hoursFrom, hoursTo] = [2, 3].map((hours) => scene.wire(-hours * 3_600_000).slice(11, 16))
      await scene.send('zhidui', dutyContact.save, { rank: 1, name: '值班', phone: CITY, hoursFrom, hoursTo } as never)
      await scene.send('jingan', dutyContact.save, {
        rank: 1,
        name: '值班',
        phone: DISTRICT,
        hoursFrom,
        hoursTo,
      } as never)
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual(['sms 8'])
    }),
  )

  test(
    'is recorded as told to none if the city has none either, until one is added',
    city.undone(async (t) => {
      const { scene, contact, ledger } = await emptyScene(t)
      const channels = async (account: string) =>
        (await scene.send(account, delivery.channels, {})).data as OutputOf<typeof delivery.channels>
      await scene.fire()
      await work(t)
      expect(told(t)).toEqual([])
      for (const account of ['zhidui', 'jingan', 'unit01'])
        expect(await ledger(account)).toMatchObject([
          {
            channel: 'none',
            recipient: '无',
            result: 'undelivered',
            isUndelivered: true,
            isResendable: false,
            error: '各级均无值班联系人',
            text: expect.stringContaining('火警无人可通知：'),
          },
        ])
      expect(await channels('jingan')).toEqual({ failing: [], isAllFailing: false, isUnreached: true })
      expect(await channels('unit02')).toMatchObject({ isUnreached: false })
      const { rows } = await t.db.execute(sql`select outcome from alarm_step where done_at is not null`)
      expect(rows).toEqual([{ outcome: 'unreached' }])
      await contact('jingan', DISTRICT)
      await elapse(t, 45)
      await work(t)
      expect(told(t)).toEqual(['sms 9'])
      expect(await channels('jingan')).toMatchObject({ isUnreached: false })
      expect((await ledger()).map(({ channel }) => channel)).toEqual(['sms', 'none'])
    }),
  )
})

test(
  'the next call of a second wave is its own, although the first was acknowledged',
  city.undone(async (t) => {
    const { scene, contact } = await emptyScene(t)
    await contact('unit01', '13700000001')
    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    await scene.fire()
    await work(t)
    const { id } = await scene.open()
    await scene.send('unit01', alarm.ack, { id })
    const next = async () => ((await scene.send('unit01', alarm.one, { id })).data as AlarmDetail).nextCall
    expect(await next()).toMatchObject({ to: 'contact', time: await dueOf(t, 1, 300) })
    await elapse(t, 660)
    await t.db.execute(sql`update point set floor = '19层' where id = ${scene.points[2]!.id}`)
    await scene.fire(2)
    await work(t)
    expect(await scene.open()).toMatchObject({ id, wave: 2, state: 'acked', callTime: scene.wire(0) })
    expect(await next()).toMatchObject({ to: 'contact', time: await dueOf(t, 2, 45) })
    await scene.send('unit01', alarm.ack, { id })
    expect(await next()).toMatchObject({ to: 'contact', time: await dueOf(t, 2, 300) })
  }),
)

async function dueOf(t: TestApi, wave: number, seconds: number): Promise<string> {
  const { rows } = await t.db.execute<{ at: number }>(sql`
    select round(extract(epoch from due_at) * 1000)::float8 as at from alarm_step where wave = ${wave} and step = 0`)
  return toWireTime(new Date(rows[0]!.at + seconds * 1000))
}

test(
  'a district without duty contacts is replaced by the city when its turn comes; the unit’s times are unchanged',
  city.undone(async (t) => {
    const { scene, contact } = await emptyScene(t)
    await contact('zhidui', CITY)
    await contact('unit01', '13700000001')
    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    const heard: string[][] = []
    await scene.fire()
    for (const seconds of [0, 45, 45, 90, 120]) {
      await elapse(t, seconds)
      await work(t)
      heard.push(told(t))
    }
    expect(heard).toEqual([['sms 1'], ['sms 1', 'voice 1'], [], ['sms 8'], ['sms 1']])
  }),
)

test(
  'the home names districts and connected buildings without duty contacts, with as many rows as it counts',
  city.undone(async (t) => {
    const { scene, contact } = await emptyScene(t)
    const duty = async (account: string) =>
      (await scene.send(account, dashboard.duty, {})).data as OutputOf<typeof dashboard.duty>
    await contact('zhidui', CITY)
    const { contactless, isContactless } = await duty('zhidui')
    expect(isContactless).toBe(false)
    expect(contactless.buildings).toBeGreaterThan(0)
    const organs = (await scene.send('zhidui', organ.list, {})).data as OutputOf<typeof organ.list>
    const without = organs.filter((one) => one.isContactless)
    expect(without).toHaveLength(contactless.organs)
    expect(without.every(({ level }) => level === 3)).toBe(true)
    const list = async (account: string) =>
      (await scene.send(account, building.list, { condition: 'contactless', pageSize: 100 })).data as OutputOf<
        typeof building.list
      >
    const found = await list('zhidui')
    expect(found.total).toBe(contactless.buildings)
    expect(found.list.map(({ id }) => id)).toContain(String(scene.id))
    await contact('jingan', DISTRICT)
    await contact('unit01', '13700000001')
    expect((await duty('zhidui')).contactless.organs).toBe(contactless.organs - 1)
    expect((await list('zhidui')).list.map(({ id }) => id)).not.toContain(String(scene.id))
    expect(await duty('jingan')).toMatchObject({ isContactless: false, contactless: { organs: 0 } })
  }),
)
