// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { clear, entries, get, promisifyRequest, set } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readStoreName } from './cache-row.ts'
import { openReadStore, removeReadStores } from './cache-store.ts'

const listed = async () => (await indexedDB.databases()).map(({ name }) => name)

beforeEach(async () => {
  await removeReadStores()
  localStorage.clear()
})

describe("an account's cache of answers", () => {
  it('separates two accounts, under names that reveal neither', async () => {
    const [one, two] = [openReadStore('unit01'), openReadStore('unit02')]
    await set('a', 1, one)
    await set('a', 2, two)
    expect([await get('a', one), await get('a', two)]).toEqual([1, 2])
    expect(readStoreName('unit01')).toMatch(/^fire-read-[0-9a-z]{1,7}$/)
    expect(readStoreName('unit01')).not.toBe(readStoreName('unit02'))
  })

  it('reopens after the browser dropped the connection, a hundred times', async () => {
    const store = openReadStore('unit01')
    for (let time = 0; time < 100; time += 1) {
      await set('time', time, store)
      await store('readonly', ({ transaction }) => transaction.db.close())
      expect(await get('time', store)).toBe(time)
    }
  })

  it('retries work aborted by the browser once, and reports a second abort', async () => {
    const store = openReadStore('unit01')
    let tries = 0
    const work = (failures: number) =>
      store('readonly', () => {
        tries += 1
        if (tries <= failures) throw new DOMException('gone', 'AbortError')
        return tries
      })
    expect(await work(1)).toBe(2)
    tries = 0
    await expect(work(2)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('does not retry on a full device', async () => {
    const work = vi.fn<() => never>(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(openReadStore('unit01')('readwrite', work)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('remains deleted for a tab that has it open', async () => {
    const open = openReadStore('unit01')
    await set('building', '静安大楼', open)
    await removeReadStores()
    await expect(set('building', '静安大楼', open)).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(await listed()).toEqual([])
  })
})

describe('clearing the cache', () => {
  it('removes every account of the device, or all but the one signed in', async () => {
    for (const uid of ['a', 'b', 'c']) await set('x', uid, openReadStore(uid))
    expect(await removeReadStores('b')).toBe(0)
    expect(await listed()).toEqual([readStoreName('b')])
    expect(await removeReadStores()).toBe(0)
    expect(await listed()).toEqual([])
  })

  it('finds the databases by their recorded names if the browser cannot list them', async () => {
    await set('x', 1, openReadStore('a'))
    const list = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new TypeError('databases is not a function'))
    await removeReadStores()
    list.mockRestore()
    expect(await listed()).toEqual([])
  })

  it('leaves databases of other apps unchanged', async () => {
    const other = indexedDB.open('outbox-1')
    await new Promise((resolve) => other.addEventListener('success', resolve))
    other.result.close()
    await set('x', 1, openReadStore('a'))
    await removeReadStores()
    expect(await listed()).toEqual(['outbox-1'])
    indexedDB.deleteDatabase('outbox-1')
  })

  it('deletes a database without a store, too, and keeps no connection that would block it', async () => {
    const name = readStoreName('1002')
    const made = await promisifyRequest(indexedDB.open(name))
    made.close()
    expect(await removeReadStores()).toBe(0)
    expect(await listed()).not.toContain(name)
  })

  it('empties a database first, so that a tab that blocks deletion holds no data', async () => {
    await set('building', '静安大楼', openReadStore('a'))
    const stubborn = indexedDB.open(readStoreName('a'))
    await new Promise((resolve) => stubborn.addEventListener('success', resolve))
    const removal = removeReadStores()
    await vi.waitFor(
      async () => {
        const rows = stubborn.result.transaction('answers').objectStore('answers').count()
        await new Promise((resolve) => rows.addEventListener('success', resolve))
        expect(rows.result).toBe(0)
      },
      { timeout: 20_000 },
    )
    stubborn.result.close()
    await removal
  })
})

it('without a database calls reject and never hang', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const store = openReadStore('unit01')
  await expect(entries(store)).rejects.toBeInstanceOf(Error)
  await expect(clear(store)).rejects.toBeInstanceOf(Error)
  vi.unstubAllGlobals()
})
