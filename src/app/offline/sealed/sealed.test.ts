// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '#app/lib/call.ts'
import { send } from '#app/session/send.ts'
import { currentSession, forgetSession, startSession } from '#app/session/session.ts'
import { toasts } from '#app/ui/toast-queue.ts'
import { bundles } from '../bundles/bundle-state.ts'
import { openBundleStore } from '../bundles/bundle-store.ts'
import { readBundle } from '../bundles/account-bundles.ts'
import type { CacheRow } from '../cache-row.ts'
import { putRows, readRows } from '../cache-rows.ts'
import { openReadStore, removeReadStores } from '../cache-store.ts'
import { noteAnswer } from '../connection.ts'
import { draftsWritten, keepDraft, readDraft, removeDrafts } from '../draft-store.ts'
import { purgeReadData } from '../purge.ts'
import { deviceAccounts, deviceId, listDeviceAccount } from './device-accounts.ts'
import { openSeal } from './open-seal.ts'
import { restoreSealed } from './restore-sealed.ts'
import { sealAccount } from './seal-account.ts'
import { seal, type Sealed, unseal } from './seal.ts'
import { forgetAccount, forgetOpenedAccount, readSeal, removeSeals, writeSeal } from './seal-store.ts'

vi.mock('#app/session/send.ts', async (original) => ({ ...(await original<object>()), send: vi.fn<typeof send>() }))

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-23T10:00:00Z')
const CANARY = '金丝雀大厦'
const KEY = 'A'.repeat(43)
const OTHER_KEY = `B${'A'.repeat(42)}`

let people = 0
let client: QueryClient

const answerWith = (key: string) => vi.mocked(send).mockResolvedValue({ key })
const comes = (id: string) =>
  startSession(`token-${id}`, { id, account: `${id}@duty`, name: `值班员${id}` } as Parameters<typeof startSession>[1])

async function reads(uid: string): Promise<void> {
  const row = (hash: string, at: number): CacheRow => ({ hash, mark: uid, at, json: `"${CANARY}${hash}"` })
  await putRows(openReadStore(uid), [row('["new"]', NOW), row('["old"]', NOW - 8 * DAY_MS)], [])
  const part = { label: '概要', digest: 'd', here: 'd', bytes: 3, note: null, at: NOW }
  await openBundleStore(openReadStore(uid, 'packs')).put(
    {
      buildingId: '7',
      name: CANARY,
      askedAt: NOW,
      expiresAt: NOW + 7 * DAY_MS,
      parts: [
        { ...part, name: 'detail' },
        { ...part, name: 'report' },
      ],
    },
    new Map<string, string | ArrayBuffer>([
      ['detail', `{"name":"${CANARY}"}`],
      ['report', new TextEncoder().encode(CANARY).buffer as ArrayBuffer],
    ]),
  )
}

async function leaves(): Promise<void> {
  const uid = currentSession()?.user.id ?? ''
  await draftsWritten()
  expect(await sealAccount()).toBe('sealed')
  forgetSession()
  await purgeReadData(client)
  await removeDrafts(uid)
}

async function everything(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
  const text = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, text(one)]))
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const store of Array.from(db.objectStoreNames)) {
      const request = db.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => request.addEventListener('success', resolve))
      found.push(name, text(request.result))
    }
    db.close()
  }
  return JSON.stringify(found)
}

function damaged({ iv, bytes }: Sealed): Sealed {
  const changed = new Uint8Array(bytes)
  changed[9] = (changed[9] ?? 0) ^ 1
  return { iv, bytes: changed.buffer }
}

function newest() {
  const [account] = deviceAccounts()
  if (!account) throw new Error('no account is listed')
  return account
}

const shown = () => toasts.read().map(({ text }) => text)
const person = () => `person${(people += 1)}`

beforeEach(() => {
  client = new QueryClient()
  vi.stubGlobal('caches', { keys: async () => [], delete: async () => true })
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  noteAnswer(new Date(NOW).toUTCString())
  answerWith(KEY)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  forgetSession()
  await removeReadStores()
  localStorage.clear()
  toasts.write([])
  await removeSeals([])
})

it('sealed data opens with its key and account only, byte for byte', async () => {
  const file = new Uint8Array([0, 255, 128]).buffer
  const other = new Uint8Array([7, 0, 9, 1]).buffer
  const data = {
    answers: [],
    bundles: [['part:7:report', file] as const, ['part:7:detail', '甲'] as const],
    drafts: [
      [
        'declaration:7',
        {
          reason: '乙',
          files: [
            { name: 'a', bytes: other },
            { name: 'b', bytes: file },
          ],
        },
      ] as const,
    ],
  }
  const sealed = await seal(KEY, 'a', data)
  const opened = await unseal(KEY, 'a', sealed)
  expect([...new Uint8Array(opened.bundles[0]?.[1] as ArrayBuffer)]).toEqual([0, 255, 128])
  expect(opened.bundles[1]).toEqual(['part:7:detail', '甲'])
  const [name, draft] = opened.drafts[0] as unknown as [string, { reason: string; files: { bytes: ArrayBuffer }[] }]
  expect([name, draft.reason, ...draft.files.map(({ bytes }) => [...new Uint8Array(bytes)])]).toEqual([
    'declaration:7',
    '乙',
    [7, 0, 9, 1],
    [0, 255, 128],
  ])
  await expect(unseal(OTHER_KEY, 'a', sealed)).rejects.toMatchObject({ name: 'OperationError' })
  await expect(unseal(KEY, 'b', sealed)).rejects.toMatchObject({ name: 'OperationError' })
  await expect(unseal(KEY, 'a', damaged(sealed))).rejects.toMatchObject({ name: 'OperationError' })
})

it('nothing an account read is readable after the change; its next sign-in brings it back with its times', async () => {
  const [a, b] = [person(), person()]
  comes(a)
  await reads(a)
  expect(await everything()).toContain(CANARY)
  await leaves()
  expect(await everything()).not.toContain(CANARY)
  expect(deviceAccounts()).toMatchObject([{ account: `${a}@duty`, name: `值班员${a}`, at: NOW }])

  comes(b)
  await restoreSealed(b)
  expect(await readRows(openReadStore(b))).toEqual([])
  await leaves()

  comes(a)
  expect(await openSeal(a)).toBe('opened')
  expect((await readRows(openReadStore(a))).map(({ hash, at }) => [hash, at])).toEqual([['["new"]', NOW]])
  const bundle = await readBundle('7')
  expect(bundle?.head).toMatchObject({ name: CANARY, askedAt: NOW, expiresAt: NOW + 7 * DAY_MS })
  expect(new TextDecoder().decode(bundle?.contents.get('report') as ArrayBuffer)).toBe(CANARY)
  expect(bundles.read()?.map(({ buildingId }) => buildingId)).toEqual(['7'])
  expect(deviceAccounts().map(({ bytes }) => bytes > 0)).toEqual([true, false])
  expect([await openSeal(a), shown()]).toEqual(['none', []])
})

it.each([
  ['another key', async () => void answerWith(OTHER_KEY)],
  [
    'damaged data',
    async (hash: string) => {
      const sealed = await readSeal(hash)
      if (sealed) await writeSeal(hash, damaged(sealed))
    },
  ],
  ['a seal the browser cleared', async (hash: string) => removeSeals([hash])],
])('with %s the seal is removed and a message says so', async (_what, change) => {
  const a = person()
  comes(a)
  await reads(a)
  await leaves()
  const { hash } = newest()
  await change(hash)
  comes(a)
  await restoreSealed(a)
  expect(shown()).toEqual(['密码或账号已变更，或加密数据已损坏，本机加密保存的内容无法打开，已删除。'])
  expect([await readSeal(hash), deviceAccounts()[0]?.bytes]).toEqual([undefined, 0])
  expect(await readRows(openReadStore(a))).toEqual([])
})

it('without a key at the change nothing changes; after sign-in the seal waits for the key', async () => {
  const a = person()
  comes(a)
  await reads(a)
  vi.mocked(send).mockRejectedValueOnce(new CallError('unreachable', '没有网络'))
  const before = await everything()
  await expect(sealAccount()).rejects.toMatchObject({ code: 'unreachable' })
  expect(deviceId()).toHaveLength(32)
  localStorage.removeItem('fire-docking:device:id')
  expect([await everything(), currentSession()?.user.id]).toEqual([before, a])

  await leaves()
  comes(a)
  vi.mocked(send).mockRejectedValueOnce(new CallError('unreachable', '没有网络'))
  expect(await openSeal(a)).toBe('later')
  expect(await openSeal(a)).toBe('opened')
})

it('a draft of one’s own is unreadable to others, and returns unless a newer one exists', async () => {
  const [a, b] = [person(), person()]
  const bytes = new TextEncoder().encode(CANARY).buffer as ArrayBuffer
  comes(a)
  await keepDraft('building-form:new', { fields: { name: CANARY } })
  await keepDraft('declaration:7', { reason: CANARY, files: [{ name: 'photo', bytes }] })
  expect(await everything()).toContain(CANARY)
  await leaves()
  expect(await everything()).not.toContain(CANARY)

  comes(b)
  await restoreSealed(b)
  expect(await readDraft('building-form:new')).toBeUndefined()
  await leaves()

  comes(a)
  await keepDraft('building-form:new', { fields: { name: '新' } })
  expect(await openSeal(a)).toBe('opened')
  expect(await readDraft('building-form:new')).toEqual({ fields: { name: '新' } })
  const declared = await readDraft<{ reason: string; files: { bytes: ArrayBuffer }[] }>('declaration:7')
  expect(declared?.reason).toBe(CANARY)
  expect(new TextDecoder().decode(declared?.files[0]?.bytes)).toBe(CANARY)
})

it('on a full device the drafts return, also where the rest does not', async () => {
  const a = person()
  comes(a)
  await reads(a)
  await keepDraft('floor-plan:3', [['1', { x: 1, y: 2 }]])
  await leaves()
  comes(a)
  failing(9, 'fire-read')
  expect(await openSeal(a)).toBe('full')
  expect(await readDraft('floor-plan:3')).toEqual([['1', { x: 1, y: 2 }]])
})

const failing = (times: number, name: string) => {
  const put = IDBObjectStore.prototype.put
  let left = times
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...what) {
    if (this.transaction.db.name.startsWith(name) && left-- > 0) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, what)
  })
}

it('a full device refuses the change, and keeps all as it is', async () => {
  const a = person()
  comes(a)
  await reads(a)
  failing(1, 'fire-sealed')
  expect(await sealAccount()).toBe('unstored')
  expect(deviceAccounts()).toEqual([])
  expect((await readBundle('7'))?.head.name).toBe(CANARY)
})

it.each([
  [1, 'opened', []],
  [9, 'full', ['本机存储空间不足，加密保存的内容未能恢复，已删除。']],
] as const)('a device that is full %i times: %s', async (times, result, text) => {
  const a = person()
  comes(a)
  await reads(a)
  await leaves()
  comes(a)
  failing(times, 'fire-read')
  await restoreSealed(a)
  vi.mocked(IDBObjectStore.prototype.put).mockRestore()
  expect(shown()).toEqual(text)
  expect((await readBundle('7')) !== null).toBe(result === 'opened')
  expect(deviceAccounts()[0]?.bytes).toBe(0)
})

it('a seal is dropped after seven days by the server’s clock, or with its account', async () => {
  const [a, b] = [person(), person()]
  for (const uid of [a, b]) {
    comes(uid)
    await reads(uid)
    await leaves()
  }
  const hashes = deviceAccounts().map(({ hash }) => hash)
  await forgetOpenedAccount(a)
  expect(deviceAccounts().map(({ account }) => account)).toEqual([`${b}@duty`, `${a}@duty`])
  await forgetAccount(hashes[1] ?? '')
  expect(deviceAccounts().map(({ account }) => account)).toEqual([`${b}@duty`])
  expect((await Promise.all(hashes.map(readSeal))).map((one) => one !== undefined)).toEqual([true, false])
  noteAnswer(new Date(NOW + 8 * DAY_MS).toUTCString())
  comes(b)
  await restoreSealed(b)
  expect([deviceAccounts(), shown()]).toEqual([[], []])
  expect(await readSeal(hashes[0] ?? '')).toBeUndefined()
})

it('five accounts are listed, the newest first; another removes the oldest, but none whose seal was not opened', () => {
  const all = ['1', '2', '3', '4', '5', '6', '7'].map((hash) => ({
    hash,
    account: hash,
    name: hash,
    at: NOW,
    bytes: hash === '1' ? 1 : 0,
  }))
  const gone = all.map((one) => listDeviceAccount(one))
  expect(deviceAccounts().map(({ hash }) => hash)).toEqual(['7', '6', '5', '4', '3', '1'])
  expect(gone.map((some) => some?.map(({ hash }) => hash))).toEqual([[], [], [], [], [], [], ['2']])
})
