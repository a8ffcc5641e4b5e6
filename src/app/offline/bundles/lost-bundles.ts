import { accountHash } from '#app/lib/account-hash.ts'
import { readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { createStore } from '#app/ui/store.ts'
import type { BundleHead } from './bundle-store.ts'

type Names = Readonly<Record<string, string>>

interface Known {
  readonly of: string
  readonly here: Names
  readonly lost: Names
}

const KEY = 'packs-known'
const EMPTY: Names = {}

function isKnown(value: unknown): value is Known {
  const { of, here, lost } = (value ?? {}) as Partial<Known>
  return typeof of === 'string' && typeof here === 'object' && typeof lost === 'object'
}

export const lostBundles = createStore<Names>(EMPTY)

function read(uid: string): Known {
  const of = accountHash(uid)
  const known = readStored(KEY, isKnown)
  return known?.of === of ? known : { of, here: EMPTY, lost: EMPTY }
}

function write(known: Known): void {
  writeStored(KEY, known)
  lostBundles.write(known.lost)
}

const without = (names: Names, gone: (id: string) => boolean): Names =>
  Object.fromEntries(Object.entries(names).filter(([id]) => !gone(id)))

export function compareBundles(uid: string, heads: readonly BundleHead[]): void {
  const known = read(uid)
  const here = Object.fromEntries(heads.map(({ buildingId, name }) => [buildingId, name]))
  write({ ...known, here, lost: without({ ...known.lost, ...known.here }, (id) => id in here) })
}

export function forgetBundle(uid: string, buildingId: string): void {
  const known = read(uid)
  const isIt = (id: string) => id === buildingId
  write({ ...known, here: without(known.here, isIt), lost: without(known.lost, isIt) })
}

export function dismissLostBundles(): void {
  const known = readStored(KEY, isKnown)
  if (known) writeStored(KEY, { ...known, lost: EMPTY })
  else removeStored(KEY)
  lostBundles.write(EMPTY)
}
