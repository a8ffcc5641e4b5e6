/** External store for `useSyncExternalStore(store.follow, store.read)`. */
export interface Store<T> {
  readonly read: () => T
  readonly write: (next: T) => void
  readonly follow: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
