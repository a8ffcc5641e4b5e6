import { readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { currentSession } from '#app/session/session.ts'
import { createStore } from '#app/ui/store.ts'

const KEY = 'watchman'
const SHIFT_MS = 12 * 60 * 60_000

interface Watchman {
  readonly uid: string
  readonly name: string
  readonly since: number
}

function readWatchman(): string {
  const kept = readStored<Watchman>(KEY)
  const isOwn = kept?.uid === String(currentSession()?.user.id)
  return kept && isOwn && Date.now() - kept.since < SHIFT_MS ? kept.name : ''
}

const entered = createStore('')

export const watchman = { read: readWatchman, follow: entered.follow }

export function enterWatchman(name: string): void {
  if (name === '') removeStored(KEY)
  else writeStored(KEY, { uid: String(currentSession()?.user.id), name, since: Date.now() } satisfies Watchman)
  entered.write(name)
}

export function byWatchman(): { watchman?: string } {
  const name = readWatchman()
  return name === '' ? {} : { watchman: name }
}
