import { API_BASE } from '#app/env.ts'
import { REFRESH_TAG, readRefreshState } from './refresh-state.ts'

interface PeriodicRegistration {
  readonly periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>
    unregister(tag: string): Promise<void>
  }
}

export type RefreshSupport = 'unsupported' | 'denied' | 'granted'

const INTERVAL_MS = 3600_000

async function periodicSync(): Promise<PeriodicRegistration['periodicSync']> {
  if (API_BASE !== '') return undefined
  const registration = (await navigator.serviceWorker?.getRegistration()) as PeriodicRegistration | undefined
  return registration?.periodicSync
}

export async function refreshSupport(): Promise<RefreshSupport> {
  try {
    if (!(await periodicSync())) return 'unsupported'
    const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName })
    return state === 'granted' ? 'granted' : 'denied'
  } catch {
    return 'unsupported'
  }
}

export async function requestRefresh(uid: string): Promise<void> {
  try {
    if ((await refreshSupport()) !== 'granted') return
    const sync = await periodicSync()
    const { limit } = await readRefreshState(uid, Date.now())
    if (limit > 0) await sync?.register(REFRESH_TAG, { minInterval: INTERVAL_MS })
    else await sync?.unregister(REFRESH_TAG)
  } catch {
    return
  }
}
