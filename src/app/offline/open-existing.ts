import { READ_OBJECTS, type ReadStore } from './cache-row.ts'

export interface OpenStore {
  readonly use: ReadStore
  close(): void
}

/** Null: a deleted database must not return. */
export function openExisting(name: string): Promise<OpenStore | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('error', () => resolve(null))
    request.addEventListener('success', () => {
      const db = request.result
      db.addEventListener('versionchange', () => db.close())
      resolve({
        use: async (mode, work) => work(db.transaction(READ_OBJECTS, mode).objectStore(READ_OBJECTS)),
        close: () => db.close(),
      })
    })
  })
}
