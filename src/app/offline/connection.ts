import { useSyncExternalStore } from 'react'
import { API_BASE } from '#app/env.ts'
import type { Connectivity } from './connectivity.ts'
import { createConnection } from './server-watch.ts'
import { browserEnvironment } from './environment.ts'

export type { Connectivity }

const connection = createConnection(browserEnvironment, API_BASE ? `${API_BASE}/wuye/user/detail` : '/ops/health')

export const {
  watch: watchConnection,
  noteAnswer,
  noteSilence,
  noteSlow,
  check: checkServer,
  clockAheadMs,
  serverNow,
  lastServerTime,
} = connection

export function useConnection(): Connectivity {
  return useSyncExternalStore(connection.reach.follow, connection.reach.read)
}

export const currentConnectivity = (): Connectivity => connection.reach.read()

export function isOnline(): boolean {
  return connection.reach.read() === 'online'
}

export const onConnectivityChange = (listener: () => void): (() => void) => connection.reach.follow(listener)
