import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { SIGNATURE_HEADERS, SIGNATURE_REFUSALS } from '#contract/signature.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import { rateLimit } from '#server/schema/rate-limit.table.ts'
import { sweep } from '#server/operations/sweep.ts'
import { provider } from '#server/schema/provider.table.ts'
import { openApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { OWN, OTHER, MINUTE, somewhere, wire, pointNow } from '../support/point-fixtures.ts'

const city = await openApi()
afterAll(() => city.close())

describe('a signed request', () => {
  test(
    'is answered to the provider of the secret',
    city.undone(async (t) => {
      const body = await programOf(t, OWN).call(ingest.hello, {})
      expect(body).toMatchObject({
        code: 200,
        data: { name: '上海砚清智慧消防科技有限公司', time: '2026-03-23 10:15:00' },
      })
    }),
  )

  const HELLO = 'http://localhost/open/v1/hello'
  const spoilt: [string, string, (request: Request) => Request | void][] = [
    ...SIGNATURE_HEADERS.map((name): (typeof spoilt)[number] => [
      `without ${name}`,
      '缺少签名信息',
      (r) => r.headers.delete(name),
    ]),
    ...['1774232100', '01774232100000', '17742321000000', 'a1774232100000', '1774232100000a', '-1774232100000'].map(
      (time): (typeof spoilt)[number] => [
        `with ${time} for milliseconds`,
        'x-time 应为',
        (r) => r.headers.set('x-time', time),
      ],
    ),
    ['with a nonce of few letters', 'x-nonce', (r) => r.headers.set('x-nonce', 'abc')],
    ['with a changed time', '签名有误', (r) => r.headers.set('x-time', String(Number(r.headers.get('x-time')) + 1))],
    ['with a changed nonce', '签名有误', (r) => r.headers.set('x-nonce', 'another-nonce')],
    ['with a changed address', '签名有误', (r) => new Request(`${HELLO}?a=1`, r)],
    ['with a changed method', '签名有误', (r) => new Request(HELLO, { method: 'HEAD', headers: r.headers })],
    ["with another's key", '签名有误', (r) => r.headers.set('x-app-key', demoKeysOf(OTHER).appKey)],
    ['with a key nobody has', '签名有误', (r) => r.headers.set('x-app-key', 'f'.repeat(32))],
    ['with a key that is no key', '签名有误', (r) => r.headers.set('x-app-key', "' or 1=1 --")],
  ]
  test.each(spoilt)('%s is rejected', (_, said, spoil) =>
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      const good = await program.signed(program.requestOf(ingest.hello, {}))
      const sent = spoil(good) ?? good
      const response = await t.api.request(sent)
      expect(response.status).toBe(401)
      // HEAD has no body.
      const text = sent.method === 'HEAD' ? said : await response.text()
      expect(text).toContain(said)
    })(),
  )

  test(
    'whose body was changed in transit is rejected and changes nothing',
    city.undone(async (t) => {
      const { projectId, gauge } = await somewhere(t)
      const program = programOf(t, OWN)
      const item = { projectId, pointNumber: gauge.pointNumber, time: wire(t, 0), measures: { pressure: 0.4 } }
      const good = await program.signed(program.requestOf(ingest.readings, { items: [item] }))
      const changed = new Request(good.url, {
        method: 'POST',
        headers: good.headers,
        body: JSON.stringify({ items: [{ ...item, measures: { pressure: 0.9 } }] }),
      })
      expect((await program.send(changed)).body).toMatchObject({
        code: 401,
        message: 'appKey 或签名有误，请核对密钥和签名内容',
      })
      expect((await pointNow(t, gauge.id)).latest).toEqual(gauge.latest)
    }),
  )

  test(
    'is accepted within five minutes of the server’s clock, either way, and not beyond',
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      for (const [minutes, code] of [
        [-5, 200],
        [5, 200],
        [-5.1, 401],
        [5.1, 401],
      ] as const) {
        const at = new Date(t.clock.now().getTime() + minutes * MINUTE)
        const { body } = await program.send(await program.signed(program.requestOf(ingest.hello, {}), at))
        expect([minutes, body.code]).toEqual([minutes, code])
      }
    }),
  )

  test(
    'is accepted once, also after the server deleted old signatures',
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      const request = await program.signed(
        program.requestOf(ingest.hello, {}),
        new Date(t.clock.now().getTime() + 4.9 * MINUTE),
      )
      expect((await program.send(request.clone())).body.code).toBe(200)
      t.clock.pass(9 * MINUTE)
      await sweep(t.deps)
      expect((await program.send(request)).body).toMatchObject({
        code: 401,
        message: '该请求已提交过，x-nonce 不能重复使用',
      })
    }),
  )

  test(
    'of a provider that has not passed the review, or no longer passes it, is rejected',
    city.undone(async (t) => {
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 200 })
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, OWN))
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 403 })
    }),
  )

  test(
    'of a suspended provider is rejected, and accepted again after the suspension',
    city.undone(async (t) => {
      const suspend = (suspendedAt: Date | null) =>
        t.db.update(provider).set({ suspendedAt }).where(eq(provider.id, OWN))
      await suspend(t.clock.now())
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({
        code: 403,
        message: SIGNATURE_REFUSALS.suspended,
      })
      await suspend(null)
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
      await suspend(t.clock.now())
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(403)
    }),
  )

  test(
    'signed with a replaced secret is rejected at once, and the new one is valid at once',
    city.undone(async (t) => {
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
      const secret = 'f'.repeat(64)
      await t.db
        .update(provider)
        .set({ secret: t.deps.secrets.seal(secret) })
        .where(eq(provider.id, OWN))
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({
        code: 401,
        message: 'appKey 或签名有误，请核对密钥和签名内容',
      })
      expect((await programOf(t, OWN, { ...demoKeysOf(OWN), secret }).call(ingest.hello, {})).code).toBe(200)
    }),
  )

  test(
    'is limited to six hundred a minute per provider',
    city.undone(async (t) => {
      await t.deps.limits.take(`ingest:${OWN}`, { points: 1, windowSec: 60, blockSec: 0 }, t.clock.now())
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(429)
      expect((await programOf(t, OTHER).call(ingest.hello, {})).code).toBe(200)
      t.clock.pass(MINUTE)
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
    }),
  )

  test(
    'is counted for a full minute from the first',
    city.undone(async (t) => {
      const code = async () => (await programOf(t, OWN).call(ingest.hello, {})).code
      expect(await code()).toBe(200)
      await t.db
        .update(rateLimit)
        .set({ points: 599 })
        .where(eq(rateLimit.key, `ingest:${OWN}`))
      t.clock.pass(MINUTE - 1)
      expect([await code(), await code()]).toEqual([200, 429])
      t.clock.pass(1)
      expect(await code()).toBe(200)
    }),
  )

  test(
    'has a secret that is readable neither in the database nor in the log',
    city.undone(async (t) => {
      await programOf(t, OWN).call(ingest.hello, {})
      const { secret } = demoKeysOf(OWN)
      const [row] = await t.db.select().from(provider).where(eq(provider.id, OWN))
      expect(row?.secret).not.toContain(secret)
      expect(t.logged.join('\n')).not.toContain(secret)
      expect(t.logged.join('\n')).toContain(`"providerId":${OWN}`)
    }),
  )
})
