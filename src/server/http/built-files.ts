import { open, stat } from 'node:fs/promises'
import { codings, unpack, type Coding } from './content-coding.ts'
import { digestOf } from './etag.ts'

/** A file's ending beside its original, as `precompress` (vite-precompress.ts) writes it. */
export const siblingEnding: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

/** One way a file can be answered. */
export interface Representation {
  /** Strong: of the original's content and the coding. */
  readonly etag: string
  readonly coding: Coding | null
  /** The bytes of exactly this representation; null when the file is just being rewritten. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>
}

/** Which bytes of a name on disk are meant: changes when the file is rewritten or replaced. */
type Version = string

interface Known {
  readonly version: Version
  readonly digest: string
  /** The siblings that unpack to the original, each with its version. */
  readonly packed: ReadonlyMap<Coding, Version>
}

/**
 * Looks files up on every request and remembers only what was found out about them, so a client that is
 * rebuilt under a running server is served whole: a stale or half-written sibling is left aside.
 */
export function builtFiles(): { find(path: string, accepted: readonly Coding[]): Promise<Representation | null> } {
  const seen = new Map<string, { state: string; known: Promise<Known | null> }>()

  async function look(path: string): Promise<Known | null> {
    const names = [path, ...codings.map((coding) => path + siblingEnding[coding])]
    const versions = await Promise.all(names.map(versionOf))
    const state = versions.join()
    const before = seen.get(path)
    if (before?.state === state) return before.known
    const known = versions[0] === undefined ? Promise.resolve(null) : examine(path)
    if (versions[0] === undefined) seen.delete(path)
    else seen.set(path, { state, known })
    return known
  }

  return {
    async find(path, accepted) {
      if (Object.values(siblingEnding).some((ending) => path.endsWith(ending))) return null
      const known = await look(path)
      if (!known) return null
      const coding = accepted.find((candidate) => known.packed.has(candidate)) ?? null
      const name = coding ? path + siblingEnding[coding] : path
      const version = coding ? known.packed.get(coding) : known.version
      return {
        etag: coding ? `"${known.digest}-${coding}"` : `"${known.digest}"`,
        coding,
        async read() {
          const file = await readWhole(name)
          return file && file.version === version ? file.bytes : null
        },
      }
    },
  }
}

async function examine(path: string): Promise<Known | null> {
  const original = await readWhole(path)
  if (!original) return null
  const digest = digestOf(original.bytes)
  const packed = new Map<Coding, Version>()
  for (const coding of codings) {
    const sibling = await readWhole(path + siblingEnding[coding])
    const content = sibling && (await unpack(coding, sibling.bytes, original.bytes.length).catch(() => null))
    if (sibling && content && digestOf(content) === digest) packed.set(coding, sibling.version)
  }
  return { version: original.version, digest, packed }
}

async function versionOf(path: string): Promise<Version | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found?.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : undefined
}

/** The whole file if nobody wrote to it meanwhile. */
async function readWhole(path: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; version: Version } | null> {
  const version = await versionOf(path)
  const file = version === undefined ? null : await open(path, 'r').catch(() => null)
  if (version === undefined || !file) return null
  try {
    const bytes = new Uint8Array(await file.readFile())
    const after = await file.stat({ bigint: true })
    return `${after.ino}-${after.size}-${after.mtimeNs}` === version && BigInt(bytes.length) === after.size
      ? { bytes, version }
      : null
  } finally {
    await file.close()
  }
}
