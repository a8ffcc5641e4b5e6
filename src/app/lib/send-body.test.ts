// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendBody } from './send-body.ts'

type Listener = (event: object) => void

class Request {
  readonly listeners = new Map<string, Listener>()
  readonly headers: Record<string, string> = {}
  readonly upload = { addEventListener: (type: string, listener: Listener) => this.progress.set(type, listener) }
  readonly progress = new Map<string, Listener>()
  readonly answerHeaders: Record<string, string> = {}
  readonly abort = vi.fn<() => void>()
  opened: readonly string[] = []
  body: unknown
  status = 200
  responseText = '{}'
  responseURL = ''

  constructor() {
    requests.push(this)
  }
  open(...opened: string[]) {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return this.answerHeaders[name] ?? null
  }
  addEventListener(type: string, listener: Listener) {
    this.listeners.set(type, listener)
  }
  send(body: unknown) {
    this.body = body
  }
}

let requests: Request[] = []
beforeEach(() => {
  requests = []
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => vi.unstubAllGlobals())

function start(init: RequestInit, url = '/upload?_t=1') {
  const shares: number[] = []
  // No unhandled rejection before the await.
  const outcome = sendBody(url, init, (share) => shares.push(share)).catch((error: unknown) => error)
  const [request] = requests
  if (!request) throw new Error('no request was made')
  return { request, shares, outcome, report: (type: string, event = {}) => request.listeners.get(type)?.(event) }
}

test('sends method, URL, headers and body, and returns status, text and token', async () => {
  const body = new FormData()
  const { request, outcome, report } = start({ method: 'POST', headers: { 'x-auth-token': 'mine' }, body })
  expect(request.opened).toEqual(['POST', '/upload?_t=1'])
  expect(request.headers).toEqual({ 'x-auth-token': 'mine' })
  expect(request.body).toBe(body)
  Object.assign(request, { status: 413, responseText: '{"code":413}' })
  request.answerHeaders['x-auth-token'] = 'renewed'
  report('load')
  const answer = (await outcome) as Response
  expect([answer.status, await answer.text(), answer.headers.get('x-auth-token')]).toEqual([
    413,
    '{"code":413}',
    'renewed',
  ])
})

test('is a GET without headers by default, and an answer without a token has an empty one', async () => {
  const { request, outcome, report } = start({})
  expect([request.opened[0], request.headers]).toEqual(['GET', {}])
  report('load')
  expect(((await outcome) as Response).headers.get('x-auth-token')).toBe('')
})

test('reports the sent share if the total is known', () => {
  const { request, shares } = start({ method: 'POST' })
  const progress = request.progress.get('progress')
  progress?.({ loaded: 1, total: 4, lengthComputable: true })
  progress?.({ loaded: 2, total: 4, lengthComputable: false })
  progress?.({ loaded: 0, total: 0, lengthComputable: true })
  progress?.({ loaded: 4, total: 4, lengthComputable: true })
  expect(shares).toEqual([0.25, 1])
})

test.each(['error', 'abort'])('rejects as fetch does on %s', async (type) => {
  const { outcome, report } = start({ method: 'POST' })
  report(type)
  expect(await outcome).toEqual(new TypeError('the body could not be sent'))
})

test.each([
  ['', true],
  [`${location.origin}/v2/upload`, true],
  ['http://portal.example/login', false],
])('an answer from the URL "%s" is accepted: %s', async (responseURL, counts) => {
  const { request, outcome, report } = start({ method: 'POST' })
  request.responseURL = responseURL
  report('load')
  expect((await outcome) instanceof Response).toBe(counts)
})

test('an absolute URL is compared with its own host', async () => {
  const { request, outcome, report } = start({ method: 'POST' }, 'http://api.example/upload')
  request.responseURL = 'http://api.example/upload'
  report('load')
  expect(await outcome).toBeInstanceOf(Response)
})

test('a signal that aborts ends the request', () => {
  const giveUp = new AbortController()
  const { request } = start({ method: 'POST', signal: giveUp.signal })
  expect(request.abort).not.toHaveBeenCalled()
  giveUp.abort()
  expect(request.abort).toHaveBeenCalledOnce()
})
