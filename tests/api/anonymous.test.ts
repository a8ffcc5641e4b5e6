import { afterAll, describe, expect, test } from 'vitest'
import { isSigned } from '#contract/access.ts'
import { endpoints } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { openBrowser } from '../support/browser.ts'
import { codeFor, notThe, phoneOf, signInByPhone, tryToSignIn } from '../support/sign-in-pages.ts'

const city = await openApi()
afterAll(() => city.close())

/** Counts the bytes read. */
function endlessBody() {
  const read = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read.bytes += 10_000
        controller.enqueue(new Uint8Array(10_000))
      },
    },
    { highWaterMark: 0 },
  )
  return { read, body }
}

async function pour(t: TestApi, path: string, type: string) {
  const { read, body } = endlessBody()
  const headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
  const response = await t.api.request(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  return { code: ((await response.json()) as { code: number }).code, bytes: read.bytes }
}

describe('an endless body', () => {
  const closed = endpoints().filter(
    ({ method, access }) => method === 'POST' && access !== 'public' && !isSigned(access),
  )

  test.each(['multipart/form-data; boundary=x', 'application/json', 'application/x-www-form-urlencoded'])(
    'of %s is not read from anonymous callers',
    (type) =>
      city.undone(async (t) => {
        const taken: string[] = []
        for (const { path } of closed) {
          const { code, bytes } = await pour(t, path, type)
          if (code !== 401 || bytes > 0) taken.push(`${path} ${code} ${bytes}`)
        }
        expect(taken).toEqual([])
      })(),
  )

  test(
    'is read up to the limit of a form on anonymous calls',
    city.undone(async (t) => {
      const { code, bytes } = await pour(t, auth.signIn.path, 'application/x-www-form-urlencoded')
      expect(code).toBe(413)
      expect(bytes).toBeLessThan(100_000)
    }),
  )
})

describe('a page of another site', () => {
  test(
    'cannot change anything through a user’s browser: send a code, count a read, end a session',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const token = await t.signIn('unit01')
      const changes = endpoints().filter(({ effect, access }) => effect && !isSigned(access))
      const passed: string[] = []
      for (const { method, path } of changes) {
        const response = await t.api.request(path, {
          method,
          headers: {
            'x-auth-token': token,
            'sec-fetch-site': 'cross-site',
            origin: 'https://elsewhere.example',
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(method === 'POST' && { body: new URLSearchParams({ phone, id: '1' }) }),
        })
        const { code } = (await response.json()) as { code: number }
        if (code !== 403 || response.headers.has('access-control-allow-origin')) passed.push(`${path} ${code}`)
      }
      expect(passed).toEqual([])
      expect(t.sent).toEqual([])
      expect((await t.call(auth.detail, {}, token)).body.code).toBe(200)
    }),
  )
})

describe('a caller with a whole network', () => {
  test(
    'has the attempts of one address: IPv6 is counted by its first 64 bits',
    city.undone(async (t) => {
      for (let i = 1; i <= 10; i++) await tryToSignIn(t, 'unit01', 'Wrong@1234', `2001:db8:7:7::${i}`)
      expect((await tryToSignIn(t, 'unit01', PASSWORD, '2001:db8:7:7:ffff::1')).body.code).toBe(429)
      expect((await tryToSignIn(t, 'unit01', PASSWORD, '2001:db8:7:8::1')).body.code).toBe(200)
      for (let i = 0; i < 20; i++)
        await t.call(auth.sendCode, { phone: `139000001${10 + i}` }, null, `2001:db8:9:9::${i}`)
      expect((await t.call(auth.sendCode, { phone: '13900000200' }, null, '2001:db8:9:9:1::1')).body.code).toBe(429)
    }),
  )

  test(
    'can recover a password from changing addresses in it and beyond',
    city.undone(async (t) => {
      const phone = await phoneOf(t, 'unit01')
      const browser = openBrowser(t, '2001:db8:7:7::1')
      const checkCode = await codeFor(t, phone, browser)
      expect((await browser.at('2001:db8:7:7::2').call(auth.recover, { phone, checkCode })).body.code).toBe(200)
      const fresh = { phone, password: 'Neu@2026fire', confirmPassword: 'Neu@2026fire' }
      expect((await t.call(auth.resetPassword, fresh, null, '2001:db8:7:7::2')).body.code).toBe(403)
      expect((await browser.at('2001:db8:7:8::1').call(auth.resetPassword, fresh)).body.code).toBe(200)
    }),
  )
})

test('a code sent by twenty concurrent calls, some of them wrong, opens one session', async () => {
  const t = await city.lasting()
  const phone = await phoneOf(t, 'unit39')
  const browser = openBrowser(t)
  const code = await codeFor(t, phone, browser)
  const tries = [code, code, notThe(code), ...Array.from({ length: 17 }, () => code)]
  const answers = await Promise.all(tries.map((each, i) => signInByPhone(browser.at(`198.51.100.${i}`), phone, each)))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
})

test(
  'a line break in the input adds no header, log line or message',
  city.undone(async (t) => {
    const before = t.logged.length
    for (const account of ['a\r\nx-auth-token: b', 'unit01\n{"level":30,"msg":"forged"}', 'a\u2028b\u0000c']) {
      const { headers } = await tryToSignIn(t, account, 'Wrong@1234')
      expect(headers.has('x-auth-token')).toBe(false)
    }
    for (const line of t.logged.slice(before)) expect(line.trim().split('\n')).toHaveLength(1)
    expect(t.logged.join('')).not.toContain('forged')
  }),
)
