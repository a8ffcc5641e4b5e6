// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openReadStore, removeReadStores } from '../cache-store.ts'
import { openBundleStore } from './bundle-store.ts'
import { type BundleEnvironment, progressOf, downloadBundle } from './download-bundle.ts'

const ID = '7'

/** A server with parts of given sizes; fails after `cutAfter` part requests. */
function serverOf(contents: Record<string, string>) {
  const state = {
    contents,
    broken: new Set<string>(),
    cutAfter: Number.POSITIVE_INFINITY,
    asked: [] as string[][],
    now: 1000,
  }
  const of = (name: string) => state.contents[name] ?? ''
  const digest = (name: string) => (state.broken.has(name) ? null : `d-${of(name).slice(0, 12)}`)
  const store = openBundleStore(openReadStore('unit01', 'packs'))
  const around: BundleEnvironment = {
    store,
    contents: async () => ({
      buildingId: ID,
      name: '静安大楼',
      days: 7,
      parts: Object.keys(state.contents).map((name) => ({
        name,
        label: name,
        digest: digest(name),
        bytes: of(name).length,
        note: state.broken.has(name) ? '暂时不能取得，请稍后更新' : null,
      })),
    }),
    parts: async (_, names) => {
      if (state.asked.length >= state.cutAfter) throw new Error('the network was cut')
      state.asked.push([...names])
      return names.map((name) => ({
        name,
        digest: digest(name),
        json: digest(name) && of(name),
        note: null,
      }))
    },
    report: async () => new ArrayBuffer(4),
    now: () => state.now,
    serverTime: () => undefined,
  }
  return { state, store, around }
}

const big = (letter: string) => letter.repeat(40_000)
const nothing = () => undefined

beforeEach(() => removeReadStores())

describe('saving a building', () => {
  it('downloads every part in few calls, reports its progress, and stores the parts', async () => {
    const { state, store, around } = serverOf({ detail: big('a'), info: big('b'), must: 'c', todos: 'd' })
    const told: string[] = []
    const head = await downloadBundle(around, ID, ({ done, all }) => told.push(`${done}/${all}`))
    expect(state.asked).toEqual([['detail'], ['info', 'must', 'todos']])
    expect(told).toEqual(['0/4', '1/4', '4/4'])
    expect(head).toMatchObject({ name: '静安大楼', expiresAt: 1000 + 7 * 86_400_000 })
    expect([...(await store.contents(ID, ['detail', 'todos']))]).toEqual([
      ['detail', big('a')],
      ['todos', 'd'],
    ])
    expect(await store.heads()).toEqual([head])
  })

  it('resumes where it was interrupted, without repeated downloads', async () => {
    const { state, store, around } = serverOf({ detail: big('a'), info: big('b'), must: big('c') })
    state.cutAfter = 2
    await expect(downloadBundle(around, ID, nothing)).rejects.toThrow('cut')
    expect(progressOf((await store.head(ID))?.parts ?? [])).toMatchObject({ done: 2, all: 3, bytes: 80_000 })
    state.cutAfter = Number.POSITIVE_INFINITY
    await downloadBundle(around, ID, nothing)
    expect(state.asked).toEqual([['detail'], ['info'], ['must']])
  })

  it('updates changed parts only; the others get the time of the check', async () => {
    const { state, store, around } = serverOf({ detail: 'a', info: 'b', must: 'c' })
    await downloadBundle(around, ID, nothing)
    state.now = 5000
    await downloadBundle(around, ID, nothing)
    expect(state.asked).toHaveLength(1)
    state.contents = { ...state.contents, info: 'new' }
    state.now = 9000
    const head = await downloadBundle(around, ID, nothing)
    expect(state.asked.slice(1)).toEqual([['info']])
    expect(head.parts.map(({ at }) => at)).toEqual([9000, 9000, 9000])
    expect((await store.contents(ID, ['info'])).get('info')).toBe('new')
  })

  it('keeps the former version of a part that fails now, with its time, and reports it', async () => {
    const { state, store, around } = serverOf({ detail: 'a', points: 'b' })
    await downloadBundle(around, ID, nothing)
    state.broken.add('points')
    state.now = 5000
    const head = await downloadBundle(around, ID, nothing)
    expect(head.parts[1]).toMatchObject({ digest: null, note: '暂时不能取得，请稍后更新', at: 1000 })
    expect((await store.contents(ID, ['points'])).get('points')).toBe('b')
  })

  it('stores the report as a file; a failing report stops no other part', async () => {
    const { around } = serverOf({ detail: 'a', report: 'r' })
    const refused = { ...around, report: () => Promise.reject(new Error('409')) }
    const first = await downloadBundle(refused, ID, nothing)
    expect(first.parts.map(({ here }) => here !== null)).toEqual([true, false])
    const second = await downloadBundle(around, ID, nothing)
    expect(progressOf(second.parts)).toMatchObject({ done: 2, all: 2 })
  })

  it('is deleted from the device together with cached data', async () => {
    const { store, around } = serverOf({ detail: 'a' })
    await downloadBundle(around, ID, nothing)
    await removeReadStores('unit01')
    expect(await store.heads()).toHaveLength(1)
    await removeReadStores('unit02')
    await expect(store.heads()).rejects.toMatchObject({ name: 'NotFoundError' })
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })
})
