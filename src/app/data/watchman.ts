import { readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { nameOnWatch, type Watchman } from '#app/offline/outbox/on-watch.ts'
import { writeWorkerWatchman } from '#app/offline/outbox/worker-store.ts'
import { currentSession } from '#app/session/session.ts'
import { createStore } from '#app/ui/store.ts'

const KEY = 'watchman'

const ownId = () => String(currentSession()?.user.id)
const readWatchman = (): string => nameOnWatch(readStored<Watchman>(KEY), ownId())

const entered = createStore('')

export const watchman = { read: readWatchman, follow: entered.follow }

export function enterWatchman(name: string): void {
  const onWatch: Watchman | null = name === '' ? null : { uid: ownId(), name, since: Date.now() }
  if (onWatch) writeStored(KEY, onWatch)
  else removeStored(KEY)
  void writeWorkerWatchman(onWatch)
  entered.write(name)
}

export function byWatchman(): { watchman?: string } {
  const name = readWatchman()
  return name === '' ? {} : { watchman: name }
}
