// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { listenToCalls } from '#app/session/send.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { noteAnswer, noteSilence } from '#app/offline/connection.ts'
import { deliver } from './deliver-from-tab.ts'
import type { UnsentWrite } from './unsent-write.ts'

const WRITE: UnsentWrite = {
  seq: 1,
  key: 'a-key-that-was-made-at-the-tap',
  schema: 1,
  uid: '7',
  call: {
    id: 'point.edit',
    group: 'point',
    verb: 'edit',
    method: 'POST',
    path: '/point/edit',
    encoding: 'any',
    access: 'session',
  },
  input: { id: '100001' },
  files: [],
  thing: 'point:100001',
  label: '编辑点位',
  tappedAt: 0,
  attempts: 0,
  nextAt: 0,
  state: 'waiting',
}

const envelope = (code: number, message: string, status = 200) =>
  new Response(JSON.stringify({ code, message, msg: message, data: null }), { status })
const page = (status: number) => new Response('<html>', { status })

const TRIES: readonly (readonly [what: string, isOnline: boolean, answer: () => Response, told: object])[] = [
  ['the server does it', true, () => envelope(200, '操作成功'), { kind: 'done', data: null, words: '操作成功' }],
  [
    'the device has no network',
    false,
    () => {
      throw new TypeError('Failed to fetch')
    },
    { kind: 'later', reason: '离线', all: true },
  ],
  [
    'the server is silent',
    true,
    () => {
      throw new TypeError('Failed to fetch')
    },
    { kind: 'later', reason: '服务器无响应', all: true },
  ],
  ["a captive portal's page", true, () => page(200), { kind: 'later', reason: '网络可能需要登录', all: true }],
  ['a 401 that is none of the server', true, () => page(401), { kind: 'later', reason: '网络可能需要登录', all: true }],
  ['a proxy without its server', true, () => page(502), { kind: 'later', reason: '服务器无响应', all: true }],
  [
    'too much at once',
    true,
    () => envelope(429, '操作过于频繁'),
    { kind: 'later', reason: '操作过于频繁', all: false },
  ],
  ['the server is busy', true, () => envelope(503, '服务器忙'), { kind: 'later', reason: '服务器忙', all: true }],
  ['this one broke it', true, () => envelope(500, '系统异常'), { kind: 'later', reason: '系统异常', all: false }],
  ['401 in HTTP', true, () => envelope(401, '请重新登录', 401), { kind: 'stopped' }],
  ['401 in the body', true, () => envelope(401, '请重新登录'), { kind: 'stopped' }],
  ['a refusal', true, () => envelope(409, '已被他人修改'), { kind: 'refused', code: 409, reason: '已被他人修改' }],
]

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  forgetSession()
  noteAnswer()
})

test.each(TRIES)('%s: a write has the matching outcome', async (_what, isOnline, answer, told) => {
  listenToCalls({ onSignedOut: () => undefined, onAnswer: noteAnswer, onSilence: noteSilence, onSlow: () => undefined })
  startSession('token', { id: '7' } as Parameters<typeof startSession>[1])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  vi.stubGlobal('fetch', async () => answer())
  expect(await deliver(WRITE, async () => undefined)).toMatchObject(told)
})

test('the message for a repeated write counts as done, another conflict as refused', async () => {
  startSession('token', { id: '7' } as Parameters<typeof startSession>[1])
  const write = { ...WRITE, call: { ...WRITE.call, repeated: '不能重复签到' } }
  vi.stubGlobal('fetch', async () => envelope(409, '不能重复签到'))
  expect(await deliver(write, async () => undefined)).toEqual({ kind: 'done', data: null, words: '不能重复签到' })
  expect(await deliver(WRITE, async () => undefined)).toMatchObject({ kind: 'refused' })
  vi.stubGlobal('fetch', async () => envelope(409, '已被他人修改'))
  expect(await deliver(write, async () => undefined)).toMatchObject({ kind: 'refused', reason: '已被他人修改' })
})

test('a write is not sent under another account, nor without one', async () => {
  const asked = vi.fn<() => Response>(() => envelope(200, '操作成功'))
  vi.stubGlobal('fetch', asked)
  expect(await deliver(WRITE, async () => undefined)).toEqual({ kind: 'stopped' })
  startSession('token', { id: '8' } as Parameters<typeof startSession>[1])
  expect(await deliver(WRITE, async () => undefined)).toEqual({ kind: 'stopped' })
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  ['a new password', { isNeedModify: 0 }, '请先修改初始密码'],
  ['its information', { isNeedEdit: 0 }, '请先完善单位信息'],
])('a write waits while %s is due, and holds back no other', async (_what, due, reason) => {
  const asked = vi.fn<() => Response>(() => envelope(200, '操作成功'))
  vi.stubGlobal('fetch', asked)
  startSession('token', { id: '7', ...due } as Parameters<typeof startSession>[1])
  expect(await deliver(WRITE, async () => undefined)).toEqual({ kind: 'later', reason, all: false })
  expect(asked).not.toHaveBeenCalled()
})

test('the information that is due is sent', async () => {
  startSession('token', { id: '7', isNeedEdit: 0 } as Parameters<typeof startSession>[1])
  vi.stubGlobal('fetch', async () => envelope(200, '操作成功'))
  const write: UnsentWrite = { ...WRITE, call: { ...WRITE.call, whileIncomplete: true } }
  expect(await deliver(write, async () => undefined)).toMatchObject({ kind: 'done' })
})
