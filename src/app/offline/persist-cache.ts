import type { QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { openReadStore, removeReadStores } from './cache-store.ts'
import { CachePersister, KEPT_MS, mayPersist } from './cache-persister.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

declare global {
  /** src/build/answer-shapes.ts; none in unit tests. */
  const ANSWER_SHAPES: Readonly<Record<string, string>> | undefined
}

const SHAPES = typeof ANSWER_SHAPES === 'undefined' ? {} : ANSWER_SHAPES
const RESTORE_MS = 1500

const nothingToStop = () => Promise.resolve()
let current: CachePersister | undefined
let stopCurrent: () => Promise<void> = nothingToStop

export function stopPersisting(): Promise<void> {
  return stopCurrent()
}

export async function clearAnswers(client: QueryClient): Promise<void> {
  client.clear()
  await current?.flush()
  await current?.removeClient()
}

export async function flushPersisting(): Promise<void> {
  await current?.flush()
}

/**
 * Never rejects. A store that is damaged, another account's or slower than 1.5 s counts as empty. @param shapes
 * others are dropped @returns after the restore: stops without a last write
 */
export async function startPersisting(
  client: QueryClient,
  uid: string,
  shapes: Readonly<Record<string, string>> = SHAPES,
): Promise<() => Promise<void>> {
  await stopCurrent()
  const keeper = new CachePersister(client, openReadStore(uid), uid, shapes)
  current = keeper
  const options = { queryClient: client, persister: keeper, buster: keeper.buster, maxAge: Number.POSITIVE_INFINITY }
  const restoring = persistQueryClientRestore({
    ...options,
    hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS } } },
  })
  keeper.isLate = !(await fulfilsWithin(RESTORE_MS, restoring))

  const unsubscribe = persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: { shouldDehydrateQuery: mayPersist, shouldDehydrateMutation: () => false },
  })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  }
  document.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', keeper.flush)

  // Also of an interrupted purge.
  void removeReadStores(uid)
  const stop = () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', keeper.flush)
    if (stopCurrent === stop) {
      stopCurrent = nothingToStop
      current = undefined
    }
    return keeper.stop()
  }
  stopCurrent = stop
  return stop
}
