import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isSigned } from '#contract/access.ts'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { openApi } from '../support/api-context.ts'
import { CALLER_NAMES, callerOf, isWelcome, keepSignedIn, type CallerName } from '../support/callers.ts'

const city = await openApi()
const t = await city.lasting()
const people = keepSignedIn(t)

const asked: string[] = []
const WHO = 'who is calling'
const { query } = Client.prototype
vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
  const [first] = given as [string | { text?: string }]
  const text = typeof first === 'string' ? first : String(first.text)
  asked.push(/^select .* from "session" /.test(text) ? WHO : text)
  return Reflect.apply(query, this, given)
})

afterAll(() => city.close())

/** Only the caller decides. */
async function knock(call: Endpoint, headersFor: (request: Request) => Promise<Record<string, string>>) {
  const nonsense = call.method === 'GET' ? '?currentPage=x' : ''
  const request = new Request(`http://localhost${call.path}${nonsense}`, {
    method: call.method,
    headers: { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/json' },
    ...(call.method === 'POST' ? { body: '{"currentPage":"x"' } : {}),
  })
  for (const [name, value] of Object.entries(await headersFor(request))) request.headers.set(name, value)
  asked.length = 0
  const response = await t.api.request(request)
  return { status: response.status, body: (await response.json()) as Envelope, asked: [...asked] }
}

function refusal(call: Endpoint, name: CallerName) {
  // Without a signature the caller is anonymous.
  const code = callerOf(name).actor === null || isSigned(call.access) ? 401 : 403
  return { status: code === 401 ? 401 : 200, code, asked: code === 401 ? [] : [WHO] }
}

const calls = endpoints()
const cells = calls.flatMap((call) => CALLER_NAMES.map((name) => ({ id: call.id, name, call })))
const welcome = cells.filter(({ call, name }) => isWelcome(call, name))
const unwelcome = cells.filter((cell) => !welcome.includes(cell))

test('the tables cover every call and every caller', () => {
  console.log(
    `${cells.length} cells (${calls.length} calls × ${CALLER_NAMES.length} callers): ` +
      `${welcome.length} let in, ${unwelcome.length} refused`,
  )
  expect(welcome.length + unwelcome.length).toBe(calls.length * CALLER_NAMES.length)
})

describe('allows the callers that may use it', () => {
  test.each(welcome)('$id by $name', async ({ call, name }) => {
    const { status, body } = await knock(call, (request) => people.headers(name, request))
    people.heard(name, call, body.code)
    expect(status).toBe(200)
    expect([200, 400, 429, ...(call.errors ?? [])]).toContain(body.code)
  })
})

describe('rejects other callers before its input is validated or any statement runs', () => {
  test.each(unwelcome)('$id by $name', async ({ call, name }) => {
    const { status, body, asked: read } = await knock(call, (request) => people.headers(name, request))
    expect({ status, code: body.code, asked: read }).toEqual(refusal(call, name))
    expect(body).toMatchObject({ data: null, message: expect.stringMatching(/\p{Script=Han}/u), msg: body.message })
  })

  test.each(calls.filter((call) => call.access !== 'public'))('$id by an unknown token', async (call) => {
    const { status, body } = await knock(call, async () => ({ 'x-auth-token': 'A'.repeat(43) }))
    expect({ status, code: body.code }).toEqual({ status: 401, code: 401 })
  })
})
