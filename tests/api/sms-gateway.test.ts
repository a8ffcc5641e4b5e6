import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createHttpSms } from '#server/identity/sms.ts'
import { readEnv } from '#server/platform/env.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { phoneOf, signInByPhone } from '../support/sign-in-pages.ts'
import { newMetrics, watchedApi } from '../support/watched-api.ts'

const city = await openApi()
afterAll(() => city.close())

interface Posted {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

async function gateway(status: number, answer: (body: string) => string) {
  const posted: Posted[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posted.push({ headers: request.headers, body })
      return response.writeHead(status).end(answer(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { posted, url: `http://127.0.0.1:${port}/send`, [Symbol.asyncDispose]: async () => void server.close() }
}

async function askForCode(t: TestApi, phone: string, settings: Record<string, string>) {
  const metrics = newMetrics()
  const sms = createHttpSms(readEnv({ SMS_PROVIDER: 'http', ...settings }).smsGateway!)
  const api = watchedApi({ deps: { ...t.deps, sms } }, { metrics })
  const response = await api.request(auth.sendCode.path, {
    method: 'POST',
    // A code is valid for its network.
    headers: { 'x-forwarded-for': '192.0.2.1' },
    body: new URLSearchParams({ phone }),
  })
  const counted = async () => /fire_sms_codes_total\{.*\} 1/.exec(await metrics.text())?.[0]
  await vi.waitUntil(counted)
  return { code: ((await response.json()) as { code: number }).code, counted: await counted() }
}

test('a gateway that never ends its answer is read in part only', async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    const more = () => void (response.destroyed || (response.write('x'.repeat(65_536)), setImmediate(more)))
    response.write('OK')
    more()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  const sms = createHttpSms(readEnv({ SMS_PROVIDER: 'http', SMS_URL: url, SMS_ACCEPTED: 'OK' }).smsGateway!)
  await expect(sms.notify('13700000001', '测试')).resolves.toBeUndefined()
  server.closeAllConnections()
  server.close()
})

describe('codes by a gateway', () => {
  test(
    'are sent to it as JSON with its headers, and the code sent signs in',
    city.undone(async (t) => {
      await using sender = await gateway(200, () => '{"code":0}')
      const phone = await phoneOf(t, 'unit01')
      const { code, counted } = await askForCode(t, phone, {
        SMS_URL: sender.url,
        SMS_BODY: '{"mobile":"{phone}","params":["{code}"]}',
        SMS_HEADERS: '{"authorization":"Bearer of-the-gateway"}',
        SMS_ACCEPTED: '"code":0',
      })
      expect([code, counted]).toEqual([200, 'fire_sms_codes_total{result="sent"} 1'])
      expect(sender.posted).toHaveLength(1)
      const [{ headers, body }] = sender.posted as [Posted]
      expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer of-the-gateway' })
      const sent = JSON.parse(body) as { mobile: string; params: [string] }
      expect(sent).toEqual({ mobile: phone, params: [expect.stringMatching(/^\d{6}$/)] })
      expect((await signInByPhone(t, phone, sent.params[0])).body.code).toBe(200)
    }),
  )

  test(
    'are sent as a form with the configured fields',
    city.undone(async (t) => {
      await using sender = await gateway(200, () => 'OK')
      const phone = await phoneOf(t, 'unit01')
      const content = encodeURIComponent('验证码')
      await askForCode(t, phone, { SMS_URL: sender.url, SMS_BODY: `mobile={phone}&content=${content}{code}` })
      const [{ headers, body }] = sender.posted as [Posted]
      expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
      expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
        mobile: phone,
        content: expect.stringMatching(/^验证码\d{6}$/),
      })
    }),
  )

  test.each([
    ['an error', 500, {}],
    ['a 200 that says otherwise', 200, { SMS_ACCEPTED: '"code":0' }],
  ])(
    'answered with %s are counted as failed and logged without code and phone, invisibly to the caller',
    (_, status, settings) =>
      city.undone(async (t) => {
        await using sender = await gateway(status, (body) => `no money left for ${body}`)
        const phone = await phoneOf(t, 'unit01')
        const { code, counted } = await askForCode(t, phone, { SMS_URL: sender.url, ...settings })
        expect([code, counted]).toEqual([200, 'fire_sms_codes_total{result="failed"} 1'])
        const sent = new URLSearchParams(sender.posted[0]!.body).get('code')!
        const said = t.logged.filter((line) => line.includes('SMS not sent')).join()
        expect(said).toContain('no money left')
        expect(sent).toMatch(/^\d{6}$/)
        expect(said).not.toContain(sent)
        expect(said).not.toContain(phone)
      })(),
  )

  test(
    'are counted as failed when nothing listens at the URL',
    city.undone(async (t) => {
      const { url, [Symbol.asyncDispose]: close } = await gateway(200, () => '')
      await close()
      const { counted } = await askForCode(t, await phoneOf(t, 'unit01'), { SMS_URL: url })
      expect(counted).toBe('fire_sms_codes_total{result="failed"} 1')
    }),
  )
})

describe('texts by a gateway', () => {
  const TEXT = '您的账号 "a" 的登录手机号已更换'

  test.each([
    ['JSON', { SMS_BODY: '{"m":"{phone}","c":"{code}"}', SMS_NOTICE_BODY: '{"m":"{phone}","text":"{text}"}' }],
    ['a form', { SMS_NOTICE_BODY: 'm={phone}&text={text}' }],
    ['a form, unless set', {}],
  ])('are sent to it as %s', async (_, settings) => {
    await using sender = await gateway(200, () => 'OK')
    const { smsGateway } = readEnv({ SMS_PROVIDER: 'http', SMS_URL: sender.url, ...settings })
    await createHttpSms(smsGateway!).notify('13700000001', TEXT)
    const [{ headers, body }] = sender.posted as [Posted]
    const isJson = headers['content-type'] === 'application/json'
    const read = isJson ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body))
    expect(read).toEqual({ ['SMS_NOTICE_BODY' in settings ? 'm' : 'phone']: '13700000001', text: TEXT })
  })

  test('rejected by the gateway cause an error without the phone', async () => {
    await using sender = await gateway(500, (body) => `failed: ${body}`)
    const { smsGateway } = readEnv({ SMS_PROVIDER: 'http', SMS_URL: sender.url })
    const sent = createHttpSms(smsGateway!).notify('13700000001', TEXT)
    await expect(sent).rejects.toThrow('answered 500')
    await expect(sent).rejects.not.toThrow('13700000001')
  })
})

test.each([
  ['SMS_URL', {}],
  ['SMS_URL', { SMS_URL: 'gateway.example.com' }],
  ['SMS_HEADERS', { SMS_URL: 'https://gateway.example.com', SMS_HEADERS: 'Bearer x' }],
  ['SMS_BODY', { SMS_URL: 'https://gateway.example.com', SMS_BODY: 'mobile={phone}' }],
  ['SMS_NOTICE_BODY', { SMS_URL: 'https://gateway.example.com', SMS_NOTICE_BODY: 'text={text}' }],
  ['SMS_BODY', { SMS_URL: 'https://gateway.example.com', SMS_BODY: '{"phone":"{phone}","code":{code}' }],
])('a gateway without a usable %s stops the start with a line that names it', (name, settings) => {
  expect(() => readEnv({ SMS_PROVIDER: 'http', ...settings })).toThrow(name)
})
