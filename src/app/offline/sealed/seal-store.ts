import { promisifyRequest } from 'idb-keyval'
import { withTimeout } from '#app/scheduling/with-timeout.ts'
import { KEPT_MS } from '../cache-persister.ts'
import { lastServerTime } from '../connection.ts'
import { deviceAccountOf, deviceAccounts, unlistDeviceAccounts } from './device-accounts.ts'
import type { Sealed } from './seal.ts'

export const SEALED_DATABASE = 'fire-sealed'
const STORE = 'seals'
const WRITE_MS = 30_000

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(SEALED_DATABASE)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return promisifyRequest(request)
}

function use<T>(mode: IDBTransactionMode, work: (seals: IDBObjectStore) => Promise<T>): Promise<T> {
  const run = async () => {
    const db = await open()
    try {
      return await work(db.transaction(STORE, mode).objectStore(STORE))
    } finally {
      db.close()
    }
  }
  return withTimeout(WRITE_MS, run())
}

export const readSeal = (hash: string): Promise<Sealed | undefined> =>
  use('readonly', (seals) => promisifyRequest<Sealed | undefined>(seals.get(hash)))

export const writeSeal = (hash: string, sealed: Sealed): Promise<void> =>
  use('readwrite', (seals) => {
    seals.put(sealed, hash)
    return promisifyRequest(seals.transaction)
  })

export async function removeSeals(hashes: readonly string[]): Promise<void> {
  const listed = new Set(deviceAccounts().map(({ hash }) => hash))
  await use('readwrite', async (seals) => {
    const keys = await promisifyRequest(seals.getAllKeys())
    for (const key of keys) if (hashes.includes(String(key)) || !listed.has(String(key))) seals.delete(key)
    return promisifyRequest(seals.transaction)
  })
}

export async function forgetAccount(hash: string): Promise<void> {
  unlistDeviceAccounts((account) => account.hash === hash)
  await removeSeals([hash])
}

/** A seal not yet opened stays: it may hold the only copy of a draft. */
export async function forgetOpenedAccount(uid: string): Promise<void> {
  const account = deviceAccountOf(uid)
  if (account?.bytes === 0) await forgetAccount(account.hash)
}

export async function dropOldSeals(): Promise<void> {
  const now = lastServerTime()
  const old = deviceAccounts().filter(({ at }) => now !== undefined && now - at > KEPT_MS)
  if (old.length === 0) return
  const hashes = old.map(({ hash }) => hash)
  unlistDeviceAccounts(({ hash }) => hashes.includes(hash))
  await removeSeals(hashes)
}
