import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { auditLog } from '#contract/audit-log.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as calls } from '#contract/building.ts'
import { deviceBind } from '#contract/device-bind.ts'
import { type DutyContact, dutyContact } from '#contract/duty-contact.ts'
import { building } from '#server/schema/building.table.ts'
import { message } from '#server/schema/message.table.ts'
import { alarmScene, type AlarmScene, leaveToUnit01 } from '../../support/alarm-scene.ts'
import { work } from '../../support/alert-time.ts'
import type { TestApi } from '../../support/api-context.ts'
import { openPushCity } from '../../support/push-city.ts'
import { pushBrowser } from '../../support/push-service.ts'
import { PROPOSED, sendJson } from '../../support/register-forms.ts'

const { city, service } = await openPushCity()

const NEW = { rank: 1, name: '李四', phone: '13700000004' }

async function scenario(t: TestApi) {
  const scene = await alarmScene(t)
  await t.db.execute(sql`delete from duty_contact`)
  await leaveToUnit01(t, scene.id)
  await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
  const { data } = await scene.send('unit01', dutyContact.save, { rank: 1, name: '张三', phone: '13700000003' })
  return { scene, id: (data as { id: string }).id }
}

const contactsOf = async (scene: AlarmScene) =>
  ((await scene.send('unit01', dutyContact.list, {})).data as { list: DutyContact[] }).list

const linkOf = async (scene: AlarmScene, id: string) =>
  ((await scene.send('unit01', dutyContact.bindLink, { id })).data as { token: string }).token

const bind = async (t: TestApi, token: string, phone: ReturnType<typeof pushBrowser>) =>
  (await t.call(deviceBind.bind, { token, ...phone.subscription, name: '手机' })).body.code

test(
  'another number unbinds the former phone: it gets no push, and neither its messages nor an open code permit anything',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    const own = pushBrowser(service.origin, 'own')
    expect(await bind(t, await linkOf(scene, id), own)).toBe(200)
    await work(t)
    service.taken.length = 0
    await scene.fire()
    await work(t)
    const { token } = own.read(service.taken[0]!.body) as unknown as { token: string }
    const open = await linkOf(scene, id)
    expect((await scene.send('unit01', dutyContact.save, { ...NEW, id })).code).toBe(200)
    expect((await t.call(ackLink.act, { token, act: 'verdict', verdict: 1 })).body.code).toBe(404)
    expect(await bind(t, open, own)).toBe(404)
    expect(await contactsOf(scene)).toMatchObject([{ name: '李四', devices: [] }])
    service.taken.length = 0
    await scene.fire(1)
    await work(t)
    expect(service.taken).toEqual([])
  }),
)

test(
  'another name with the same number keeps the phone bound',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    await bind(t, await linkOf(scene, id), pushBrowser(service.origin, 'own'))
    await scene.send('unit01', dutyContact.save, { id, rank: 1, name: '张三丰', phone: '13700000003' })
    expect((await contactsOf(scene))[0]!.devices).toHaveLength(1)
  }),
)

test(
  'a contact is tested once a test to the present number was accepted',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    const run = async () => {
      expect((await scene.send('unit01', dutyContact.test, { id })).code).toBe(200)
      expect(await contactsOf(scene)).toMatchObject([{ testedTime: null, testState: 'sending' }])
      await work(t)
    }
    await run()
    expect(await contactsOf(scene)).toMatchObject([{ testedTime: expect.any(String), testState: null }])
    await scene.send('unit01', dutyContact.save, { ...NEW, id })
    expect(await contactsOf(scene)).toMatchObject([{ testedTime: null, testState: null }])
    t.alertFails.add('sms')
    await run()
    t.alertFails.delete('sms')
    expect(await contactsOf(scene)).toMatchObject([{ testedTime: null, testState: 'failed' }])
  }),
)

test(
  'phones that are lost leave room for others',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    await t.db.execute(sql`
      insert into contact_device (contact_id, name, endpoint, p256dh, auth, link_hash, bound_at, lost_at)
      select ${id}::bigint, '手机', 'https://push.example.com/' || n, 'p', 'a', 'h', now(), now() from generate_series(1, 5) n`)
    expect(await bind(t, await linkOf(scene, id), pushBrowser(service.origin, 'own'))).toBe(200)
  }),
)

test(
  'a contact whose building has left is saved without it; the answer names it',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
      select b.id, b.name from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id and a.account = 'unit01' where b.id <> ${scene.id} order by b.id limit 1`)
    const gone = rows[0]!
    const buildingIds = [String(scene.id), gone.id]
    expect((await scene.send('unit01', dutyContact.save, { ...NEW, id, buildingIds })).code).toBe(200)
    await t.db.execute(sql`delete from building_unit where building_id = ${gone.id}`)
    expect((await scene.send('unit01', dutyContact.save, { ...NEW, buildingIds })).code).toBe(404)
    expect(await scene.send('unit01', dutyContact.save, { ...NEW, id, buildingIds })).toMatchObject({
      code: 400,
      errors: { buildingIds: `“${gone.name}”已不在管理范围内，请取消选择` },
    })
    const rest = { ...NEW, id, phone: '13700000005', buildingIds: [String(scene.id)] }
    expect((await scene.send('unit01', dutyContact.save, rest)).code).toBe(200)
  }),
)

test(
  'a contact for one building does not become one for all when it is deleted, and the unit gets a message',
  city.undone(async (t) => {
    const { scene, id } = await scenario(t)
    const token = await scene.token('unit01')
    expect((await sendJson(t, buildingForm.add, PROPOSED, token)).code).toBe(200)
    const [added] = await t.db.select().from(building).where(eq(building.name, PROPOSED.name))
    const own = { ...NEW, buildingIds: [String(added!.id)] }
    expect((await scene.send('unit01', dutyContact.save, own)).code).toBe(200)
    await scene.send('unit01', dutyContact.save, { id, rank: 2, name: '张三', phone: '13700000003' })
    const left = (await contactsOf(scene)).find(({ name }) => name === '李四')!
    await scene.send('unit01', dutyContact.test, { id: left.id })
    expect((await t.call(calls.release, { buildingId: added!.id }, token)).body.code).toBe(200)
    expect(await contactsOf(scene)).toMatchObject([{ name: '张三', rank: 1 }])
    const { data } = await scene.send('zongdui', auditLog.list, { action: 'building.release' })
    expect((data as { list: unknown[] }).list).toContainEqual(
      expect.objectContaining({
        objects: [expect.objectContaining({ kind: '单位' })],
        changes: [
          { field: '次序', before: '1', after: null },
          { field: '值班联系人', before: '李四', after: null },
        ],
      }),
    )
    expect(await t.db.$count(message, eq(message.title, '【值班联系人】李四'))).toBe(1)
    await scene.fire()
    await work(t)
    expect(t.alerted.map(({ phone }) => phone)).toEqual(['13700000003'])
  }),
)
