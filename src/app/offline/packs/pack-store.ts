import { promisifyRequest } from 'idb-keyval'
import type { ReadStore } from '#app/offline/cache-store.ts'

/** One part of a building that was taken along. */
export interface PackPart {
  readonly name: string
  readonly label: string
  /** What the server said last that the part is; null: it could not be made. */
  readonly digest: string | null
  /** What of it is on this device, by its digest; null: nothing. */
  readonly here: string | null
  readonly bytes: number
  /** What it leaves out, or why it is missing. */
  readonly note: string | null
  /** When what is here was the server's word last, ms; 0 where nothing is. */
  readonly at: number
}

/** A building that was taken along: what stands here of it, and until when it may be shown. */
export interface PackHead {
  readonly buildingId: string
  readonly name: string
  /** When the server was last asked what the building's pack is, ms. */
  readonly askedAt: number
  /** From then on it is shown no more, ms. */
  readonly expiresAt: number
  readonly parts: readonly PackPart[]
}

/** What a part holds: an answer as JSON, or a file's bytes. */
export type PackContent = string | ArrayBuffer

/** The buildings an account took along on this device. */
export interface PackStore {
  heads(): Promise<PackHead[]>
  head(buildingId: string): Promise<PackHead | undefined>
  /** Writes what stands of a pack, and the parts that came with it, all or nothing. */
  put(head: PackHead, contents?: ReadonlyMap<string, PackContent>): Promise<void>
  /** What is here of the named parts. */
  contents(buildingId: string, names: readonly string[]): Promise<Map<string, PackContent>>
  /** Deletes what was taken along; of one that ran out its name stays, so that it can be taken again. */
  remove(buildingId: string, left?: PackHead): Promise<void>
}

/** A damaged head counts as absent: the building can be taken again. */
function isHead(value: unknown): value is PackHead {
  const { buildingId, name, expiresAt, askedAt, parts } = (value ?? {}) as Partial<PackHead>
  const isNamed = typeof buildingId === 'string' && typeof name === 'string'
  return isNamed && Number.isFinite(expiresAt) && Number.isFinite(askedAt) && Array.isArray(parts)
}

const HEAD = 'head:'
const headKey = (buildingId: string) => HEAD + buildingId
const partKey = (buildingId: string, name: string) => `part:${buildingId}:${name}`
const range = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

/** @param use the account's database of packs */
export function openPackStore(use: ReadStore): PackStore {
  return {
    async heads() {
      const found = await use('readonly', (store) => promisifyRequest<unknown[]>(store.getAll(range(HEAD))))
      return found.filter(isHead)
    },
    async head(buildingId) {
      const found = await use('readonly', (store) => promisifyRequest<unknown>(store.get(headKey(buildingId))))
      return isHead(found) ? found : undefined
    },
    put: (head, contents = new Map()) =>
      use('readwrite', (store) => {
        store.put(head, headKey(head.buildingId))
        for (const [name, content] of contents) store.put(content, partKey(head.buildingId, name))
        return promisifyRequest(store.transaction)
      }),
    contents: (buildingId, names) =>
      use('readonly', async (store) => {
        const asked = names.map((name) =>
          promisifyRequest<PackContent | undefined>(store.get(partKey(buildingId, name))),
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
