import type { QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { openReadStore, removeReadStores } from './cache-store.ts'
import { Keeper, KEPT_MS, mayKeep } from './keeper.ts'
import { within } from './within.ts'

/** Goes up when kept answers of an older shape can't be shown any more. */
const SHAPE = 1
const RESTORE_MS = 1500

const nothingToStop = () => Promise.resolve()
let stopCurrent: () => Promise<void> = nothingToStop

/** Ends the keeping of whichever account, without writing; for a clearing that does not know who began it. */
export function stopKeeping(): Promise<void> {
  return stopCurrent()
}

/**
 * Restores what this account kept on the device, then keeps what it reads.
 * A store that is torn, foreign, or silent for 1.5 s counts as empty; nothing here ever rejects.
 * @param uid the signed-in account's id: never another's answers
 * @returns when restored: how to stop, which writes nothing any more
 */
export async function startKeeping(client: QueryClient, uid: string): Promise<() => Promise<void>> {
  await stopCurrent()
  const keeper = new Keeper(client, openReadStore(uid), `${SHAPE}:${uid}`)
  const options = { queryClient: client, persister: keeper, buster: keeper.mark, maxAge: Number.POSITIVE_INFINITY }
  const restoring = persistQueryClientRestore({
    ...options,
    hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT_MS } } },
  })
  keeper.isLate = !(await within(RESTORE_MS, restoring))

  const unsubscribe = persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: { shouldDehydrateQuery: mayKeep, shouldDehydrateMutation: () => false },
  })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  }
  document.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', keeper.flush)

  // A clearing that was cut short, another account's leftovers: only this account's answers stay on the device.
  void removeReadStores(uid)
  const stop = () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', keeper.flush)
    if (stopCurrent === stop) stopCurrent = nothingToStop
    return keeper.stop()
  }
  stopCurrent = stop
  return stop
}
