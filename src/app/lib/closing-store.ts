import { createStore, type UseStore } from 'idb-keyval'

export function closingStore(database: string, store: string): UseStore {
  let opened: UseStore | undefined
  return (mode, work) => {
    opened ??= createStore(database, store)
    return opened(mode, (objects) => {
      const { db } = objects.transaction
      db.onversionchange = () => {
        opened = undefined
        db.close()
      }
      return work(objects)
    })
  }
}
