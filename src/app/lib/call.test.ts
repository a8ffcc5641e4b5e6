import { expect, test } from 'vitest'
import * as v from 'valibot'
import { group } from '#contract/endpoint.ts'
import { call, CallError, type Wire } from './call.ts'

const { ask } = group('test', {
  ask: {
    method: 'GET',
    path: '/ask',
    encoding: 'query',
    access: 'session',
    effect: false,
    // Only reached where nothing else ends the call.
    timeoutMs: 20,
    input: v.object({}),
    output: v.object({ name: v.string() }),
    summary: '',
  },
})

const envelope = (body: object, status = 200) =>
  Promise.resolve(new Response(JSON.stringify({ data: null, ...body }), { status }))
const page = (status: number) => Promise.resolve(new Response('<html></html>', { status }))
/** Never answers; lets go when it is given up. */
const silence = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  )

/** Makes the call over a transport; answers what a person is told, and what the app around it hears. */
async function told(transport: (url: string, init: RequestInit) => Promise<Response>) {
  const heard: string[] = []
  const wire: Wire = {
    base: '',
    token: () => 'token',
    onToken: () => undefined,
    onSignedOut: (text) => void heard.push(`signed out: ${text}`),
    onAnswer: () => void heard.push('answered'),
    onSilence: () => void heard.push('silent'),
  }
  const error = await call(wire, ask, {}, { transport }).catch((failure: unknown) => failure)
  if (!(error instanceof CallError)) throw new Error(`no refusal: ${JSON.stringify(error)}`)
  return { code: error.code, text: error.message, heard }
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
  ['HTTP 401 without an envelope', () => page(401), 401, ELSEWHERE, ['answered', `signed out: ${ELSEWHERE}`]],
  [
    'another code, with message',
    () => envelope({ code: 409, message: '已被他人修改' }),
    409,
    '已被他人修改',
    ['answered'],
  ],
  ['another code, with msg', () => envelope({ code: 500, msg: '列表暂不可用' }), 500, '列表暂不可用', ['answered']],
  ['another code, without a word', () => envelope({ code: 500 }), 500, UNREACHABLE, ['answered']],
  ['a timeout', silence, 'timeout', TIMEOUT, ['silent']],
  ['connection status 0', () => Promise.reject(new TypeError('failed')), 'unreachable', UNREACHABLE, ['silent']],
  ['HTTP 500', () => page(500), 'http', HTTP, []],
  ['HTTP 502', () => envelope({ error: 'bad gateway' }, 502), 'http', HTTP, ['silent']],
  ['a page where an envelope should be', () => page(200), 'http', HTTP, ['silent']],
  [
    'an answer that is none',
    () => envelope({ code: 200, message: 'ok', data: { name: 1 } }),
    'http',
    HTTP,
    ['answered'],
  ],
] as const)('%s is told as the documents’ error catalogue says', async (_what, transport, code, text, heard) => {
  expect(await told(transport)).toEqual({ code, text, heard })
})
