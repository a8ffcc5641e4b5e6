import { DEVICE_ACCOUNTS, readStored } from '#app/lib/storage.ts'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isOnline, onConnectivityChange } from './connection.ts'
import { startPersisting } from './persist-cache.ts'
import { listenForPurges, purgeReadData } from './purge.ts'
import { createQueryClient } from './query-client.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'

const UNSEAL_MS = 1500

export interface QueryCache {
  readonly client: QueryClient
  restore(uid: string): Promise<void>
  purge(packsStay?: boolean): Promise<void>
}

const nothing = async () => undefined

function followReach(setOnline: (online: boolean) => void): () => void {
  setOnline(isOnline())
  return onConnectivityChange(() => setOnline(isOnline()))
}

export function createQueryCache(onPurged: () => void): QueryCache {
  const client = createQueryClient()
  let stop: () => Promise<void> = nothing
  // `navigator.onLine` is not reliable.
  onlineManager.setEventListener(followReach)
  listenForPurges(onPurged)
  return {
    client,
    async restore(uid) {
      if (readStored(DEVICE_ACCOUNTS))
        await fulfilsWithin(
          UNSEAL_MS,
          import('./sealed/restore-sealed.ts').then(({ restoreSealed }) => restoreSealed(uid)),
        )
      stop = await startPersisting(client, uid)
    },
    async purge(packsStay) {
      await stop()
      stop = nothing
      await purgeReadData(client, packsStay)
    },
  }
}
