import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ackLink } from '#contract/ack-link.ts'
import { alarm } from '#contract/alarm.ts'
import { webhook } from '#contract/webhook.ts'
import { forwardMoved } from '#server/content/forward-open-fires.ts'
import { dueWebhooks } from '#server/content/send-webhooks.ts'
import { alarmScene } from '../../support/alarm-scene.ts'
import { tokenOf, work } from '../../support/alert-time.ts'
import { openApi } from '../../support/api-context.ts'

const city = await openApi()
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))
afterAll(() => city.close())

test.each([
  { level: 3, code: 404 },
  { level: 2, code: 200 },
])('the link of a contact at level $level answers $code after its building moved to another district', (of) =>
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
    await t.db.execute(sql`delete from duty_contact`)
    await t.db.execute(sql`
      insert into duty_contact (organ_id, rank, name, phone, created_at, modified_at)
      select id, 1, '值班员', '13700000009', now(), now() from organ
      where level = ${of.level} and (level = 2 or county = '310106')`)
    await scene.fire()
    await t.db.execute(sql`delete from building_unit where building_id = ${scene.id}`)
    await work(t)
    expect(t.alerted).toMatchObject([{ channel: 'sms', phone: '13700000009' }])
    const token = tokenOf(t.alerted[0]!.link)
    expect((await t.call(ackLink.show, { token })).body.code).toBe(200)
    await t.db.execute(sql`update building set county = '310101' where id = ${scene.id}`)
    expect((await t.call(ackLink.show, { token })).body.code).toBe(of.code)
    expect((await t.call(ackLink.act, { token, act: 'verdict', verdict: 1 })).body.code).toBe(of.code)
  })(),
)

test(
  'a fire that still burns is forwarded once to the district its building has moved to',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const move = (county: string) => t.db.execute(sql`update building set county = ${county} where id = ${scene.id}`)
    const forwarded = async () => {
      const { rows } = await t.db.execute(sql`
        select alarm_id::text as id, body -> 'event' ->> 'type' as type from delivery where channel = 'webhook'`)
      return rows
    }
    expect((await scene.send('jingan', webhook.save, { address: 'http://127.0.0.1:9/' })).code).toBe(200)
    await move('310101')
    await scene.fire()
    const { id } = await scene.open()
    expect((await scene.send('zhidui', alarm.verdict, { id, verdict: 2 })).code).toBe(200)
    await work(t)
    expect(await forwarded()).toEqual([])
    await move('310106')
    await work(t)
    await work(t)
    expect(await forwarded()).toEqual([{ id, type: 'alarm.fire' }])
  }),
)

test(
  'a fire that cannot be forwarded to the new district holds up neither another fire nor what is due',
  city.undone(async (t) => {
    const scene = await alarmScene(t)
    const move = (county: string) => t.db.execute(sql`update building set county = ${county} where id = ${scene.id}`)
    const { data } = await scene.send('jingan', webhook.save, { address: 'http://127.0.0.1:9/' })
    await move('310101')
    const judged = async (point: number) => {
      await scene.fire(point)
      const { id } = (await scene.list()).find(({ state }) => state === 'new')!
      expect((await scene.send('zhidui', alarm.verdict, { id, verdict: 2 })).code).toBe(200)
      return id
    }
    const refused = await judged(0)
    const next = await judged(1)
    await work(t)
    await t.db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.alarm_id = ${sql.raw(refused)} then raise exception 'refused'; end if; return new; end $$`)
    await t.db.execute(sql`create trigger refuse before insert on delivery for each row execute function refuse()`)
    await move('310106')
    await expect(forwardMoved(t.deps)).rejects.toMatchObject({ cause: { message: 'refused' } })
    const { rows } = await t.db.execute(sql`select alarm_id::text as id from delivery where channel = 'webhook'`)
    expect(rows).toEqual([{ id: next }])
    expect(await dueWebhooks(t.deps)).toEqual([`webhook:${(data as { id: string }).id}`])
  }),
)
