// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_PREFIX, clearStored } from '#app/lib/storage.ts'
import { readStoreName } from './cache-row.ts'
import { keepBundles, openReadStore, BUNDLE_INDEX, removeReadStores } from './cache-store.ts'

const NAMES = `${APP_PREFIX}device:read-stores`
const listed = async () => (await indexedDB.databases()).map(({ name }) => name).sort()
const noted = () => JSON.parse(localStorage.getItem(NAMES) ?? '[]') as string[]
const packs = (uid: string) => readStoreName(uid, 'packs')
const hideDatabases = () =>
  vi.spyOn(indexedDB, 'databases').mockRejectedValue(new TypeError('databases is not a function'))

async function save(...uids: string[]): Promise<void> {
  for (const uid of uids) {
    await set('x', uid, openReadStore(uid))
    await set('x', uid, openReadStore(uid, 'packs'))
  }
}

beforeEach(async () => {
  vi.restoreAllMocks()
  await removeReadStores()
  localStorage.clear()
  await removeReadStores()
})
afterEach(() => vi.useRealTimers())

describe('the names', () => {
  it('keep answers and bundles of an account in two databases', async () => {
    const [answers, saved] = [openReadStore('a'), openReadStore('a', 'packs')]
    await set('x', 'answer', answers)
    await set('x', 'building', saved)
    expect([await get('x', answers), await get('x', saved)]).toEqual(['answer', 'building'])
    expect(packs('a')).toBe(`${readStoreName('a')}-packs`)
    expect(BUNDLE_INDEX).toBe('packs')
  })

  it('are recorded at the first use, each once, and remain after the cache is cleared', async () => {
    const store = openReadStore('a')
    expect(noted()).toEqual([])
    await set('x', 1, store)
    await set('y', 2, store)
    await set('z', 3, openReadStore('a'))
    expect(noted()).toEqual([readStoreName('a')])
    await set('x', 1, openReadStore('b'))
    clearStored()
    expect(noted()).toEqual([readStoreName('a'), readStoreName('b')])
  })

  it.each([5, null, 'fire-read-x', { a: 1 }, [1], ['fire-read-x', 1]])(
    'that are damaged (%j) count as absent, and do not stop deletion',
    async (torn) => {
      await save('a')
      localStorage.setItem(NAMES, JSON.stringify(torn))
      const remove = vi.spyOn(indexedDB, 'deleteDatabase')
      expect(await removeReadStores()).toBe(0)
      expect(remove.mock.calls.flat().sort()).toEqual([readStoreName('a'), packs('a')])
      expect(await listed()).toEqual([])
      expect(noted()).toEqual([])
    },
  )
})

describe('removing', () => {
  it.each([
    [true, ['a', 'b'].map(packs)],
    [false, []],
  ])('with bundles to keep %s leaves these databases, and records them: %j', async (stay, left) => {
    await save('a', 'b')
    expect(keepBundles(stay)).toBe(true)
    clearStored()
    expect(await removeReadStores()).toBe(0)
    expect(await listed()).toEqual([...left].sort())
    expect(noted()).toEqual(left)
  })

  it('for an account that signs in keeps its two databases only', async () => {
    await save('a', 'b')
    keepBundles(true)
    expect(await removeReadStores('b')).toBe(0)
    expect(await listed()).toEqual([readStoreName('b'), packs('b')].sort())
    expect(noted()).toEqual([readStoreName('b'), packs('b')])
  })

  it('deletes the cache databases by name, and no others', async () => {
    await save('a')
    const remove = vi.spyOn(indexedDB, 'deleteDatabase')
    await removeReadStores()
    expect(remove.mock.calls.flat().sort()).toEqual([readStoreName('a'), packs('a')])
    remove.mockClear()
    await save('a')
    hideDatabases()
    await removeReadStores()
    expect(remove.mock.calls.flat().sort()).toEqual([readStoreName('a'), packs('a')])
  })

  it('finds unrecorded cache databases among unnamed ones and those of other apps', async () => {
    await save('a')
    localStorage.removeItem(NAMES)
    const others = [{ version: 1 }, { name: 'outbox-1', version: 1 }]
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([...others, ...(await indexedDB.databases())])
    const remove = vi.spyOn(indexedDB, 'deleteDatabase')
    await removeReadStores()
    expect(remove.mock.calls.flat().sort()).toEqual([readStoreName('a'), packs('a')])
  })

  it('counts failed deletions, and retries them the next time', async () => {
    await save('a')
    const refuse = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      const request = new EventTarget()
      queueMicrotask(() => request.dispatchEvent(new Event('error')))
      return request as IDBOpenDBRequest
    })
    expect(await removeReadStores()).toBe(2)
    expect(noted().sort()).toEqual([readStoreName('a'), packs('a')])
    refuse.mockRestore()
    const list = hideDatabases()
    expect(await removeReadStores()).toBe(0)
    list.mockRestore()
    expect(await listed()).toEqual([])
    expect(noted()).toEqual([])
  })

  it('waits a second and a half for a database that another tab holds', async () => {
    await set('x', 1, openReadStore('a'))
    const asked = new Promise<void>((resolve) => {
      vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
        const request = new EventTarget()
        queueMicrotask(() => {
          request.dispatchEvent(new Event('blocked'))
          resolve()
        })
        return request as IDBOpenDBRequest
      })
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let left: number | undefined
    const removal = removeReadStores().then((count) => (left = count))
    await asked
    await vi.advanceTimersByTimeAsync(1499)
    expect(left).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await removal).toBe(0)
  })
})

describe('a connection', () => {
  it('is opened once for many uses, also after a failed use', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const store = openReadStore('a')
    await set('x', 1, store)
    await expect(
      store('readwrite', () => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
    ).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await get('x', store)).toBe(1)
    expect(open).toHaveBeenCalledTimes(1)
  })

  it.each(['InvalidStateError', 'AbortError', 'UnknownError'])('is opened again after %s', async (name) => {
    const store = openReadStore('a')
    await set('x', 1, store)
    let tries = 0
    const work = () => {
      tries += 1
      if (tries === 1) throw new DOMException('gone', name)
      return tries
    }
    expect(await store('readonly', work)).toBe(2)
  })

  it('closes for another version of the app, and is opened again', async () => {
    const store = openReadStore('a')
    await set('x', 1, store)
    const newer = indexedDB.open(readStoreName('a'), 2)
    await new Promise((resolve) => newer.addEventListener('success', resolve))
    newer.result.close()
    expect(await get('x', store)).toBe(1)
  })

  it('reports a deleted database as deleted', async () => {
    const store = openReadStore('a')
    await set('x', 1, store)
    await removeReadStores()
    await expect(get('x', store)).rejects.toMatchObject({ message: 'The kept answers were deleted' })
  })

  it('that timed out while opening is opened again at the next use', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockReturnValueOnce(new EventTarget() as IDBOpenDBRequest)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = openReadStore('a')
    const late = set('x', 1, store).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await late).toBeInstanceOf(Error)
    vi.useRealTimers()
    await set('x', 2, store)
    expect(await get('x', store)).toBe(2)
    expect(open).toHaveBeenCalledTimes(2)
  })
})
