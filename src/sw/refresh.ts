import { refreshDevice } from '#app/offline/refresh/refresh-device.ts'
import { REFRESH_TAG } from '#app/offline/refresh/refresh-state.ts'
import { readWorkerSession } from '#app/offline/outbox/worker-store.ts'

declare const self: ServiceWorkerGlobalScope

interface PeriodicRegistration {
  readonly periodicSync?: { unregister(tag: string): Promise<void> }
}

interface MeteredNavigator {
  readonly connection?: { readonly saveData?: boolean; readonly type?: string }
}

export const refresh = (): Promise<void> =>
  refreshDevice({
    session: readWorkerSession,
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    isMetered() {
      const { connection } = self.navigator as MeteredNavigator
      return connection?.saveData === true || connection?.type === 'cellular'
    },
    async unregister() {
      const { periodicSync } = self.registration as PeriodicRegistration
      await periodicSync?.unregister(REFRESH_TAG).catch(() => undefined)
    },
  })
