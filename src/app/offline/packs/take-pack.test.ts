// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openReadStore, removeReadStores } from '../cache-store.ts'
import { openPackStore } from './pack-store.ts'
import { type PackSurroundings, progressOf, takePack } from './take-pack.ts'

const ID = '7'

/** A server with parts of a given size each; `cutAfter` counts the calls for parts it still answers. */
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
  const store = openPackStore(openReadStore('unit01', 'packs'))
  const around: PackSurroundings = {
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
    serverNow: () => undefined,
  }
  return { state, store, around }
}

const big = (letter: string) => letter.repeat(40_000)
const nothing = () => undefined

beforeEach(() => removeReadStores())

describe('taking a building along', () => {
  it('brings every part, in few calls, tells how far it is, and keeps what came', async () => {
    const { state, store, around } = serverOf({ detail: big('a'), info: big('b'), must: 'c', todos: 'd' })
    const told: string[] = []
    const head = await takePack(around, ID, ({ done, all }) => told.push(`${done}/${all}`))
    expect(state.asked).toEqual([['detail'], ['info', 'must', 'todos']])
    expect(told).toEqual(['0/4', '1/4', '4/4'])
    expect(head).toMatchObject({ name: '静安大楼', expiresAt: 1000 + 7 * 86_400_000 })
    expect([...(await store.contents(ID, ['detail', 'todos']))]).toEqual([
      ['detail', big('a')],
      ['todos', 'd'],
    ])
    expect(await store.heads()).toEqual([head])
  })

  it('goes on where it was cut off, and asks for nothing twice', async () => {
    const { state, store, around } = serverOf({ detail: big('a'), info: big('b'), must: big('c') })
    state.cutAfter = 2
    await expect(takePack(around, ID, nothing)).rejects.toThrow('cut')
    expect(progressOf((await store.head(ID))?.parts ?? [])).toMatchObject({ done: 2, all: 3, bytes: 80_000 })
    state.cutAfter = Number.POSITIVE_INFINITY
    await takePack(around, ID, nothing)
    expect(state.asked).toEqual([['detail'], ['info'], ['must']])
  })

  it('brought up to date, asks for what changed alone; the rest is as new as the asking', async () => {
    const { state, store, around } = serverOf({ detail: 'a', info: 'b', must: 'c' })
    await takePack(around, ID, nothing)
    state.now = 5000
    await takePack(around, ID, nothing)
    expect(state.asked).toHaveLength(1)
    state.contents = { ...state.contents, info: 'new' }
    state.now = 9000
    const head = await takePack(around, ID, nothing)
    expect(state.asked.slice(1)).toEqual([['info']])
    expect(head.parts.map(({ at }) => at)).toEqual([9000, 9000, 9000])
    expect((await store.contents(ID, ['info'])).get('info')).toBe('new')
  })

  it('where a part can’t be made now, keeps what is here of it with its time, and says so', async () => {
    const { state, store, around } = serverOf({ detail: 'a', points: 'b' })
    await takePack(around, ID, nothing)
    state.broken.add('points')
    state.now = 5000
    const head = await takePack(around, ID, nothing)
    expect(head.parts[1]).toMatchObject({ digest: null, note: '暂时不能取得，请稍后更新', at: 1000 })
    expect((await store.contents(ID, ['points'])).get('points')).toBe('b')
  })

  it('keeps the report as a file; one that can’t be had keeps nothing else from coming', async () => {
    const { around } = serverOf({ detail: 'a', report: 'r' })
    const refused = { ...around, report: () => Promise.reject(new Error('409')) }
    const first = await takePack(refused, ID, nothing)
    expect(first.parts.map(({ here }) => here !== null)).toEqual([true, false])
    const second = await takePack(around, ID, nothing)
    expect(progressOf(second.parts)).toMatchObject({ done: 2, all: 2 })
  })

  it('leaves the device with everything that was read', async () => {
    const { store, around } = serverOf({ detail: 'a' })
    await takePack(around, ID, nothing)
    await removeReadStores('unit01')
    expect(await store.heads()).toHaveLength(1)
    await removeReadStores('unit02')
    await expect(store.heads()).rejects.toMatchObject({ name: 'NotFoundError' })
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })
})
