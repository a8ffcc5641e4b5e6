import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { ingest } from '#contract/ingest.ts'
import { demoKeysOf } from '#mocks/seed/provider.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { provider } from '#server/provider/provider.table.ts'
import { openApi } from '../support/api-context.ts'
import { programOf } from '../support/provider-program.ts'
import { OWN, OTHER, MINUTE, somewhere, wire, pointNow } from '../support/own-point.ts'

const city = await openApi()
afterAll(() => city.close())

describe('a signed request', () => {
  test(
    'is answered to the provider whose secret signed it',
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
    ['without a signature', '缺少签名信息', (r) => r.headers.delete('x-signature')],
    ['with a nonce of few letters', 'x-nonce', (r) => r.headers.set('x-nonce', 'abc')],
    ['with a changed time', '签名有误', (r) => r.headers.set('x-time', String(Number(r.headers.get('x-time')) + 1))],
    ['with a changed nonce', '签名有误', (r) => r.headers.set('x-nonce', 'another-nonce')],
    ['with a changed address', '签名有误', (r) => new Request(`${HELLO}?a=1`, r)],
    ['with a changed method', '签名有误', (r) => new Request(HELLO, { method: 'HEAD', headers: r.headers })],
    ["with another's key", '签名有误', (r) => r.headers.set('x-app-key', demoKeysOf(OTHER).appKey)],
    ['with a key nobody has', '签名有误', (r) => r.headers.set('x-app-key', 'f'.repeat(32))],
    ['with a key that is no key', '签名有误', (r) => r.headers.set('x-app-key', "' or 1=1 --")],
  ]
  test.each(spoilt)('%s is refused', (_, said, spoil) =>
    city.undone(async (t) => {
      const program = programOf(t, OWN)
      const good = await program.signed(program.requestOf(ingest.hello, {}))
      const sent = spoil(good) ?? good
      const response = await t.api.request(sent)
      expect(response.status).toBe(401)
      // An answer to HEAD has no body.
      const text = sent.method === 'HEAD' ? said : await response.text()
      expect(text).toContain(said)
    })(),
  )

  test(
    'whose body was changed on the way is refused and changes nothing',
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
      expect((await program.send(changed)).body).toMatchObject({ code: 401, message: 'appKey 或签名有误' })
      expect((await pointNow(t, gauge.id)).latest).toEqual(gauge.latest)
    }),
  )

  test(
    'is taken within five minutes of the server’s clock, either way, and not beyond',
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
    'is taken once, also after the server has swept up',
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
    'of a provider that has not passed the review, or passes no more, is refused',
    city.undone(async (t) => {
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 200 })
      await t.db.update(provider).set({ status: 2 }).where(eq(provider.id, OWN))
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 403 })
    }),
  )

  test(
    'signed with a secret that has been replaced is refused at once, and the new one is good at once',
    city.undone(async (t) => {
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
      const secret = 'f'.repeat(64)
      await t.db
        .update(provider)
        .set({ secret: t.deps.secrets.seal(secret) })
        .where(eq(provider.id, OWN))
      expect(await programOf(t, OWN).call(ingest.hello, {})).toMatchObject({ code: 401, message: 'appKey 或签名有误' })
      expect((await programOf(t, OWN, { ...demoKeysOf(OWN), secret }).call(ingest.hello, {})).code).toBe(200)
    }),
  )

  test(
    'is one of six hundred a minute; another provider’s go on',
    city.undone(async (t) => {
      await t.deps.limits.take(`ingest:${OWN}`, { points: 1, windowSec: 60, blockSec: 0 }, t.clock.now())
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(429)
      expect((await programOf(t, OTHER).call(ingest.hello, {})).code).toBe(200)
      t.clock.pass(MINUTE)
      expect((await programOf(t, OWN).call(ingest.hello, {})).code).toBe(200)
    }),
  )

  test(
    'its secret is not to be read in the database or the log',
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
