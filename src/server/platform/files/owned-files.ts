import { text } from 'node:stream/consumers'
import type { FileStore, StoredFile } from './file-key.ts'

export const OWNER_FILE = 'installation/id'
const COPIES = 'copies/'
const FRESH_MS = 10_000

export interface Owner {
  readonly id: string
  /** Set in a restored copy, which owns no store. */
  readonly restoredAt: Date | null
}

export type Ownership = 'own' | 'other' | 'unmarked'

export async function readStoreOwner(files: FileStore): Promise<string | null> {
  const found = await files.open(OWNER_FILE)
  return found && (await text(found.stream)).trim()
}

export async function writeStoreOwner(files: FileStore, id: string): Promise<void> {
  await files.put(OWNER_FILE, new TextEncoder().encode(id), { contentType: 'text/plain' })
}

function ownershipOf(owner: Owner | null, storeOwner: string | null): Ownership {
  if (storeOwner === null || owner === null) return 'unmarked'
  return owner.restoredAt === null && owner.id === storeOwner ? 'own' : 'other'
}

export interface OwnedFiles extends FileStore {
  readOwner(): Promise<void>
  claimUnmarked(): Promise<Ownership>
  isCopy(): boolean
}

/**
 * In another installation's store it reads all, writes only below its own folder. @param isShared false: the embedded
 * engine, where a transaction occupies the only connection
 */
export function ownedFiles(
  raw: FileStore,
  owner: Owner | null,
  readOwner: () => Promise<Owner | null> = () => Promise.resolve(owner),
  isShared = true,
): OwnedFiles {
  let own = owner
  let known = { at: -Infinity, ownership: 'unmarked' as Ownership }
  let comparedWith: string | null | undefined
  let [reads, latestRead] = [0, 0]

  async function look(): Promise<Ownership> {
    known = { at: performance.now(), ownership: ownershipOf(own, await readStoreOwner(raw)) }
    return known.ownership
  }
  /** `claim-files` commits, marks the store, then moves. */
  async function followClaim(key: string, place: string): Promise<void> {
    const storeOwner = await readStoreOwner(raw)
    if (isShared && storeOwner !== comparedWith) {
      await readAgain()
      comparedWith = storeOwner
    }
    if (ownershipOf(own, storeOwner) === 'own') await moveFile(raw, place, key)
  }
  async function readAgain(): Promise<void> {
    const read = ++reads
    const found = await readOwner()
    if (read < latestRead) return
    latestRead = read
    own = found
  }
  async function lookAgain(): Promise<Ownership> {
    await readAgain()
    return look()
  }
  const lookOften = async () =>
    performance.now() - known.at < FRESH_MS ? known.ownership : look().catch(() => known.ownership)
  const copyOf = (key: string) => `${COPIES}${own?.id ?? 'none'}/${key}`

  return {
    readOwner: readAgain,
    async claimUnmarked() {
      const ownership = await lookAgain()
      if (ownership !== 'unmarked' || own === null || own.restoredAt !== null) return ownership
      await writeStoreOwner(raw, own.id)
      return look()
    },
    isCopy: () => (own?.restoredAt ?? null) !== null,
    isOwn: async () => (await lookAgain()) === 'own',
    async put(key, content, meta) {
      const place = (await look()) === 'other' ? copyOf(key) : key
      const stored = await raw.put(place, content, meta)
      if (place !== key) await followClaim(key, place)
      return stored
    },
    async open(key) {
      const places = (await lookOften()) === 'other' ? [copyOf(key), key] : [key, copyOf(key)]
      for (const place of places) {
        const found = await raw.open(place)
        if (found) return found
      }
      return null
    },
    async remove(key) {
      const ownership = await lookAgain()
      if (ownership === 'own') await raw.remove(key)
      else if (ownership === 'other') await raw.remove(copyOf(key))
    },
    async *list(): AsyncGenerator<StoredFile> {
      const folder = copyOf('')
      const copies = new Map<string, StoredFile>()
      for await (const file of raw.list()) {
        const key = file.key.slice(folder.length)
        if (file.key.startsWith(folder)) copies.set(key, { ...file, key })
      }
      yield* copies.values()
      for await (const file of raw.list()) if (!file.key.startsWith(COPIES) && !copies.has(file.key)) yield file
    },
    async dropHalves(before) {
      if ((await lookAgain()) === 'own') await raw.dropHalves(before)
    },
  }
}

export async function moveCopies(raw: FileStore, id: string): Promise<number> {
  const folder = `${COPIES}${id}/`
  const keys: string[] = []
  for await (const { key } of raw.list()) if (key.startsWith(folder)) keys.push(key)
  for (const key of keys) await moveFile(raw, key, key.slice(folder.length))
  return keys.length
}

async function moveFile(raw: FileStore, from: string, to: string): Promise<void> {
  const found = await raw.open(from)
  if (!found) return
  await raw.put(to, found.stream)
  await raw.remove(from)
}
