import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isOnline, onReachChange } from './connection.ts'
import { startKeeping } from './keep-answers.ts'
import { listenForPurges, purgeReadData } from './purge.ts'
import { createQueryClient } from './query-client.ts'

/** What the app has read: in memory, and of one account on the device. Sign-in pages do without, so they don't load it. */
export interface Memory {
  readonly client: QueryClient
  /** Restores what the account kept and keeps what it reads from now on. */
  keep(uid: string): Promise<void>
  /** Everything that was read leaves memory and device; works with the server unreachable. */
  forget(packsStay?: boolean): Promise<void>
}

const nothing = async () => undefined

function followReach(setOnline: (online: boolean) => void): () => void {
  setOnline(isOnline())
  return onReachChange(() => setOnline(isOnline()))
}

/** @param onPurged called when another tab made everything leave */
export function createMemory(onPurged: () => void): Memory {
  const client = createQueryClient()
  let stop: () => Promise<void> = nothing
  // Queries read again when the server answers again, not when the browser thinks so.
  onlineManager.setEventListener(followReach)
  listenForPurges(onPurged)
  return {
    client,
    async keep(uid) {
      stop = await startKeeping(client, uid)
    },
    async forget(packsStay) {
      await stop()
      stop = nothing
      await purgeReadData(client, packsStay)
    },
  }
}
