// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { group } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { noteAnswer } from '#app/offline/connection.ts'
import { forgetSession, startSession } from '#app/session/session.ts'
import { toasts } from '#app/ui/toast-queue.ts'
import { CALL } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutboxStore } from './outbox-store.ts'
import { addressOfFile, FilesRefused, refusedWrite, withOutbox, writeQueued } from './write-queued.ts'
import { openWriteServer, showPageOf } from '#tests/support/write-server.ts'

const base = { method: 'POST', encoding: 'any', access: 'session', effect: true, queue: 'queue', summary: '' } as const
const { edit, sign } = group('test', {
  edit: { ...base, path: '/test/edit', input: v.looseObject({}), output: v.unknown() },
  sign: {
    ...base,
    path: '/test/sign',
    stamped: 'sentAt',
    whileOwing: true,
    whileIncomplete: true,
    timeoutMs: 60_000,
    input: v.looseObject({}),
    output: v.unknown(),
  },
})
const ABOUT = { thing: 'point:1', label: '编辑点位' }
const KEPT = { isSent: false, words: '已保存在本机，联网后自动提交' }
const BUSY = { code: 500, message: '系统异常' }
/** The fake database does not clone simulated blobs. */
const KEPT_FILE = { blob: expect.anything(), name: 'a.jpg', address: '/file/1' }
const PHOTO = { blob: new Blob(['a']), name: 'a.jpg' }

const server = await openWriteServer()
let accounts = 0
let uid = ''
const rows = () => openOutboxStore(uid).all()
const words = () => toasts.read().map(({ kind, text }) => `${kind}: ${text}`)
const failureOf = (writing: Promise<unknown>) =>
  writing.then(
    () => undefined,
    (error: unknown) => error as FilesRefused,
  )

/** Writes fail; with `getAll`, reads fail too. */
const breakStorage = (step: 'add' | 'getAll') =>
  vi.spyOn(IDBObjectStore.prototype, step).mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

beforeEach(() => {
  server.reset()
  showPageOf(server.origin)
  uid = `writer ${(accounts += 1)}`
  startSession('token', { id: uid } as Parameters<typeof startSession>[1])
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetSession()
  noteAnswer()
  toasts.write([])
})
afterAll(() => server.close())

test('nothing is stored or sent without a signed-in account', async () => {
  forgetSession()
  expect(await failureOf(writeQueued(edit, {}, ABOUT))).toMatchObject({ code: 401, message: '请先登录' })
  expect([await refusedWrite('point-edit:1'), await rows(), server.received]).toEqual([undefined, [], []])
})

test('returns the server’s answer of an applied write', async () => {
  server.answer({ data: { version: 2 } })
  expect(await writeQueued(edit, { id: '1' }, ABOUT)).toStrictEqual({
    isSent: true,
    data: { version: 2 },
    words: '操作成功',
  })
  expect(server.received).toMatchObject([{ path: '/test/edit', body: '{"id":"1"}' }])
  expect([await rows(), words()]).toEqual([[], []])
})

test('stores an unsent write with all data to send and to show it', async () => {
  const form = { name: 'point-edit:1', entered: { floor: '1' } }
  const files = [{ ...PHOTO, address: '/file/1' }]
  server.answer(BUSY)
  const told = { ...ABOUT, place: '静安大楼', page: '/point', files, form }
  expect(await writeQueued(sign, { photo: addressOfFile(0) }, told)).toStrictEqual(KEPT)
  const [row] = await rows()
  const { path, method, encoding, access, stamped, whileOwing, whileIncomplete, timeoutMs } = sign
  const flags = { stamped, whileOwing, whileIncomplete, timeoutMs }
  expect(row).toStrictEqual({
    ...told,
    files: [KEPT_FILE],
    uid,
    call: { id: 'test.sign', group: 'test', verb: 'sign', path, method, encoding, access, ...flags },
    input: { photo: { $file: 0 } },
    schema: 1,
    seq: 1,
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    follows: [],
    tappedAt: expect.any(Number),
    attempts: 1,
    nextAt: expect.any(Number),
    state: 'waiting',
    reason: '系统异常',
  })
  expect(server.received.map(({ body }) => JSON.parse(body).photo)).toEqual(['/file/1'])
})

test('a limit is shown with the write that waits for it', async () => {
  server.answer({ code: 429, message: '每小时最多 20 次' })
  const words = '每小时最多 20 次。已保存在本机，稍后自动提交'
  expect(await writeQueued(edit, {}, ABOUT)).toEqual({ isSent: false, words })
  expect(await rows()).toMatchObject([{ state: 'waiting', reason: '每小时最多 20 次' }])
})

test('stores no absent parts of a write', async () => {
  server.answer(BUSY)
  await writeQueued(edit, {}, { ...ABOUT, place: undefined, replaces: undefined })
  const [row] = await rows()
  expect(Object.keys(row?.call ?? {}).sort()).toEqual(['access', 'encoding', 'group', 'id', 'method', 'path', 'verb'])
  expect(['place', 'page', 'form', 'replaces'].filter((name) => name in (row ?? {}))).toEqual([])
  expect(row?.files).toEqual([])
})

test("rejects with the server's rejection, and stores nothing", async () => {
  server.answer({ code: 400, message: '请检查' })
  const failure = await failureOf(writeQueued(edit, {}, { ...ABOUT, files: [] }))
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).not.toBeInstanceOf(FilesRefused)
  expect(failure).toMatchObject({ code: 400, message: '请检查', fields: { floor: '有误' } })
  expect(await rows()).toEqual([])
})

test('a rejection of a write with files returns the uploaded ones', async () => {
  server.answer({ data: '/file/1' }, { code: 400, message: '请检查' })
  const failure = await failureOf(writeQueued(edit, { photo: addressOfFile(0) }, { ...ABOUT, files: [PHOTO] }))
  expect(failure).toBeInstanceOf(FilesRefused)
  expect(failure).toMatchObject({ code: 400, message: '请检查', fields: { floor: '有误' } })
  expect(failure?.files).toEqual([KEPT_FILE])
})

test('a write sent from a device that cannot store it reports this', async () => {
  breakStorage('add')
  expect(await writeQueued(edit, {}, ABOUT)).toMatchObject({ isSent: true, words: '操作成功' })
  expect(words()).toEqual(['info: 本机存储不可用，此项未在本机保存，已直接提交'])
})

const FORM = { form: { name: 'point-edit:1', entered: {} } }
test.each([
  ['for a reason', FORM, BUSY, '本机存储不可用，此项未保存也未提交（系统异常），请勿关闭页面，稍后重试'],
  [
    'as the session ended',
    FORM,
    { code: 401, message: '请重新登录' },
    '本机存储不可用，此项未保存也未提交，请勿关闭页面，稍后重试',
  ],
  [
    'and has a photo',
    { files: [PHOTO] },
    BUSY,
    '本机存储不可用，此项未保存也未提交（系统异常），请勿关闭页面，稍后重试',
  ],
  ['and has no form', {}, BUSY, '本机存储不可用，此项未保存也未提交（系统异常），请稍后重试'],
])('a write that is neither stored nor sent %s says what to do', async (_what, told, answer, message) => {
  breakStorage('add')
  server.answer(answer)
  expect(await failureOf(writeQueued(edit, {}, { ...ABOUT, ...told }))).toMatchObject({ code: 'unstored', message })
  expect(words()).toEqual([])
})

test('finds the newest rejected write of a form', async () => {
  const store = openOutboxStore(uid)
  const tap = { uid, call: CALL, input: {}, ...ABOUT, files: [], schema: 1, tappedAt: 0, attempts: 0, nextAt: 9e15 }
  const keep = (key: string, state: 'waiting' | 'refused', name?: string) =>
    store.add({ ...tap, key, state, ...(name && { form: { name, entered: {} } }) })
  expect(await refusedWrite('building:1')).toBeUndefined()
  await keep('older', 'refused', 'building:1')
  await keep('newer', 'refused', 'building:1')
  await keep('waits', 'waiting', 'building:1')
  await keep('of another form', 'refused', 'building:2')
  await keep('of no form', 'refused')
  expect(await refusedWrite('building:1')).toMatchObject({ key: 'newer' })
  expect(await refusedWrite('building:3')).toBeUndefined()
  breakStorage('getAll')
  expect(await refusedWrite('building:1')).toBeUndefined()
})

test('a write behind a rejected one of its entity does not promise to be sent', async () => {
  const refused = { uid, call: CALL, input: {}, ...ABOUT, files: [], schema: 1, tappedAt: 0, attempts: 1, nextAt: 0 }
  await openOutboxStore(uid).add({ ...refused, key: 'refused', state: 'refused' })
  const words = '已保存在本机，前一项提交失败，在“待提交”中处理后自动提交'
  expect(await writeQueued(edit, {}, ABOUT)).toStrictEqual({ isSent: false, words })
  expect(server.received).toEqual([])
})

test('uses the outbox of the signed-in account, and replaces a rejected write', async () => {
  const refused = { uid, call: CALL, input: {}, ...ABOUT, files: [], schema: 1, tappedAt: 0, attempts: 1, nextAt: 0 }
  const { seq } = await openOutboxStore(uid).add({ ...refused, key: 'refused', state: 'refused' })
  expect(await withOutbox(async (outbox) => (await outbox.all()).map(({ key }) => key))).toEqual(['refused'])
  expect(await writeQueued(edit, {}, { ...ABOUT, replaces: seq })).toMatchObject({ isSent: true })
  expect(await rows()).toEqual([])
})
