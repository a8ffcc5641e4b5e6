import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { delivery, type DeliveryRow } from '#contract/delivery.ts'
import { deviceBind } from '#contract/device-bind.ts'
import { type DutyContact, dutyContact } from '#contract/duty-contact.ts'
import { alarmScene, type AlarmScene, leaveToUnit01 } from '../../support/alarm-scene.ts'
import { elapse, work } from '../../support/alert-time.ts'
import type { TestApi } from '../../support/api-context.ts'
import { openPushCity } from '../../support/push-city.ts'
import { pushBrowser } from '../../support/push-service.ts'

const { city, service } = await openPushCity()
const phone = (name: string) => pushBrowser(service.origin, name)

async function contactsOf(scene: AlarmScene, account = 'unit01'): Promise<DutyContact[]> {
  return ((await scene.send(account, dutyContact.list, {})).data as { list: DutyContact[] }).list
}

async function bindLink(scene: AlarmScene, contactId: string): Promise<string> {
  const { data } = await scene.send('unit01', dutyContact.bindLink, { id: contactId })
  const { token, url } = data as { token: string; url: string }
  expect(url).toBe(`https://fire.example.com/b/${token}`)
  return token
}

async function bind(t: TestApi, token: string, browser: ReturnType<typeof phone>) {
  const { body } = await t.call(deviceBind.bind, { token, ...browser.subscription, name: '安卓手机 Chrome' })
  return body as { code: number; message: string }
}

const pushed = (browser: ReturnType<typeof phone>, name: string) =>
  service.taken
    .filter(({ path }) => path === `/${name}`)
    .map(({ body }) => browser.read(body) as ReturnType<typeof browser.read> & { token: string; title: string })

test(
  'a contact binds a phone by a link, and acts on an alarm from its notification without an account',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const [contact] = await contactsOf(scene)
    const own = phone('own')
    const token = await bindLink(scene, contact!.id)
    expect((await t.call(deviceBind.show, { token })).body).toMatchObject({
      code: 200,
      data: { contact: contact!.name },
    })
    expect((await bind(t, token, own)).code).toBe(200)
    await work(t)
    expect(pushed(own, 'own')).toMatchObject([{ title: '测试通知' }])
    expect((await contactsOf(scene))[0]!.devices).toMatchObject([
      { name: '安卓手机 Chrome', isLost: false, sentTime: expect.any(String) },
    ])
    // The phone stays bound.
    await t.db.execute(sql`update session set ended_at = now()`)
    service.taken.length = 0

    await scene.fire()
    await work(t)
    const [message] = pushed(own, 'own')
    expect(message).toMatchObject({ url: `/a/${message!.token}`, body: expect.stringContaining('请立即到场核实') })
    expect((await t.call(ackLink.act, { token: message!.token, act: 'ack' })).body.code).toBe(200)
    const judged = await t.call(ackLink.act, { token: message!.token, act: 'verdict', verdict: 1 })
    expect(judged.body).toMatchObject({ code: 200, data: { ackBy: contact!.name, verdict: 1 } })
    const { rows } = await t.db.execute(sql`select contact_id::int as contact from alarm_act order by id desc limit 1`)
    expect(rows).toEqual([{ contact: Number(contact!.id) }])
    await elapse(t, 10)
    await work(t)
    expect(pushed(own, 'own').at(-1)).toMatchObject({
      title: expect.stringContaining('误报'),
      body: expect.stringContaining('无需到场'),
    })
  }),
)

test(
  'a link binds one phone once within a day; a repeated request and no other succeeds',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const [contact] = await contactsOf(scene)
    const former = await bindLink(scene, contact!.id)
    const token = await bindLink(scene, contact!.id)
    expect((await bind(t, former, phone('own'))).code).toBe(404)
    expect((await bind(t, token, phone('own'))).code).toBe(200)
    const own = phone('own')
    expect((await bind(t, token, own)).code).toBe(200)
    expect((await bind(t, token, phone('other'))).message).toContain('链接已失效')
    expect((await t.call(deviceBind.show, { token })).body.code).toBe(404)
    const late = await bindLink(scene, contact!.id)
    t.clock.pass(25 * 3_600_000)
    expect((await bind(t, late, phone('other'))).code).toBe(404)
    expect((await contactsOf(scene))[0]!.devices).toHaveLength(1)
  }),
)

test(
  'an unbound phone gets no more alarms, and its notifications permit nothing; another unit cannot unbind it',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const [contact] = await contactsOf(scene)
    const own = phone('own')
    await bind(t, await bindLink(scene, contact!.id), own)
    await scene.fire()
    await work(t)
    const { token } = pushed(own, 'own').at(-1)!
    const { id } = (await contactsOf(scene))[0]!.devices[0]!
    expect((await scene.send('unit02', dutyContact.unbind, { id })).code).toBe(404)
    expect((await scene.send('unit02', dutyContact.bindLink, { id: contact!.id })).code).toBe(404)
    expect((await scene.send('unit01', dutyContact.unbind, { id })).code).toBe(200)
    expect((await t.call(ackLink.act, { token, act: 'ack' })).body.code).toBe(404)
    service.taken.length = 0
    await elapse(t, 200)
    await work(t)
    expect(pushed(own, 'own')).toEqual([])
    expect((await contactsOf(scene))[0]!.devices).toEqual([])
  }),
)

test(
  'a phone that its push service no longer knows is shown as lost, and the message as undelivered',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const [contact] = await contactsOf(scene)
    await bind(t, await bindLink(scene, contact!.id), phone('own'))
    await work(t)
    service.status = 410
    await scene.fire()
    await work(t)
    expect((await contactsOf(scene))[0]!.devices).toMatchObject([{ isLost: true }])
    const { list } = (await scene.send('unit01', delivery.list, {})).data as { list: DeliveryRow[] }
    expect(list.filter(({ channel }) => channel === 'push')).toMatchObject([
      { isUndelivered: true },
      { state: 'accepted' },
    ])
  }),
)

test(
  'the test message reaches the phone number and the bound phones',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const [contact] = await contactsOf(scene)
    const own = phone('own')
    await bind(t, await bindLink(scene, contact!.id), own)
    await work(t)
    service.taken.length = 0
    await scene.send('unit01', dutyContact.test, { id: contact!.id })
    await work(t)
    expect(t.alerted.at(-1)).toMatchObject({ channel: 'sms', phone: contact!.phone })
    expect(pushed(own, 'own')).toMatchObject([{ title: '测试通知', body: expect.stringContaining('收到即可') }])
  }),
)

test(
  'a contact in charge of one building is called for that building only; without one in charge all are called',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
      select b.id, b.name from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit01' where b.id <> ${scene.id} order by b.id limit 1`)
    const other = rows[0]!
    await t.db.execute(sql`delete from duty_contact`)
    const add = (rank: number, phoneNumber: string, buildingIds: string[]) =>
      scene.send('unit01', dutyContact.save, { rank, name: `联系人${rank}`, phone: phoneNumber, buildingIds })
    expect((await add(1, '13700000001', [other.id])).code).toBe(200)
    expect((await add(2, '13700000002', [String(scene.id)])).code).toBe(200)
    expect((await contactsOf(scene))[0]).toMatchObject({ buildings: [{ id: String(other.id), name: other.name }] })
    const foreign = await t.db.execute<{ id: string }>(sql`select b.id from building b where not exists (select 1
      from building_unit u join account a on a.unit_id = u.unit_id and a.account = 'unit01' where u.building_id = b.id) limit 1`)
    expect((await add(3, '13700000003', [foreign.rows[0]!.id])).code).toBe(404)

    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    await leaveToUnit01(t, scene.id)
    await scene.fire()
    await work(t)
    expect(t.alerted.map(({ phone: number }) => number)).toEqual(['13700000002'])
    const [, second] = await contactsOf(scene)
    await scene.send('unit01', dutyContact.remove, { id: second!.id })
    await elapse(t, 45)
    await work(t)
    expect(new Set(t.alerted.map(({ phone: number }) => number))).toEqual(new Set(['13700000002', '13700000001']))
  }),
)

test(
  'reading the contacts creates none: a unit has them from its information, or from its first alarm',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await t.db.execute(sql`delete from duty_contact`)
    expect(await contactsOf(scene)).toEqual([])
    const count = async () =>
      (await t.db.execute<{ n: number }>(sql`select count(*)::int as n from duty_contact`)).rows[0]!.n
    expect(await count()).toBe(0)
    await scene.fire()
    await work(t)
    expect(await count()).toBeGreaterThan(0)
    expect((await contactsOf(scene)).length).toBeGreaterThan(0)
  }),
)
