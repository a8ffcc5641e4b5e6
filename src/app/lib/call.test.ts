// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { type Endpoint, group } from '#contract/endpoint.ts'
import { call, CallError, callWithMessage, type Sending, type Wire } from './call.ts'

const { ask } = group('test', {
  ask: {
    method: 'GET',
    path: '/ask',
    encoding: 'query',
    access: 'session',
    effect: false,
    timeoutMs: 20,
    input: v.object({}),
    output: v.object({ name: v.string() }),
    summary: '',
  },
})

const envelope = (body: object, status = 200) =>
  Promise.resolve(new Response(JSON.stringify({ data: null, ...body }), { status }))
const page = (status: number) => Promise.resolve(new Response('<html></html>', { status }))
const text = (body: string, status: number) => Promise.resolve(new Response(body, { status }))
const redirected = (url: string, body = JSON.stringify({ code: 401, message: '' })) =>
  Promise.resolve(
    Object.defineProperties(new Response(body, { status: 401 }), {
      redirected: { value: true },
      url: { value: url },
    }),
  )
const aborted = ({ signal }: RequestInit) =>
  new Promise<never>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  )
const silence = (_url: string, init: RequestInit) => aborted(init)
/** Sends a partial body, stalls and ignores the abort. */
const stall = () =>
  Promise.resolve(
    new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"code":200,')) })),
  )
const cut = () =>
  Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })))

async function told(transport: (url: string, init: RequestInit) => Promise<Response>, endpoint: Endpoint = ask) {
  const heard: string[] = []
  const wire: Wire = {
    base: '',
    token: 'token',
    onToken: (token) => void heard.push(`token ${token}`),
    onSignedOut: (words) => void heard.push(`signed out: ${words}`),
    onAnswer: (date) => void heard.push(date ? `answered ${date}` : 'answered'),
    onSilence: (isPortal) => void heard.push(isPortal ? 'portal' : 'silent'),
    onSlow: () => void heard.push('slow'),
    onMinimum: (version) => void heard.push(...(version ? [`minimum ${version}`] : [])),
  }
  const answer = await call(wire, endpoint, {}, { transport }).catch((failure: unknown) => failure)
  if (!(answer instanceof CallError)) return { answer, heard }
  return { code: answer.code, text: answer.message, heard }
}

const ELSEWHERE = '您的账号已在其他设备登录!'
const UNREACHABLE = '服务连接出错，请稍后再试！'
const TIMEOUT = '连接超时，请稍后再试！'
const HTTP = '操作异常，请稍后再试！'

test.each([
  [
    'code 401',
    () => envelope({ code: 401, message: ELSEWHERE }, 401),
    401,
    ELSEWHERE,
    ['answered', `signed out: ${ELSEWHERE}`],
  ],
  [
    'code 401 beside HTTP 200',
    () => envelope({ code: 401, msg: ELSEWHERE }),
    401,
    ELSEWHERE,
    ['answered', `signed out: ${ELSEWHERE}`],
  ],
  [
    'code 401 with a message of its own',
    () => envelope({ code: 401, message: '密码已修改', msg: '' }, 401),
    401,
    '密码已修改',
    ['answered', 'signed out: 密码已修改'],
  ],
  [
    'code 401 with a msg of its own',
    () => envelope({ code: 401, message: '', msg: '密码已修改' }),
    401,
    '密码已修改',
    ['answered', 'signed out: 密码已修改'],
  ],
  ['code 401 without a word', () => envelope({ code: 401 }), 401, ELSEWHERE, ['answered', `signed out: ${ELSEWHERE}`]],
  [
    'HTTP 401 with other JSON',
    () => text('{"error":1}', 401),
    401,
    ELSEWHERE,
    ['answered', `signed out: ${ELSEWHERE}`],
  ],
  ['HTTP 401 with JSON null', () => text('null', 401), 401, ELSEWHERE, ['answered', `signed out: ${ELSEWHERE}`]],
  ['HTTP 401 without a body', () => text('', 401), 401, ELSEWHERE, ['answered', `signed out: ${ELSEWHERE}`]],
  ['HTTP 401 with a page', () => page(401), 'http', HTTP, ['portal']],
  ['an envelope from another host', () => redirected('http://portal.example/login'), 'http', HTTP, ['portal']],
  [
    'an envelope from the same host',
    () => redirected(`${location.origin}/v2/ask`),
    401,
    ELSEWHERE,
    ['answered', `signed out: ${ELSEWHERE}`],
  ],
  ['another code, with message', () => envelope({ code: 409, message: '已被修改' }), 409, '已被修改', ['answered']],
  ['another code, with msg', () => envelope({ code: 500, msg: '列表暂不可用' }), 500, '列表暂不可用', ['answered']],
  ['another code, without a word', () => envelope({ code: 500 }), 500, UNREACHABLE, ['answered']],
  ['a timeout', silence, 'timeout', TIMEOUT, ['silent']],
  ['a body that stalls', stall, 'timeout', TIMEOUT, ['silent']],
  ['a body that is cut', cut, 'unreachable', UNREACHABLE, ['silent']],
  ['connection status 0', () => Promise.reject(new TypeError('failed')), 'unreachable', UNREACHABLE, ['silent']],
  ['HTTP 500', () => page(500), 'http', HTTP, []],
  ['HTTP 500 beside an envelope', () => envelope({ code: 500 }, 500), 'http', HTTP, []],
  ['HTTP 404 with a page', () => page(404), 'http', HTTP, []],
  ['HTTP 403 with a page', () => page(403), 'http', HTTP, ['portal']],
  ['HTTP 403 with JSON', () => text('{"status":403}', 403), 'http', HTTP, []],
  ['HTTP 501', () => page(501), 'http', HTTP, []],
  ['HTTP 502', () => envelope({ error: 'bad gateway' }, 502), 'http', HTTP, ['silent']],
  ['HTTP 502 with a page', () => page(502), 'http', HTTP, ['silent']],
  ['HTTP 500 with JSON', () => text('{}', 500), 'http', HTTP, []],
  ['HTTP 510 with a page', () => page(510), 'http', HTTP, ['silent']],
  ['HTTP 511 with a page', () => page(511), 'http', HTTP, ['portal']],
  ['a page where an envelope should be', () => page(200), 'http', HTTP, ['portal']],
  ['nothing where an envelope should be', () => text('', 200), 'http', HTTP, ['silent']],
  ['JSON that is no envelope', () => text('{"code":"200"}', 200), 'http', HTTP, ['silent']],
  [
    'an answer that is none',
    () => envelope({ code: 200, message: 'ok', data: { name: 1 } }),
    'http',
    HTTP,
    ['answered'],
  ],
] as const)('%s shows the message of the documented error catalogue', async (_what, transport, code, words, heard) => {
  expect(await told(transport)).toEqual({ code, text: words, heard })
})

const answer = (headers: Record<string, string> = {}) =>
  Promise.resolve(
    new Response(JSON.stringify({ code: 200, message: '操作成功', msg: '', data: { name: '甲' } }), { headers }),
  )

test('an answer has its data and the information of its headers', async () => {
  const headers = { date: 'Thu, 19 Nov 2026 02:00:00 GMT', 'x-auth-token': 'new', 'x-min-client': '3' }
  expect(await told(() => answer(headers))).toEqual({
    answer: { name: '甲' },
    heard: ['minimum 3', 'answered Thu, 19 Nov 2026 02:00:00 GMT', 'token new'],
  })
  expect(await told(() => answer())).toEqual({ answer: { name: '甲' }, heard: ['answered'] })
})

test('a rejection has its fields and its id in the server’s log', async () => {
  const transport = () =>
    Promise.resolve(
      Response.json({ code: 400, message: '有误', errors: { name: '太长' } }, { headers: { 'x-request-id': 'r1' } }),
    )
  const wire = { base: '', token: null } as unknown as Wire
  const quiet = {
    ...wire,
    onToken: vi.fn<() => void>(),
    onSignedOut: vi.fn<() => void>(),
    onAnswer: vi.fn<() => void>(),
    onSilence: vi.fn<() => void>(),
    onSlow: vi.fn<() => void>(),
  }
  await expect(call(quiet, ask, {}, { transport })).rejects.toMatchObject({
    code: 400,
    fields: { name: '太长' },
    requestId: 'r1',
    unanswered: false,
  })
})

async function sent(spec: Partial<Endpoint>, input: object, sending: Sending = {}, token: string | null = 'token') {
  const seen: { url: URL; init: RequestInit }[] = []
  const quiet = {
    onToken: vi.fn<() => void>(),
    onSignedOut: vi.fn<() => void>(),
    onAnswer: vi.fn<() => void>(),
    onSilence: vi.fn<() => void>(),
    onSlow: vi.fn<() => void>(),
  }
  const wire: Wire = { base: 'http://host', token, ...quiet }
  const transport = (url: string, init: RequestInit) => {
    seen.push({ url: new URL(url), init })
    return answer()
  }
  const { text: words } = await callWithMessage(wire, { ...ask, ...spec } as Endpoint, input, { ...sending, transport })
  const [{ url, init }] = seen as [{ url: URL; init: RequestInit }]
  expect(url.searchParams.get('_t')).toMatch(/^\d+$/)
  url.searchParams.delete('_t')
  return { words, url: `${url.origin}${url.pathname}${url.search}`, init }
}

test('fields are sent in the documented encoding, missing ones are left out', async () => {
  const input = { a: 1, b: '乙', c: undefined, d: null }
  const query = await sent({ encoding: 'query' }, input)
  expect(query).toMatchObject({ words: '操作成功', url: `http://host/ask?a=1&b=${encodeURIComponent('乙')}` })
  expect(query.init).toMatchObject({ method: 'GET', credentials: 'omit', cache: 'no-store' })
  expect(query.init.headers).toEqual({ 'x-auth-token': 'token' })
  expect(query.init.body).toBeUndefined()
  const form = await sent({ encoding: 'form', method: 'POST' }, input)
  expect([form.url, String(form.init.body)]).toEqual(['http://host/ask', `a=1&b=${encodeURIComponent('乙')}`])
  const multipart = await sent({ encoding: 'multipart' }, { ...input, file: new Blob(['x']) })
  const body = multipart.init.body as FormData
  expect([...body.keys()]).toEqual(['a', 'b', 'file'])
  expect([body.get('a'), body.get('file') instanceof Blob]).toEqual(['1', true])
  for (const encoding of ['json', 'any'] as const) {
    const json = await sent({ encoding }, input, { headers: { 'idempotency-key': 'k' } }, null)
    expect(json.init.headers).toEqual({ 'content-type': 'application/json', 'idempotency-key': 'k' })
    expect(JSON.parse(json.init.body as string)).toEqual({ a: 1, b: '乙', d: null })
  }
  const none = await sent({ encoding: 'none' }, input)
  expect([none.url, none.init.body]).toEqual(['http://host/ask', undefined])
})

test('cookies are sent with public calls only', async () => {
  expect((await sent({ access: 'public' }, {})).init.credentials).toBe('same-origin')
  expect((await sent({ access: 'gov' }, {})).init.credentials).toBe('omit')
})

test.each([
  ['timeout', true],
  ['unreachable', true],
  ['http', false],
  [404, false],
] as const)('a failure %s counts as no answer: %s', (code, unanswered) => {
  expect(new CallError(code, '').unanswered).toBe(unanswered)
})

test('aborting after the answer does not affect the request', async () => {
  const leave = new AbortController()
  const { init } = await sent({}, {}, { signal: leave.signal })
  leave.abort()
  expect(init.signal?.aborted).toBe(false)
})

test('an error of the app itself passes unchanged', async () => {
  const error = new Error('storage')
  const wire: Wire = {
    base: '',
    token: '',
    onToken: () => {
      throw error
    },
    onSignedOut: vi.fn<() => void>(),
    onAnswer: vi.fn<() => void>(),
    onSilence: vi.fn<() => void>(),
    onSlow: vi.fn<() => void>(),
  }
  const transport = () => answer({ 'x-auth-token': 'new', 'x-request-id': 'r1' })
  await expect(call(wire, ask, {}, { transport })).rejects.toBe(error)
  expect(error).not.toHaveProperty('requestId')
})

test('a call aborted by the user does not count as unreachable', async () => {
  const leave = new AbortController()
  const onSilence = vi.fn<() => void>()
  const wire: Wire = {
    base: '',
    token: '',
    onToken: vi.fn<() => void>(),
    onSignedOut: vi.fn<() => void>(),
    onAnswer: vi.fn<() => void>(),
    onSilence,
    onSlow: vi.fn<() => void>(),
  }
  const going = call(wire, { ...ask, timeoutMs: 60_000 }, {}, { transport: silence, signal: leave.signal })
  leave.abort()
  const error = await going.catch((cause: unknown) => cause)
  expect([error instanceof CallError, onSilence.mock.calls]).toEqual([false, []])
})

test('after five seconds without an answer the server is checked, except for slow calls', async () => {
  vi.useFakeTimers()
  const { timeoutMs: _, ...usual } = ask
  const [short, long] = [told(silence, usual as Endpoint), told(silence, { ...ask, timeoutMs: 120_000 })]
  await vi.advanceTimersByTimeAsync(29_999)
  const quick = told(() => answer(), usual as Endpoint)
  await vi.advanceTimersByTimeAsync(120_000)
  vi.useRealTimers()
  expect(await short).toEqual({ code: 'timeout', text: TIMEOUT, heard: ['slow', 'silent'] })
  expect(await long).toEqual({ code: 'timeout', text: TIMEOUT, heard: ['silent'] })
  expect((await quick).heard).toEqual(['answered'])
})
