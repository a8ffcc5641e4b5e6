import type { BundleStore } from './bundles/bundle-store.ts'
import { emptied, openBundleStore } from './bundles/bundle-store.ts'
import { isFull, readStoreName, type ReadStore } from './cache-row.ts'
import { dropOldestRows } from './cache-rows.ts'
import { openExisting } from './open-existing.ts'

type Step = () => Promise<boolean>

export async function dropExpiredBundles(store: BundleStore, serverTime: number | undefined): Promise<boolean> {
  if (serverTime === undefined) return false
  const heads = await store.heads()
  const expired = heads.filter(
    ({ expiresAt, parts }) => expiresAt <= serverTime && parts.some(({ here }) => here !== null),
  )
  for (const head of expired) await store.remove(head.buildingId, emptied(head))
  return expired.length > 0
}

export async function saveAfter<T>(steps: readonly Step[], full: unknown, save: () => Promise<T>): Promise<T> {
  let last = full
  for (const free of steps) {
    while (await free()) {
      try {
        return await save()
      } catch (error) {
        if (!isFull(error)) throw error
        last = error
      }
    }
  }
  throw last
}

export async function saveWithRoom<T>(uid: string, serverTime: number | undefined, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isFull(error)) throw error
    const packs = await openExisting(readStoreName(uid, 'packs'))
    const answers = await openExisting(readStoreName(uid))
    const within = (use: ReadStore | undefined, free: (store: ReadStore) => Promise<boolean>) => async () =>
      use ? free(use).catch(() => false) : false
    try {
      return await saveAfter(
        [
          within(packs?.use, (use) => dropExpiredBundles(openBundleStore(use), serverTime)),
          within(answers?.use, dropOldestRows),
        ],
        error,
        save,
      )
    } finally {
      packs?.close()
      answers?.close()
    }
  }
}
