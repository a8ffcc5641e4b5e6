import { clear, promisifyRequest } from 'idb-keyval'
import { auth } from '#contract/auth.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { CallError } from '#app/lib/call.ts'
import { STORAGE_MS, withTimeout } from '#app/scheduling/with-timeout.ts'
import { send } from '#app/session/send.ts'
import { currentSession } from '#app/session/session.ts'
import { readBundles } from '../bundles/account-bundles.ts'
import { KEPT_MS } from '../cache-persister.ts'
import { isFull, type ReadStore } from '../cache-row.ts'
import { openReadStore } from '../cache-store.ts'
import { lastServerTime } from '../connection.ts'
import { draftStore } from '../draft-store.ts'
import { deviceAccountOf, deviceId, markOpened } from './device-accounts.ts'
import { type DeviceData, unseal } from './seal.ts'
import { readSeal, removeSeals } from './seal-store.ts'

export type OpenResult = 'none' | 'opened' | 'later' | 'damaged' | 'full'

const BATCH_BYTES = 1024 * 1024

type Entry = readonly [key: string, value: unknown]

async function putMissing(store: ReadStore, rows: readonly Entry[]): Promise<void> {
  await store('readwrite', async (target) => {
    const present = new Set(await promisifyRequest(target.getAllKeys()))
    for (const [key, value] of rows) if (!present.has(key)) target.put(value, key)
    return promisifyRequest(target.transaction)
  })
}

const bytesOf = (value: unknown) =>
  value instanceof ArrayBuffer ? value.byteLength : typeof value === 'string' ? value.length : 0

function batchesOf(entries: readonly Entry[]): Entry[][] {
  const ordered = [...entries].sort(([a], [b]) => Number(a.startsWith('head:')) - Number(b.startsWith('head:')))
  const batches: Entry[][] = []
  let bytes = BATCH_BYTES
  for (const entry of ordered) {
    if (bytes >= BATCH_BYTES) {
      batches.push([])
      bytes = 0
    }
    batches[batches.length - 1]?.push(entry)
    bytes += bytesOf(entry[1])
  }
  return batches
}

async function store(uid: string, { answers, bundles, drafts }: DeviceData): Promise<void> {
  await withTimeout(STORAGE_MS, putMissing(draftStore(uid), drafts))
  const now = lastServerTime() ?? 0
  const current = answers.filter(({ at }) => now - at <= KEPT_MS)
  await putMissing(
    openReadStore(uid),
    current.map((row) => [row.hash, row]),
  )
  const packs = openReadStore(uid, 'packs')
  for (const batch of batchesOf(bundles)) await putMissing(packs, batch)
}

async function storeWithin(uid: string, hash: string, data: DeviceData): Promise<OpenResult> {
  try {
    await store(uid, data)
    return 'opened'
  } catch (error) {
    if (!isFull(error)) return 'later'
  }
  await removeSeals([hash])
  try {
    await store(uid, data)
    return 'opened'
  } catch {
    await clear(openReadStore(uid, 'packs')).catch(() => undefined)
    return 'full'
  }
}

async function open(uid: string): Promise<OpenResult> {
  const hash = accountHash(uid)
  const isSealed = () => (deviceAccountOf(uid)?.bytes ?? 0) > 0
  if (!isSealed()) return 'none'
  let key: string
  try {
    key = (await send(auth.deviceKey, { device: deviceId() })).key
  } catch (error) {
    if (error instanceof CallError) return 'later'
    throw error
  }
  const sealed = await readSeal(hash)
  const data = sealed && (await unseal(key, uid, sealed).catch(() => undefined))
  if (!isSealed() || currentSession()?.user.id !== uid) return 'none'
  const result = data ? await storeWithin(uid, hash, data) : 'damaged'
  if (result === 'later') return result
  markOpened(hash)
  await removeSeals([hash])
  if (result === 'opened') await readBundles().catch(() => undefined)
  return result
}

const opening = new Map<string, Promise<OpenResult>>()

export function openSeal(uid: string): Promise<OpenResult> {
  const running = opening.get(uid) ?? open(uid).finally(() => opening.delete(uid))
  opening.set(uid, running)
  return running
}
