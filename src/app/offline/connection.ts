import { useSyncExternalStore } from 'react'
import { API_BASE } from '#app/env.ts'
import type { Reach } from './reach.ts'
import { createConnection } from './server-watch.ts'
import { browserSurroundings } from './surroundings.ts'

export type { Reach }

const connection = createConnection(browserSurroundings, `${API_BASE}/ops/health`)

/** The app's one connection: see {@link Connection}. */
export const {
  watch: watchConnection,
  noteAnswer,
  noteSilence,
  noteSlow,
  check: checkServer,
  clockAheadMs,
  serverNow,
} = connection

/** Whether the server answers; a component that uses it is drawn anew when that changes. */
export function useConnection(): Reach {
  return useSyncExternalStore(connection.reach.follow, connection.reach.read)
}

/** Whether the server answered last, and where not, why. */
export const currentReach = (): Reach => connection.reach.read()

/** Whether the server answered last. */
export function isOnline(): boolean {
  return connection.reach.read() === 'online'
}

/** Tells each time the server begins or ceases to answer; returns how to stop. */
export const onReachChange = (listener: () => void): (() => void) => connection.reach.follow(listener)
