// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { upload } from '#contract/upload.ts'
import { noteAnswer, noteSilence } from '#app/offline/connection.ts'
import { listenToCalls } from '#app/session/send.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { deliver } from './deliver-from-tab.ts'
import { CALL } from '#tests/support/outbox/outbox-fixtures.ts'
import { fileShares } from './outbox-state.ts'
import type { UnsentCall, UnsentFile, UnsentWrite } from './unsent-write.ts'
import { openWriteServer, showPageOf } from '#tests/support/write-server.ts'

const SIGNED_IN = { id: '7' } as Parameters<typeof startSession>[1]
const DONE = { kind: 'done', data: null, words: '操作成功' }
const server = await openWriteServer()
let saved: (readonly UnsentFile[])[]
const save = async ({ files }: UnsentWrite) => void saved.push(files)

const photo = (name: string): UnsentFile => ({ blob: new Blob([`bytes of ${name}`], { type: 'image/png' }), name })
const writeOf = (more: Partial<UnsentWrite>): UnsentWrite => ({
  seq: 1,
  key: 'key-1',
  schema: 1,
  uid: '7',
  call: CALL,
  input: { id: '100001' },
  files: [],
  thing: 'point:100001',
  label: '编辑点位',
  tappedAt: 0,
  attempts: 0,
  nextAt: 0,
  state: 'waiting',
  ...more,
})
const bodies = () => server.received.map(({ path, body }) => (path === '/file/upload' ? path : JSON.parse(body)))

beforeEach(() => {
  server.reset()
  showPageOf(server.origin)
  saved = []
  listenToCalls({ onSignedOut: () => undefined, onAnswer: noteAnswer, onSilence: noteSilence, onSlow: () => undefined })
  startSession('token', SIGNED_IN)
})
afterEach(() => {
  forgetSession()
  noteAnswer()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
afterAll(() => server.close())

test("sends the write as created, under its key and with the key of the account's own write it follows", async () => {
  expect(await deliver(writeOf({ follows: ['a', 'b'] }), save)).toEqual(DONE)
  const common = { path: '/point/edit', key: 'key-1', token: 'token', type: 'application/json' }
  expect(server.received).toEqual([{ ...common, follows: 'a,b', body: '{"id":"100001"}' }])
})

test.each([
  ['none', []],
  ['none, as an older version of the app kept it', undefined],
])('sends no preceding key where it follows %s', async (_what, follows) => {
  await deliver(writeOf(follows ? { follows } : {}), save)
  expect(server.received).toMatchObject([{ key: 'key-1', follows: undefined }])
})

test('sets the time of sending where the call has a field for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 23, 1, 2, 3) })
  const call: UnsentCall = { ...CALL, stamped: 'sentAt' }
  await deliver(writeOf({ call, input: { id: '1', sentAt: 'earlier' } }), save)
  expect(bodies()).toEqual([{ id: '1', sentAt: '2026-03-23 09:02:03' }])
})

test('sends the files first, each once, and puts their URLs into the fields of the write', async () => {
  const input = {
    photos: [{ $file: 0 }, { $file: 1 }],
    cover: { url: { $file: 1 }, turned: null },
    gone: { $file: 5 },
    name: '静安大楼',
    floors: 3,
  }
  const files = [photo('a.jpg'), photo('b.jpg')]
  expect(await deliver(writeOf({ input, files }), save)).toEqual(DONE)
  expect(bodies()).toEqual([
    '/file/upload',
    '/file/upload',
    { photos: ['/file/1', '/file/2'], cover: { url: '/file/2', turned: null }, name: '静安大楼', floors: 3 },
  ])
  expect(server.received.map(({ key }) => key)).toEqual(['key-1-f0', 'key-1-f1', 'key-1'])
  for (const [at, name] of ['a.jpg', 'b.jpg'].entries()) {
    expect(server.received[at]?.body).toContain(`name="file"; filename="${name}"`)
    expect(server.received[at]?.body).toMatch(new RegExp(`content-type: image/png\\s+bytes of ${name}`, 'i'))
  }
  const [one, two] = files
  expect(saved).toEqual([
    [{ ...one, address: '/file/1' }, two],
    [
      { ...one, address: '/file/1' },
      { ...two, address: '/file/2' },
    ],
  ])
})

test('does not send under the account that signed in while a file was uploaded', async () => {
  const write = writeOf({ input: { photos: [{ $file: 0 }, { $file: 1 }] }, files: [photo('a.jpg'), photo('b.jpg')] })
  const signIn = async () => startSession('others', { id: '8' } as Parameters<typeof startSession>[1])
  expect(await deliver(write, signIn)).toEqual({ kind: 'stopped' })
  expect(bodies()).toEqual(['/file/upload'])
})

test('does not send an uploaded file again', async () => {
  const files = [{ ...photo('a.jpg'), address: '/file/kept' }, photo('b.jpg')]
  await deliver(writeOf({ input: { photos: [{ $file: 0 }, { $file: 1 }] }, files }), save)
  expect(bodies()).toEqual(['/file/upload', { photos: ['/file/kept', '/file/1'] }])
  expect(server.received[0]).toMatchObject({ key: 'key-1-f1' })
  expect(saved.map((all) => all.map(({ address }) => address))).toEqual([['/file/kept', '/file/1']])
})

test('stops when the device cannot store its progress', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  await expect(deliver(writeOf({ files: [photo('a.jpg')] }), full)).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect(bodies()).toEqual(['/file/upload'])
})

test('an unreadable file ends the attempt, and is no rejection', async () => {
  function gone() {
    throw new DOMException('gone', 'NotReadableError')
  }
  vi.stubGlobal('File', gone)
  await expect(deliver(writeOf({ files: [photo('a.jpg')] }), save)).rejects.toMatchObject({ name: 'NotReadableError' })
  expect([server.received, saved]).toEqual([[], []])
})

test('a rejected file is named in the message and at its field; earlier ones are kept', async () => {
  server.answer({ data: '/file/1' }, { code: 413, message: '文件过大' })
  expect(await deliver(writeOf({ files: [photo('a.jpg'), photo('b.jpg')] }), save)).toEqual({
    kind: 'refused',
    code: 413,
    reason: '附件“b.jpg”：文件过大',
    fields: { 'files.1': '文件过大' },
  })
  expect(bodies()).toEqual(['/file/upload', '/file/upload'])
  expect(saved.map((all) => all.map(({ address }) => address))).toEqual([['/file/1', undefined]])
})

test.each([
  ['the session ended', { code: 401, message: '请重新登录' }, { kind: 'stopped' }],
  ['the server failed', { code: 500, message: '系统异常' }, { kind: 'later', reason: '系统异常', all: false }],
  ['the connection was cut', 'cut', { kind: 'later', reason: '服务器无响应', all: true }],
] as const)('during the upload of a file %s: the file is not rejected', async (_what, answer, told) => {
  server.answer(answer)
  expect(await deliver(writeOf({ files: [photo('a.jpg')] }), save)).toEqual(told)
  expect([bodies(), saved]).toEqual([['/file/upload'], []])
})

test.each([
  ['sent', { data: '/file/1' }],
  ['refused', { code: 413, message: '文件过大' }],
] as const)('shows the upload progress of a file until it is %s', async (_what, answer) => {
  fileShares.write({ other: 0.5 })
  const seen: unknown[] = []
  const stop = fileShares.follow(() => seen.push(fileShares.read()))
  const { send } = XMLHttpRequest.prototype
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function sending(this: XMLHttpRequest, body) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4, lengthComputable: true }))
    send.call(this, body)
  })
  server.answer(answer)
  await deliver(writeOf({ files: [photo('a.jpg')] }), save)
  stop()
  expect(seen).toEqual([{ other: 0.5, 'key-1-f0': 0.25 }, { other: 0.5 }])
  fileShares.write({})
})

test('a server that does not answer within the limit of the call is unreachable', async () => {
  server.answer('silence')
  const call: UnsentCall = { ...CALL, timeoutMs: 50 }
  expect(await deliver(writeOf({ call }), save)).toEqual({ kind: 'later', reason: '服务器无响应', all: true })
})

test('an upload that does not end within its limit holds back its own object only', async () => {
  const { timeoutMs } = upload.store
  Object.assign(upload.store, { timeoutMs: 50 })
  server.answer('silence')
  const told = await deliver(writeOf({ files: [photo('a.jpg')] }), save)
  Object.assign(upload.store, { timeoutMs })
  expect(told).toEqual({ kind: 'later', reason: '服务器无响应', all: false })
})

test('a rejection of the server has its fields', async () => {
  server.answer({ code: 400, message: '请检查' })
  expect(await deliver(writeOf({}), save)).toEqual({
    kind: 'refused',
    code: 400,
    reason: '请检查',
    fields: { floor: '有误' },
  })
})

test('a write to a foreign server has no key, and is not repeated automatically', async () => {
  vi.stubEnv('VITE_API_BASE', server.origin)
  vi.resetModules()
  const session = await import('#app/session/session.ts')
  const { deliver: deliverThere } = await import('./deliver-from-tab.ts')
  session.startSession('token', SIGNED_IN)
  server.answer({ data: null }, 'cut', { code: 503, message: '服务器忙' })
  const tries = []
  for (let turn = 0; turn < 3; turn += 1) tries.push(await deliverThere(writeOf({ follows: ['a'] }), save))
  expect(tries).toMatchObject([
    DONE,
    { kind: 'refused', code: 'unreachable', reason: '不能确定服务器是否已收到，请核对后重试或放弃' },
    { kind: 'later', reason: '服务器忙' },
  ])
  expect(server.received.map(({ key, follows }) => [key, follows])).toEqual(tries.map(() => [undefined, undefined]))
})

test('offline, a write to a foreign server waits, and is not begun', async () => {
  vi.stubEnv('VITE_API_BASE', server.origin)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.resetModules()
  const session = await import('#app/session/session.ts')
  const { deliver: deliverThere } = await import('./deliver-from-tab.ts')
  session.startSession('token', SIGNED_IN)
  expect(await deliverThere(writeOf({}), save)).toEqual({ kind: 'later', reason: '离线', all: true })
  expect(server.received).toEqual([])
})
