import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auth as authCalls } from '#contract/auth.ts'
import { push } from '#contract/push.ts'
import { sendPush } from '#server/operations/send-push.ts'
import { createPush, derivePushKey, isInside } from '#server/content/push-sender.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { openPushService, pushBrowser } from '../support/push-service.ts'

const city = await openApi()

const service = await openPushService()
const { taken, origin } = service
const browser = (name: string) => pushBrowser(origin, name)

beforeEach(() => {
  taken.length = 0
  service.status = 201
})
afterAll(async () => {
  service.close()
  await city.close()
})

async function post(t: TestApi, endpoint: (typeof push)['subscribe' | 'unsubscribe'], input: object, token: string) {
  const response = await t.api.request(endpoint.path, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
    body: JSON.stringify(input),
  })
  return ((await response.json()) as { code: number }).code
}

const openProblem = (t: TestApi, account: string) =>
  t.db.execute(sql`
    insert into problem (building_id, cause, system_id, device_no, item_desc, problem_type, happened_at, opened_at)
    select b.id, 'fault', 1, 'X', '秘密的设备', 1, ${t.clock.now().toISOString()}::timestamptz, ${t.clock.now().toISOString()}::timestamptz
    from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = ${account} order by b.id limit 1`)

test(
  'a subscribed browser gets the number of new items in its own scope, encrypted and without names',
  city.undone(async (t) => {
    const [own, other, city2] = [browser('own'), browser('other'), browser('city')]
    for (const [account, device] of [
      ['unit01', own],
      ['unit02', other],
      ['zhidui', city2],
    ] as const)
      expect(await post(t, push.subscribe, device.subscription, await t.signIn(account))).toBe(200)
    t.clock.pass(60_000)
    await sendPush(t.deps)
    expect(taken).toEqual([])

    await openProblem(t, 'unit01')
    t.clock.pass(1000)
    await sendPush(t.deps)
    expect(taken.map(({ path }) => path).toSorted()).toEqual(['/city', '/own'])
    const sent = taken.find(({ path }) => path === '/own')!
    expect(own.read(sent.body)).toMatchObject({ body: '新增 1 个消防设施问题', url: '/problemStatistics' })
    expect(city2.read(taken.find(({ path }) => path === '/city')!.body).url).toBe('/fireDepData')
    expect(sent.body.toString('latin1')).not.toContain('problemStatistics')
    expect(sent.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })

    await sendPush(t.deps)
    expect(taken).toHaveLength(2)
  }),
)

test(
  'the push service can identify the sender (VAPID)',
  city.undone(async (t) => {
    const token = await t.signIn('unit01')
    await post(t, push.subscribe, browser('own').subscription, token)
    await openProblem(t, 'unit01')
    await t.db.execute(sql`update push_subscription set told_at = told_at - interval '1 hour'`)
    await sendPush(t.deps)
    const [, told = '', k = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(taken[0]!.headers.authorization ?? '') ?? []
    const [head, claims = '', signature = ''] = told.split('.')
    const point = Buffer.from(k, 'base64url')
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: 'mailto:support@example.com',
    })
    expect(((await t.call(push.key, {}, token)).body.data as { publicKey: string }).publicKey).toBe(k)
  }),
)

test(
  'pushing stops after sign-out, after unsubscribing, and for expired endpoints; a failure is retried',
  city.undone(async (t) => {
    const device = browser('own')
    const news = async () => {
      t.clock.pass(1000)
      await openProblem(t, 'unit01')
      t.clock.pass(1000)
      await sendPush(t.deps)
      return taken.splice(0).length
    }
    let token = await t.signIn('unit01')
    await post(t, push.subscribe, device.subscription, token)
    await t.call(authCalls.signOut, {}, token)
    expect(await news()).toBe(0)

    token = await t.signIn('unit01')
    await post(t, push.subscribe, device.subscription, token)
    service.status = 503
    expect(await news()).toBe(1)
    service.status = 201
    await sendPush(t.deps)
    expect(device.read(taken.splice(0)[0]!.body).body).toBe('新增 1 个消防设施问题')
    await post(t, push.unsubscribe, { endpoint: device.subscription.endpoint }, token)
    expect(await news()).toBe(0)

    await post(t, push.subscribe, device.subscription, token)
    service.status = 410
    expect([await news(), await news()]).toEqual([1, 0])
  }),
)

test('a push service that never ends its answer fails in time', async () => {
  const server = createServer((request) => {
    request.resume()
    const { socket } = request
    socket.write('HTTP/1.1 201 Created\r\n')
    const drip = setInterval(() => socket.write('x: y\r\n'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const slow = createPush({
    privateKey: derivePushKey('1'.padEnd(64, '0')),
    contact: 'a@example.com',
    now: () => new Date(),
    isLocalAllowed: true,
    answerMs: 200,
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  expect(await slow.send({ ...browser('x').subscription, endpoint }, 'x')).toBe('failed')
  server.close()
})

test('a subscription cannot make this server call internal hosts', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fe80::1',
    '::ffff:127.0.0.1',
  ])
    expect([address, isInside(address)]).toEqual([address, true])
  for (const address of ['142.250.1.1', '2404:6800::1']) expect([address, isInside(address)]).toEqual([address, false])
  const real = createPush({
    privateKey: derivePushKey('1'.padEnd(64, '0')),
    contact: 'a@example.com',
    now: () => new Date(),
  })
  for (const endpoint of [
    `${origin}/x`,
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://example.com:8443/x',
  ])
    expect([endpoint, await real.send({ ...browser('x').subscription, endpoint }, 'x')]).toEqual([endpoint, 'failed'])
  expect(taken).toEqual([])
})
