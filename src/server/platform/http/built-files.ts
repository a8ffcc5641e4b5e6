import { open, stat } from 'node:fs/promises'
import { codings, unpack, type Coding } from './content-coding.ts'
import { etagOf } from './etag.ts'

export const siblingEnding: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

export interface Representation {
  readonly etag: string
  readonly coding: Coding | null
  read(): Promise<Uint8Array<ArrayBuffer> | null>
}

type Version = string

interface Known {
  readonly version: Version
  readonly digest: string
  readonly packed: ReadonlyMap<Coding, Version>
}

/** Checks files on every request: a client rebuilt under a running server is served correctly. */
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
  const digest = etagOf(original.bytes)
  const packed = new Map<Coding, Version>()
  for (const coding of codings) {
    const sibling = await readWhole(path + siblingEnding[coding])
    const content = sibling && (await unpack(coding, sibling.bytes, original.bytes.length).catch(() => null))
    if (sibling && content && etagOf(content) === digest) packed.set(coding, sibling.version)
  }
  return { version: original.version, digest, packed }
}

async function versionOf(path: string): Promise<Version | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found?.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : undefined
}

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
