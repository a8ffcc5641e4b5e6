import { readStored } from '#app/lib/storage.ts'

/** What a purge left behind because the page went away in the middle of it; nothing is loaded where nothing is left. */
export async function finishPurge(): Promise<void> {
  const names = readStored<unknown[]>('device:read-stores')
  if (!names?.length) return
  const { removeReadStores } = await import('./cache-store.ts')
  await removeReadStores()
}
