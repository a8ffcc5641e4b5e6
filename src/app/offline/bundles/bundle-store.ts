import { promisifyRequest } from 'idb-keyval'
import type { ReadStore } from '#app/offline/cache-row.ts'

export interface BundlePart {
  readonly name: string
  readonly label: string
  /** Null: could not be created. */
  readonly digest: string | null
  /** Null: no copy. */
  readonly here: string | null
  readonly bytes: number
  /** Or why it is missing. */
  readonly note: string | null
  /** Last known to be current, ms; 0: no copy. */
  readonly at: number
}

export interface BundleHead {
  readonly buildingId: string
  readonly name: string
  readonly askedAt: number
  /** Hidden from then on, ms. */
  readonly expiresAt: number
  readonly parts: readonly BundlePart[]
}

export type BundleContent = string | ArrayBuffer

export interface BundleStore {
  heads(): Promise<BundleHead[]>
  head(buildingId: string): Promise<BundleHead | undefined>
  put(head: BundleHead, contents?: ReadonlyMap<string, BundleContent>): Promise<void>
  renew(head: BundleHead, contents?: ReadonlyMap<string, BundleContent>): Promise<boolean>
  contents(buildingId: string, names: readonly string[]): Promise<Map<string, BundleContent>>
  /** @param left head of an expired building, for another download */
  remove(buildingId: string, left?: BundleHead): Promise<void>
}

/** A damaged head counts as absent. */
function isHead(value: unknown): value is BundleHead {
  const { buildingId, name, expiresAt, askedAt, parts } = (value ?? {}) as Partial<BundleHead>
  const isNamed = typeof buildingId === 'string' && typeof name === 'string'
  return isNamed && Number.isFinite(expiresAt) && Number.isFinite(askedAt) && Array.isArray(parts)
}

export const emptied = (head: BundleHead): BundleHead => ({
  ...head,
  parts: head.parts.map((part) => ({ ...part, here: null, at: 0 })),
})

const HEAD = 'head:'
const headKey = (buildingId: string) => HEAD + buildingId
const partKey = (buildingId: string, name: string) => `part:${buildingId}:${name}`
const range = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

export function openBundleStore(use: ReadStore): BundleStore {
  const write = (store: IDBObjectStore, head: BundleHead, contents: ReadonlyMap<string, BundleContent>) => {
    store.put(head, headKey(head.buildingId))
    for (const [name, content] of contents) store.put(content, partKey(head.buildingId, name))
    return promisifyRequest(store.transaction)
  }
  return {
    async heads() {
      const found = await use('readonly', (store) => promisifyRequest<unknown[]>(store.getAll(range(HEAD))))
      return found.filter(isHead)
    },
    async head(buildingId) {
      const found = await use('readonly', (store) => promisifyRequest<unknown>(store.get(headKey(buildingId))))
      return isHead(found) ? found : undefined
    },
    put: (head, contents = new Map()) => use('readwrite', (store) => write(store, head, contents)),
    renew: (head, contents = new Map()) =>
      use('readwrite', async (store) => {
        const found = await promisifyRequest<unknown>(store.get(headKey(head.buildingId)))
        if (!isHead(found) || !found.parts.some(({ here }) => here !== null)) return false
        await write(store, head, contents)
        return true
      }),
    contents: (buildingId, names) =>
      use('readonly', async (store) => {
        const asked = names.map((name) =>
          promisifyRequest<BundleContent | undefined>(store.get(partKey(buildingId, name))),
        )
        const found = await Promise.all(asked)
        return new Map(names.flatMap((name, at) => (found[at] === undefined ? [] : [[name, found[at]] as const])))
      }),
    remove: (buildingId, left) =>
      use('readwrite', (store) => {
        if (left) store.put(left, headKey(buildingId))
        else store.delete(headKey(buildingId))
        store.delete(range(partKey(buildingId, '')))
        return promisifyRequest(store.transaction)
      }),
  }
}
