import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { delivery, type DeliveryRow } from '#contract/delivery.ts'
import { webhook } from '#contract/webhook.ts'
import { createWebhooks, signWebhook } from '#server/content/webhook-sender.ts'
import { alarmScene, type AlarmScene } from '../../support/alarm-scene.ts'
import { elapse, work } from '../../support/alert-time.ts'
import { openApi, type TestApi } from '../../support/api-context.ts'
import { repositoryRoot } from '../../support/repository-root.ts'

const city = await openApi()
afterAll(() => city.close())
beforeAll(async () => void (await city.db.execute(sql`delete from alarm_step`)))

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function openReceiver() {
  const received: Received[] = []
  const receiver = {
    status: 204,
    received,
    address: '',
    close: () => void server.close(),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(receiver.status, { location: '/other' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fires`
  return receiver
}

const bodiesOf = ({ received }: { readonly received: readonly Received[] }) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; data: { version: number } })

async function register(scene: AlarmScene, account: string, address: string) {
  const { code, message, data } = await scene.send(account, webhook.save, {
    address,
  })
  expect([code, message]).toEqual([200, '保存成功'])
  return data as { id: string; secret: string }
}

const forwards = async (scene: AlarmScene, account = 'jingan') =>
  (
    (await scene.send(account, delivery.list, { pageSize: 100 })).data as {
      list: DeliveryRow[]
    }
  ).list.filter(({ channel }) => channel === 'webhook')

async function judge(t: TestApi, scene: AlarmScene, verdict: 1 | 2 | 3 | 4) {
  const { id } = await scene.open()
  expect(
    await scene.send('jingan', alarm.verdict, {
      id,
      verdict,
      note: '现场核实',
    }),
  ).toMatchObject({ code: 200 })
  if (verdict !== 2) await elapse(t, 10)
  await work(t)
  return id
}

async function scenario(
  work: (scene: AlarmScene, receiver: Awaited<ReturnType<typeof openReceiver>>) => Promise<void>,
  t: TestApi,
) {
  const receiver = await openReceiver()
  try {
    await work(await alarmScene(t), receiver)
  } finally {
    receiver.close()
  }
}

describe('a real fire', () => {
  test(
    'that is withdrawn after a new alarm of its building began is withdrawn to all who were told of it',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await t.db.execute(sql`update building set building_type = 1 where id = ${scene.id}`)
        await scene.fire()
        await work(t)
        const id = await judge(t, scene, 2)
        await scene.fire(1)
        await work(t)
        const [told] = t.alerted.splice(0)
        expect(await scene.send('jingan', alarm.undo, { id, act: 'verdict' })).toMatchObject({ code: 200 })
        await work(t)
        const bodies = bodiesOf(receiver)
        expect(bodies).toMatchObject([
          { type: 'alarm.fire', data: { alarmId: id, verdict: 2 } },
          { type: 'alarm.correction', data: { alarmId: id, verdict: null, judgedAt: null } },
        ])
        expect(bodies[1]!.data.version).toBeGreaterThan(bodies[0]!.data.version)
        const withdrawn = t.alerted.filter(({ text }) => text.includes('火警确认已撤销'))
        expect(withdrawn).toMatchObject([{ phone: told!.phone }])
        expect(await judge(t, scene, 1)).not.toBe(id)
        expect(receiver.received).toHaveLength(2)
      }, t),
    ),
  )

  test(
    'that has not ended is forwarded once to an address entered later',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await scene.fire()
        await judge(t, scene, 2)
        const { id } = await register(scene, 'jingan', receiver.address)
        await work(t)
        expect(bodiesOf(receiver).map(({ type }) => type)).toEqual(['alarm.fire'])
        expect((await scene.send('jingan', webhook.save, { id, address: receiver.address })).code).toBe(200)
        await work(t)
        expect(receiver.received).toHaveLength(1)
      }, t),
    ),
  )

  test(
    'is forwarded, signed, to the organs of its area, and a correction follows',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        const { secret } = await register(scene, 'jingan', receiver.address)
        await register(scene, 'zhidui', receiver.address)
        await t.db.execute(sql`insert into webhook (organ_id, address, secret, created_at)
          select o.id, ${receiver.address}, w.secret, now() from organ o, webhook w
          where o.level = 3 and o.county <> '310106' limit 1`)
        await scene.fire()
        await work(t)
        expect(receiver.received).toEqual([])
        const id = await judge(t, scene, 2)
        expect(receiver.received).toHaveLength(2)
        const bodies = bodiesOf(receiver)
        expect(bodies[0]).toMatchObject({
          type: 'alarm.fire',
          data: {
            alarmId: id,
            state: 'judged',
            verdict: 2,
            buildingId: String(scene.id),
            buildingName: (await scene.open()).buildingName,
            judgedAt: t.clock.now().toISOString(),
            longitude: expect.any(Number),
            latitude: expect.any(Number),
          },
        })
        const isSigned = ({ headers, body }: Received) =>
          headers['webhook-signature'] ===
          signWebhook(secret, String(headers['webhook-id']), String(headers['webhook-timestamp']), body)
        expect(receiver.received.map(isSigned).toSorted()).toEqual([false, true])
        expect((await forwards(scene)).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
        await elapse(t, 1)
        await judge(t, scene, 1)
        const [correction] = bodiesOf(receiver).slice(2)
        expect(correction).toMatchObject({
          type: 'alarm.correction',
          data: { alarmId: id, verdict: 1 },
        })
        expect(correction!.data.version).toBeGreaterThan(bodies[0]!.data.version)
      }, t),
    ),
  )

  test(
    'that a person ends is reported as ended, once, to those that got it',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        const { id } = await scene.open()
        expect((await scene.send('jingan', alarm.verdict, { id, verdict: 2 })).code).toBe(200)
        await work(t)
        const endedAt = t.clock.now().toISOString()
        expect((await scene.send('jingan', alarm.end, { id })).code).toBe(200)
        expect((await scene.send('jingan', alarm.end, { id })).code).toBe(200)
        await work(t)
        await elapse(t, 1)
        await work(t)
        const bodies = bodiesOf(receiver)
        expect(bodies).toMatchObject([
          { type: 'alarm.fire', data: { alarmId: id, verdict: 2 } },
          { type: 'alarm.correction', data: { alarmId: id, verdict: 2, endedAt } },
        ])
        expect((await forwards(scene)).map(({ text }) => text)).toContainEqual(expect.stringContaining('火已扑灭'))
      }, t),
    ),
  )

  test(
    'that ends while its message is still being written is reported as ended after it',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        const { id } = await scene.open()
        expect((await scene.send('jingan', alarm.verdict, { id, verdict: 2 })).code).toBe(200)
        await t.db.execute(sql`update alarm_step set due_at = due_at + interval '1 day' where kind = 'inform'`)
        expect((await scene.send('jingan', alarm.end, { id })).code).toBe(200)
        await work(t)
        expect(receiver.received).toEqual([])
        await t.db.execute(sql`update alarm_step set due_at = due_at - interval '1 day' where kind = 'inform'`)
        await work(t)
        await elapse(t, 1)
        await work(t)
        const types = bodiesOf(receiver).map(({ type }) => type)
        expect(types).toEqual(['alarm.fire', 'alarm.correction'])
      }, t),
    ),
  )

  test.each([
    ['ended', alarm.end, {}, 2],
    ['was judged otherwise', alarm.verdict, { verdict: 1, note: '现场核实' }, 1],
  ] as const)(
    'that %s while its receiver was disabled is reported once it is enabled, and once only',
    (_, act, more, verdict) =>
      city.undone((t) =>
        scenario(async (scene, receiver) => {
          const { id: hook } = await register(scene, 'jingan', receiver.address)
          await scene.fire()
          const id = await judge(t, scene, 2)
          expect((await scene.send('jingan', webhook.disable, { id: hook })).code).toBe(200)
          await elapse(t, 1)
          expect((await scene.send('jingan', act, { id, ...more } as never)).code).toBe(200)
          for (let i = 0; i < 2; i++) {
            await elapse(t, 10)
            await work(t)
          }
          expect(receiver.received).toHaveLength(1)
          for (let i = 0; i < 2; i++) {
            const { code } = await scene.send('jingan', webhook.save, { id: hook, address: receiver.address })
            expect(code).toBe(200)
            await work(t)
          }
          const bodies = bodiesOf(receiver)
          expect(bodies).toMatchObject([
            { type: 'alarm.fire' },
            { type: 'alarm.correction', data: { alarmId: id, verdict } },
          ])
          expect(bodies).toHaveLength(2)
        }, t),
      )(),
  )

  test.each(['judged', 'expired'])(
    'that ended is reported once also if the former version left its step as %s',
    (outcome) =>
      city.undone((t) =>
        scenario(async (scene, receiver) => {
          await register(scene, 'jingan', receiver.address)
          await scene.fire()
          const id = await judge(t, scene, 2)
          await elapse(t, 1)
          expect((await scene.send('jingan', alarm.end, { id })).code).toBe(200)
          await t.db.execute(sql`update alarm_step set done_at = now(), outcome = ${outcome} where kind = 'end'`)
          for (let i = 0; i < 3; i++) await work(t)
          const types = bodiesOf(receiver).map(({ type }) => type)
          expect(types).toEqual(['alarm.fire', 'alarm.correction'])
        }, t),
      )(),
  )

  test(
    'is corrected at the organ that got it after its building moved to another district',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        const id = await judge(t, scene, 2)
        await t.db.execute(sql`update building set county = '310101' where id = ${scene.id}`)
        await elapse(t, 1)
        expect((await scene.send('zhidui', alarm.verdict, { id, verdict: 1, note: '现场核实' })).code).toBe(200)
        await elapse(t, 10)
        await work(t)
        expect(bodiesOf(receiver)).toMatchObject([
          { type: 'alarm.fire', data: { alarmId: id, verdict: 2 } },
          { type: 'alarm.correction', data: { alarmId: id, verdict: 1 } },
        ])
      }, t),
    ),
  )

  test(
    'is tried again at 2, 5, 15, 30 and 60 s and then each minute for an hour, undelivered after 30 s, and sent again on request',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        receiver.status = 302
        await judge(t, scene, 2)
        expect((await forwards(scene)).map((row) => [row.isUndelivered, row.error])).toEqual([[false, '对方响应 302']])
        for (const [i, seconds] of [2, 3, 10, 15, 30, 60].entries()) {
          // A slow machine's seconds add up.
          const early = Math.min(8, seconds / 2)
          await elapse(t, seconds - early)
          await work(t)
          expect(receiver.received).toHaveLength(i + 1)
          await elapse(t, early)
          await work(t)
          expect(receiver.received).toHaveLength(i + 2)
        }
        expect((await forwards(scene)).map((row) => row.isUndelivered)).toEqual([true])
        for (let minute = 0; minute < 60; minute++) {
          await elapse(t, 60)
          await work(t)
        }
        expect(receiver.received).toHaveLength(65)
        const [failed] = await forwards(scene)
        expect(failed).toMatchObject({ state: 'failed', isResendable: true })
        receiver.status = 200
        expect(await scene.send('zhidui', webhook.resend, { id: failed!.id })).toMatchObject({ code: 404 })
        expect((await forwards(scene, 'zhidui')).map((row) => row.isResendable)).toEqual([false])
        expect(await scene.send('jingan', webhook.resend, { id: failed!.id })).toMatchObject({ code: 200 })
        await work(t)
        expect(await forwards(scene)).toMatchObject([{ state: 'accepted', isUndelivered: false }])
        expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
        expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
      }, t),
    ),
  )

  test(
    'is forwarded even if the alarm called no contact, as for a building under test',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        await t.db.execute(sql`delete from alarm_step`)
        await judge(t, scene, 2)
        expect(receiver.received).toHaveLength(1)
      }, t),
    ),
  )
})

describe('a webhook', () => {
  test(
    'ends with the answer 410',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        receiver.status = 410
        await judge(t, scene, 2)
        expect(await forwards(scene)).toMatchObject([{ state: 'failed', isUndelivered: true }])
        const { data } = await scene.send('jingan', webhook.list, {})
        expect(data).toMatchObject({
          list: [{ disabledTime: expect.any(String) }],
        })
        expect(JSON.stringify(data)).not.toContain('whsec_')
        await elapse(t, 1)
        await judge(t, scene, 1)
        expect(receiver.received).toHaveLength(1)
      }, t),
    ),
  )

  test(
    'gets the open fire that it refused once it is enabled again',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        const { id } = await register(scene, 'jingan', receiver.address)
        await scene.fire()
        receiver.status = 410
        await judge(t, scene, 2)
        receiver.status = 204
        for (let times = 0; times < 2; times++) {
          expect((await scene.send('jingan', webhook.save, { id, address: receiver.address })).code).toBe(200)
          await work(t)
          expect(receiver.received).toHaveLength(2)
          expect(await forwards(scene)).toMatchObject([{ state: 'accepted', error: null }])
        }
      }, t),
    ),
  )

  test(
    'belongs to its organ, gets nothing once disabled, and a new secret once enabled',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        const { id, secret } = await register(scene, 'jingan', receiver.address)
        const other = { id, address: receiver.address }
        expect(await scene.send('zhidui', webhook.save, other)).toMatchObject({
          code: 404,
        })
        expect(await scene.send('zhidui', webhook.disable, { id })).toMatchObject({ code: 404 })
        expect((await scene.send('zhidui', webhook.list, {})).data).toEqual({
          list: [],
        })
        for (const account of ['unit01', 'zongdui'])
          expect(await scene.send(account, webhook.list, {})).toMatchObject({
            code: 403,
          })
        expect(await scene.send('jingan', webhook.disable, { id })).toMatchObject({ code: 200 })
        await scene.fire()
        await judge(t, scene, 2)
        expect(await forwards(scene)).toEqual([])
        const { data } = await scene.send('jingan', webhook.save, other)
        expect(data).toMatchObject({
          id,
          secret: expect.stringMatching(/^whsec_/),
        })
        expect((data as { secret: string }).secret).not.toBe(secret)
        expect((await t.db.execute(sql`select 1 from webhook where secret like '%whsec_%'`)).rows).toEqual([])
      }, t),
    ),
  )

  test(
    'signs with the former secret too for a day after a change, unless it was disabled or moved',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        const { id, secret } = await register(scene, 'jingan', receiver.address)
        const change = async (address = receiver.address) => {
          const { data } = await scene.send('jingan', webhook.save, { id, address })
          return (data as { secret: string }).secret
        }
        const signedBy = ({ headers, body }: Received, key: string) =>
          String(headers['webhook-signature'])
            .split(' ')
            .includes(signWebhook(key, String(headers['webhook-id']), String(headers['webhook-timestamp']), body))
        const next = await change()
        const { data } = await scene.send('jingan', webhook.list, {})
        expect((data as { list: object[] }).list).toMatchObject([{ formerUntil: expect.any(String) }])
        await scene.fire()
        await judge(t, scene, 2)
        const [both] = receiver.received
        expect([secret, next].map((key) => signedBy(both!, key))).toEqual([true, true])
        t.clock.pass(25 * 3_600_000)
        await judge(t, scene, 1)
        const [, one] = receiver.received
        expect([secret, next].map((key) => signedBy(one!, key))).toEqual([false, true])
        expect(one!.headers['webhook-signature']).not.toContain(' ')
        await change()
        await scene.send('jingan', webhook.disable, { id })
        const last = await change()
        await elapse(t, 1)
        await judge(t, scene, 3)
        expect([next, last].map((key) => signedBy(receiver.received[2]!, key))).toEqual([false, true])
      }, t),
    ),
  )

  test(
    'spreads its retries by a tenth around their times',
    city.undone((t) =>
      scenario(async (scene, receiver) => {
        await register(scene, 'jingan', receiver.address)
        await scene.fire()
        receiver.status = 500
        const pauses: number[] = []
        for (const random of [0, 1]) {
          const deps = { ...t.deps, random: () => random }
          await elapse(t, 1)
          await judge({ ...t, deps }, scene, random === 0 ? 2 : 1)
          const { rows } = await t.db.execute<{ pause: number }>(sql`
            select extract(epoch from next_at - created_at)::float8 as pause from delivery where channel = 'webhook' order by id desc limit 1`)
          pauses.push(rows[0]!.pause)
        }
        expect(pauses[1]! - pauses[0]!).toBeGreaterThan(0.3)
      }, t),
    ),
  )

  test.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://10.1.2.3:8443/',
    'https://user:word@example.com/',
    'ftp://example.com/',
    'example.com',
  ])('may not have the address %s', async (address) => {
    const webhooks = createWebhooks({ now: () => new Date() })
    expect(webhooks.isAllowed('https://example.com:8443/hook')).toBe(true)
    expect(webhooks.isAllowed(address)).toBe(false)
    expect(await webhooks.send(address, ['whsec_AAAA'], 'id', '{}')).toBe(0)
  })

  test('is not reached through a name of an inner address', async () => {
    const receiver = await openReceiver()
    const webhooks = createWebhooks({ now: () => new Date() })
    const port = new URL(receiver.address).port
    expect(await webhooks.send(`https://localhost:${port}/`, ['whsec_AAAA'], 'id', '{}')).toBe(0)
    expect(receiver.received).toEqual([])
    receiver.close()
  })
})

test.each([
  ['node', '--import', 'tsx', 'receive.ts'],
  ['python3', 'receive.py'],
])('the example of the guide (%s) accepts a forwarded fire and refuses a forged one', (program, ...words) =>
  city.undone(async (t) => {
    t.clock.pass(Date.now() - t.clock.now().getTime())
    const scene = await alarmScene(t)
    const { id, secret } = await register(scene, 'jingan', 'http://127.0.0.1:9/')
    const file = join(repositoryRoot, 'docs/examples', words.pop()!)
    const env = {
      PATH: process.env.PATH,
      PYTHONIOENCODING: 'utf-8',
      SECRET: secret,
      PORT: '0',
    }
    const child = spawn(program, [...words, file], {
      env,
      cwd: repositoryRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const port = ((await lines.next()).value as string).split(' ')[1]
      const address = `http://127.0.0.1:${port}/`
      await t.db.execute(sql`update webhook set address = ${address} where id = ${Number(id)}`)
      expect(await t.deps.webhooks.send(address, ['whsec_AAAA'], 'forged', '{}')).toBe(401)
      await scene.fire()
      const alarmId = await judge(t, scene, 2)
      expect(await forwards(scene)).toMatchObject([{ state: 'accepted', error: null }])
      expect((await lines.next()).value).toMatch(new RegExp(`^alarm.fire ${alarmId} \\d+ 2 `))
    } finally {
      child.kill()
    }
  })(),
)
