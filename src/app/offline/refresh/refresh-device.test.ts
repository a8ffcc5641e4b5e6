// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import { beforeEach, expect, it } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { dashboard } from '#contract/dashboard.ts'
import { answerRow } from '#app/offline/answer-row.ts'
import { type BundleHead, openBundleStore } from '#app/offline/bundles/bundle-store.ts'
import type { CacheRow } from '#app/offline/cache-row.ts'
import { putRows, readRows } from '#app/offline/cache-rows.ts'
import { openReadStore } from '#app/offline/cache-store.ts'
import { inWorkerStore, writeWorkerSession } from '#app/offline/outbox/worker-store.ts'
import type { RefreshEnvironment } from './refresh-calls.ts'
import { refreshDevice } from './refresh-device.ts'
import { changeRefreshSettings, readRefreshState } from './refresh-state.ts'

const UID = '7'
const NOW = Date.parse('2026-11-26T10:00:00+08:00')
const DAY_MS = 86_400_000
const answers = openReadStore(UID)
const bundles = openBundleStore(openReadStore(UID, 'packs'))

const keyOf = (id: string, input: object = {}) => [id, input] as const
const row = (id: string, data: unknown, input?: object) =>
  answerRow({ uid: UID, queryKey: keyOf(id, input), data, at: 1, meta: { keep: true }, shape: 'v1' })

const head: BundleHead = {
  buildingId: '3',
  name: '静安大楼',
  askedAt: 1,
  expiresAt: NOW + DAY_MS,
  parts: ['detail', 'todos', 'report'].map((name) => ({
    name,
    label: name,
    digest: `old-${name}`,
    here: `old-${name}`,
    bytes: 3,
    note: null,
    at: 1,
  })),
}

interface Device extends RefreshEnvironment {
  readonly asked: string[]
  readonly state: { uid: string | undefined; code: number; isMetered: boolean; now: number; unregistered: number }
}

function device(): Device {
  const asked: string[] = []
  const state = { uid: UID as string | undefined, code: 200, isMetered: false, now: NOW, unregistered: 0 }
  const of = (id: string): unknown => {
    if (id === alarm.list.id) return { list: [{ id: '55' }], total: 1 }
    if (id === alarm.one.id) return { id: '55', contactPhone: '13800000000', records: [] }
    return { figure: 'new' }
  }
  const parts = [
    { name: 'detail', label: 'detail', digest: 'old-detail', bytes: 3, note: null },
    { name: 'todos', label: 'todos', digest: 'new-todos', bytes: 3, note: null },
    { name: 'report', label: 'report', digest: 'new-report', bytes: 9_000_000, note: null },
  ]
  return {
    asked,
    state,
    session: async () => (state.uid === undefined ? undefined : { token: 't', uid: state.uid }),
    now: () => state.now,
    isMetered: () => state.isMetered,
    unregister: async () => (state.unregistered += 1),
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(url, 'https://fire.example')
      asked.push(pathname + (searchParams.get('names') ? `:${searchParams.get('names')}` : ''))
      const answer = (data: unknown) => Response.json({ code: state.code, message: '', msg: '', data })
      if (pathname === '/field/v1/pack') return answer({ buildingId: '3', name: '静安大楼', days: 7, parts })
      if (pathname === '/field/v1/pack/parts')
        return answer([{ name: 'todos', digest: 'new-todos', json: '{"n":2}', note: null }])
      const { calls } = JSON.parse(String(init.body)) as { calls: { id: string }[] }
      return answer({ answers: calls.map(({ id }) => ({ code: 200, message: '', msg: '', data: of(id) })) })
    },
  }
}

const stateOf = (stored: CacheRow | undefined) =>
  (JSON.parse(stored?.json ?? '{}') as { state?: { data: unknown; dataUpdatedAt: number } }).state
const storedRow = async (id: string) => (await readRows(answers)).find(({ hash }) => hash.startsWith(`["${id}"`))
const figureOf = async () => stateOf(await storedRow(dashboard.devices.id))

beforeEach(async () => {
  await clear(answers)
  await inWorkerStore('readwrite', (store) => void store.clear())
  await putRows(
    answers,
    [
      row(dashboard.devices.id, { figure: 'old' }),
      row(alarm.list.id, { list: [], total: 0 }, { open: 1 }),
      row('message.list', { kept: 'old' }),
    ],
    [],
  )
  await bundles.put(head, new Map(head.parts.map(({ name }) => [name, 'old'])))
})

it('stores the home, open alarms and their details with the time of the answer, without phones', async () => {
  await refreshDevice(device())
  expect(await figureOf()).toMatchObject({ data: { figure: 'new' }, dataUpdatedAt: NOW })
  expect((await storedRow(dashboard.devices.id))?.shape).toBe('v1')
  expect(stateOf(await storedRow(alarm.list.id))?.data).toEqual({ list: [{ id: '55' }], total: 1 })
  expect(stateOf(await storedRow(alarm.one.id))?.data).toEqual({ id: '55', records: [] })
  expect(stateOf(await storedRow('message.list'))).toMatchObject({ data: { kept: 'old' }, dataUpdatedAt: 1 })
})

it('a refreshed building expires by the server’s time', async () => {
  const around = device()
  around.state.now = NOW - 30 * DAY_MS
  await refreshDevice({
    ...around,
    async fetch(url, init) {
      const response = await around.fetch(url, init)
      response.headers.set('date', new Date(NOW).toUTCString())
      return response
    },
  })
  expect((await bundles.head('3'))?.expiresAt).toBe(NOW + 7 * DAY_MS)
})

it('downloads only changed parts of a saved building, and never its report', async () => {
  const around = device()
  await refreshDevice(around)
  expect(around.asked.filter((path) => path.includes('pack'))).toEqual(['/field/v1/pack', '/field/v1/pack/parts:todos'])
  const parts = (await bundles.head('3'))?.parts.map(({ name, here, at, note }) => [name, here, at, note])
  expect(parts).toEqual([
    ['detail', 'old-detail', NOW, null],
    ['todos', 'new-todos', NOW, null],
    ['report', 'old-report', 1, '有更新，联网时请点击“更新”下载'],
  ])
  expect((await bundles.contents('3', ['todos', 'report'])).get('todos')).toBe('{"n":2}')
})

it('counts wake-ups and bytes of the day in Shanghai', async () => {
  const around = device()
  await refreshDevice(around)
  await refreshDevice(around)
  const { times, bytes, day } = await readRefreshState(UID, NOW)
  expect({ times, day }).toEqual({ times: 2, day: '2026-11-26' })
  expect(bytes).toBeGreaterThan(100)
  expect(await readRefreshState(UID, NOW + DAY_MS)).toMatchObject({ times: 0, bytes: 0, day: '2026-11-27' })
})

it('an exhausted limit sends nothing until the next day', async () => {
  const around = device()
  await changeRefreshSettings(UID, NOW, { limit: 1 })
  await refreshDevice(around)
  const { length } = around.asked
  expect(length).toBe(1)
  await refreshDevice(around)
  expect(around.asked).toHaveLength(length)
  around.state.now += DAY_MS
  await refreshDevice(around)
  expect(around.asked.length).toBeGreaterThan(length)
})

it('a metered line needs the setting', async () => {
  const around = device()
  around.state.isMetered = true
  await refreshDevice(around)
  expect(around.asked).toEqual([])
  await changeRefreshSettings(UID, NOW, { onMetered: true })
  await refreshDevice(around)
  expect(await figureOf()).toMatchObject({ data: { figure: 'new' } })
})

it('switched off or without a session it sends nothing and unregisters', async () => {
  const around = device()
  await changeRefreshSettings(UID, NOW, { limit: 0 })
  await refreshDevice(around)
  around.state.uid = undefined
  await refreshDevice(around)
  expect(around.asked).toEqual([])
  expect(around.state.unregistered).toBe(2)
})

it('an ended session stores nothing and unregisters', async () => {
  const around = device()
  around.state.code = 401
  await refreshDevice(around)
  expect(await figureOf()).toMatchObject({ data: { figure: 'old' }, dataUpdatedAt: 1 })
  expect((await bundles.head('3'))?.askedAt).toBe(1)
  expect(around.asked).toHaveLength(1)
  expect(around.state.unregistered).toBe(1)
})

it('an answer that arrives after a change of account is not stored', async () => {
  const around = device()
  await refreshDevice({
    ...around,
    async fetch(url, init) {
      const response = await around.fetch(url, init)
      around.state.uid = '8'
      return response
    },
  })
  expect(await figureOf()).toMatchObject({ data: { figure: 'old' }, dataUpdatedAt: 1 })
  expect((await bundles.head('3'))?.askedAt).toBe(1)
})

it('a building that the account lost is emptied', async () => {
  const around = device()
  await refreshDevice({
    ...around,
    async fetch(url, init) {
      around.state.code = url.includes('/pack') ? 404 : 200
      return around.fetch(url, init)
    },
  })
  const left = await bundles.head('3')
  expect([left?.name, left?.expiresAt, left?.parts.map(({ here }) => here)]).toEqual([
    '静安大楼',
    NOW,
    [null, null, null],
  ])
  expect([...(await bundles.contents('3', ['detail', 'todos', 'report'])).keys()]).toEqual([])
})

it('a building removed meanwhile does not come back', async () => {
  const around = device()
  await refreshDevice({
    ...around,
    async fetch(url, init) {
      const response = await around.fetch(url, init)
      if (url.includes('/pack/parts')) await bundles.remove('3')
      return response
    },
  })
  expect(around.asked.filter((path) => path.includes('parts'))).toHaveLength(1)
  expect([await bundles.head('3'), await bundles.contents('3', ['todos'])]).toEqual([undefined, new Map()])
})

it('a newer answer of a tab stays', async () => {
  const newer = answerRow({
    uid: UID,
    queryKey: keyOf(dashboard.devices.id),
    data: { figure: 'tab' },
    at: NOW + 1,
    meta: { keep: true },
  })
  await putRows(answers, [newer], [])
  await refreshDevice(device())
  expect(await figureOf()).toMatchObject({ data: { figure: 'tab' }, dataUpdatedAt: NOW + 1 })
})

it('the settings of an account outlive its sign-out', async () => {
  await changeRefreshSettings(UID, NOW, { onMetered: true })
  await writeWorkerSession({ token: 't', uid: UID })
  await writeWorkerSession(null)
  expect(await readRefreshState(UID, NOW)).toMatchObject({ onMetered: true })
})
