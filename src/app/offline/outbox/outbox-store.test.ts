import 'fake-indexeddb/auto'
import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_MS, TimeoutError } from '#app/scheduling/with-timeout.ts'
import { CALL } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutboxStore, type OutboxStore, outboxName } from './outbox-store.ts'
import type { UnsentWrite } from './unsent-write.ts'

const BLANK: Omit<UnsentWrite, 'seq'> = {
  key: 'k1',
  schema: 1,
  uid: '7',
  call: CALL,
  input: { id: '100001' },
  files: [{ blob: new Blob(['photo']), name: 'a.jpg' }],
  thing: 'point:100001',
  label: '编辑点位',
  tappedAt: 5,
  attempts: 0,
  nextAt: 0,
  state: 'waiting',
}
const HANGING_MS = 250

let accounts = 0
let uid = ''
let store: OutboxStore

beforeEach(() => {
  uid = `account ${(accounts += 1)}`
  store = openOutboxStore(uid)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** As another tab or version sees it. */
async function raw<T>(work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await promisifyRequest(indexedDB.open(outboxName(uid)))
  const result = await promisifyRequest(work(db.transaction('writes', 'readwrite').objectStore('writes')))
  db.close()
  return result
}

function hangOpening() {
  const request = new EventTarget() as IDBOpenDBRequest
  const spy = vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(request)
  return {
    giveBack: () => spy.mockRestore(),
    async open() {
      spy.mockRestore()
      const result = await promisifyRequest(indexedDB.open(outboxName(uid)))
      Object.assign(request, { result })
      request.dispatchEvent(new Event('success'))
      return result
    },
  }
}

async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  let ended: unknown = 'pending'
  promise.then(
    () => (ended = 'done'),
    (error: unknown) => (ended = error),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return ended
}

test('stores complete writes in the order of their creation, for later pages', async () => {
  const made = [await store.add(BLANK), await store.add({ ...BLANK, key: 'k2' })]
  expect(made).toStrictEqual([
    { ...BLANK, seq: 1 },
    { ...BLANK, key: 'k2', seq: 2 },
  ])
  const later = openOutboxStore(uid)
  expect(await later.all()).toStrictEqual(made)
  expect(await later.get(2)).toStrictEqual(made[1])
  expect(await later.get(3)).toBeUndefined()
  expect(await raw((rows) => rows.getAll())).toHaveLength(2)
})

test('separates accounts, under names that do not contain the account', async () => {
  await store.add(BLANK)
  expect(await openOutboxStore('another').all()).toEqual([])
  expect(outboxName('unit01')).toMatch(/^fire-unsent-[0-9a-z]{1,7}$/)
  expect(outboxName('unit01')).not.toBe(outboxName('unit02'))
})

test('updates and deletes one write, and does not restore a deleted one', async () => {
  const one = await store.add(BLANK)
  const two = await store.add(BLANK)
  await store.change({ ...one, attempts: 3 })
  expect(await store.all()).toStrictEqual([{ ...one, attempts: 3 }, two])
  await store.remove(one.seq)
  await store.change({ ...one, attempts: 4 })
  expect(await store.all()).toStrictEqual([two])
  expect((await store.add(BLANK)).seq).toBe(3)
})

test('resolves a write only after a strict commit, and reads without a lock on the rows', async () => {
  await store.all()
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const { seq } = await store.add(BLANK)
  await store.change({ ...BLANK, seq })
  await store.all()
  await store.get(seq)
  await store.remove(seq)
  expect(begin.mock.calls.map(([, mode]) => mode)).toEqual([
    'readwrite',
    'readwrite',
    'readonly',
    'readonly',
    'readwrite',
  ])
  expect(begin.mock.calls.map(([, , options]) => options)).toEqual(
    Array.from({ length: 5 }, () => ({ durability: 'strict' })),
  )
})

test.each<[what: string, damage: object]>([
  ['no key', { key: undefined }],
  ['no account', { uid: 7 }],
  ['no thing', { thing: null }],
  ['no call', { call: undefined }],
  ['a call without its path', { call: {} }],
  ['no input', { input: undefined }],
  ['no list of files', { files: {} }],
  ['no next try', { nextAt: '0' }],
  ['a number that is none', { seq: 'first' }],
])('keeps a damaged row (%s) and lists the others without it', async (_what, damage) => {
  const good = await store.add(BLANK)
  await raw((rows) => rows.put({ ...BLANK, seq: 9, ...damage }))
  expect(await store.all()).toStrictEqual([good])
  expect(await store.get(9)).toBeUndefined()
  expect(await raw((rows) => rows.count())).toBe(2)
})

test('opens the database once for all operations', async () => {
  const open = vi.spyOn(IDBFactory.prototype, 'open')
  await store.add(BLANK)
  await store.all()
  expect(open).toHaveBeenCalledTimes(1)
})

test('closes the database for a later version of the app, and opens it again', async () => {
  await store.add(BLANK)
  await promisifyRequest(indexedDB.deleteDatabase(outboxName(uid)))
  expect(await store.all()).toEqual([])
  expect((await store.add(BLANK)).seq).toBe(1)
})

test('reports a database upgraded by a later version of the app', async () => {
  await store.add(BLANK)
  const newer = await promisifyRequest(indexedDB.open(outboxName(uid), 2))
  await expect(store.all()).rejects.toMatchObject({ name: 'VersionError' })
  newer.close()
  await promisifyRequest(indexedDB.deleteDatabase(outboxName(uid)))
  expect(await store.all()).toEqual([])
})

test('reports a connection dropped twice', async () => {
  await store.all()
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closing', 'InvalidStateError')
  })
  await expect(store.add(BLANK)).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(begin).toHaveBeenCalledTimes(2)
})

test('reports a full device once, and keeps its limit', async () => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(store.add(BLANK)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(add).toHaveBeenCalledTimes(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  hangOpening()
  const hanging = openOutboxStore(uid).all()
  expect(await after(STORAGE_MS - 1, hanging)).toBe('pending')
  expect(await after(1, hanging)).toBeInstanceOf(TimeoutError)
})

test('reports a commit that the browser aborted, with its reason or, without one, by name', async () => {
  await store.all()
  const { transaction } = IDBDatabase.prototype
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  begin.mockImplementation(function begun(this: IDBDatabase, ...asked) {
    begin.mockRestore()
    const made = transaction.apply(this, asked)
    queueMicrotask(() => made.abort())
    return made
  })
  await expect(store.add(BLANK)).rejects.toThrow(outboxName(uid))
  const { seq } = await store.add(BLANK)
  const again = store.add({ ...BLANK, seq } as typeof BLANK)
  await expect(again).rejects.toMatchObject({ name: 'ConstraintError' })
  expect(await store.all()).toHaveLength(1)
})

test('waits for hanging storage with a full timeout once, then with a short one until it answers', async () => {
  await store.add(BLANK)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hung = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(
    () =>
      Object.assign(new EventTarget(), {
        objectStore: () => ({ getAll: () => new EventTarget() }),
        abort: () => undefined,
      }) as unknown as IDBTransaction,
  )
  const first = store.all()
  expect(await after(STORAGE_MS - 1, first)).toBe('pending')
  expect(await after(1, first)).toBeInstanceOf(TimeoutError)
  const second = store.all()
  expect(await after(HANGING_MS - 1, second)).toBe('pending')
  expect(await after(1, second)).toBeInstanceOf(TimeoutError)
  hung.mockRestore()
  const open = vi.spyOn(IDBFactory.prototype, 'open')
  expect(await store.all()).toHaveLength(1)
  expect(open).toHaveBeenCalledTimes(1)
  hangOpening()
  await promisifyRequest(indexedDB.deleteDatabase(outboxName(uid)))
  const third = store.all()
  expect(await after(STORAGE_MS - 1, third)).toBe('pending')
  expect(await after(1, third)).toBeInstanceOf(TimeoutError)
})

test('a slow opening costs the write that waited for it, not the next one', async () => {
  await openOutboxStore(uid).all()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = hangOpening()
  const first = store.all()
  expect(await after(STORAGE_MS, first)).toBeInstanceOf(TimeoutError)
  await opening.open()
  await new Promise((resolve) => setImmediate(resolve))
  const open = vi.spyOn(IDBFactory.prototype, 'open')
  const { add: realAdd } = IDBObjectStore.prototype
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  let isHeld = true
  add.mockImplementation(function slow(this: IDBObjectStore, write: unknown) {
    add.mockRestore()
    const request = realAdd.call(this, write)
    const keepOpen = () => {
      if (isHeld) this.count().addEventListener('success', keepOpen)
    }
    keepOpen()
    return request
  })
  const adding = store.add(BLANK)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await after(STORAGE_MS - 1, adding)).toBe('pending')
  isHeld = false
  vi.useRealTimers()
  expect(await adding).toMatchObject({ key: 'k1', seq: 1 })
  expect(open).not.toHaveBeenCalled()
})

test('writes nothing after it reported a timeout', async () => {
  await openOutboxStore(uid).all()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = hangOpening()
  const adding = store.add(BLANK)
  expect(await after(STORAGE_MS, adding)).toBeInstanceOf(TimeoutError)
  vi.useRealTimers()
  await store.all().catch(() => undefined)
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await opening.open()
  await new Promise((resolve) => setImmediate(resolve))
  expect(begin).not.toHaveBeenCalled()
  expect(await openOutboxStore(uid).all()).toEqual([])
})

test('aborts the current write when it reports a timeout', async () => {
  await store.add(BLANK)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const aborted = vi.spyOn(IDBTransaction.prototype, 'abort')
  const { add: realAdd } = IDBObjectStore.prototype
  const add = vi.spyOn(IDBObjectStore.prototype, 'add')
  add.mockImplementation(function slow(this: IDBObjectStore, write: unknown) {
    add.mockRestore()
    const request = realAdd.call(this, write)
    const keepOpen = () => this.count().addEventListener('success', keepOpen)
    keepOpen()
    return request
  })
  const adding = store.add({ ...BLANK, key: 'k2' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(await after(STORAGE_MS, adding)).toBeInstanceOf(TimeoutError)
  expect(aborted).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect(await openOutboxStore(uid).all()).toMatchObject([{ key: 'k1' }])
})
