import { readStored, writeStored } from '#app/lib/storage.ts'
import { currentSession } from '#app/session/session.ts'
import type { Hit } from './hit.ts'

const KEY = 'search-recent'
const MOST = 5

export type Recent = Pick<Hit, 'title' | 'second' | 'to'>

interface Stored {
  readonly uid: string
  readonly list: readonly Recent[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isStored(value: unknown): value is Stored {
  const { uid, list } = (value ?? {}) as Partial<Stored>
  return (
    isText(uid) &&
    Array.isArray(list) &&
    list.every((one: Partial<Recent>) => isText(one?.title) && isText(one.second) && isText(one.to))
  )
}

export function readRecent(): readonly Recent[] {
  const stored = readStored(KEY, isStored)
  return stored && stored.uid === currentSession()?.user.id ? stored.list : []
}

export function addRecent({ title, second, kept = second, to }: Recent & Pick<Hit, 'kept'>): void {
  const uid = currentSession()?.user.id
  if (uid === undefined) return
  const others = readRecent().filter((one) => one.to !== to)
  writeStored(KEY, { uid, list: [{ title, second: kept, to }, ...others].slice(0, MOST) })
}
