import { readStored } from '#app/lib/storage.ts'

/** After a page unload. The store module loads only if needed. */
export async function finishPurge(): Promise<void> {
  const names = readStored<unknown[]>('device:read-stores')
  if (!names?.length) return
  const { removeReadStores } = await import('./cache-store.ts')
  await removeReadStores()
}
