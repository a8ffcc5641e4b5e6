import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { checkKey, type FileStore } from './file-key.ts'
import { readS3Place, type S3Keys, s3Store } from './s3-store.ts'

/**
 * `file:data/files` (relative to `root`), `memory:`, or `s3://bucket/prefix?endpoint=https://…&region=…`. @throws
 * Error, one line naming the setting
 */
export function openFileStore(url: string, root: string, keys?: S3Keys, now = endOfTime): FileStore {
  if (url === 'memory:') return memoryStore(now)
  const bucket = readS3Place(url)
  if (bucket && !keys) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where FILES_URL is s3:')
  if (bucket && keys) return s3Store(bucket, keys)
  // The rest of an unknown URL may contain a secret.
  const [, scheme = '', path = ''] = /^([a-z0-9+.-]*:)?(.*)$/s.exec(url) ?? []
  if (scheme !== 'file:' || path === '') {
    throw new Error(
      `FILES_URL must be file:<folder>, memory: or s3://<bucket>?endpoint=<address>, not ${scheme === '' ? 'a bare name' : scheme}`,
    )
  }
  return folderStore(path.startsWith('//') ? fileURLToPath(url) : resolve(root, path))
}

const endOfTime = () => new Date(8.64e15)

function memoryStore(now: () => Date): FileStore {
  const files = new Map<string, { bytes: Uint8Array; putAt: Date }>()
  return {
    async put(key, content) {
      const place = checkKey(key)
      const bytes = content instanceof Uint8Array ? Uint8Array.from(content) : await buffer(content)
      files.set(place, { bytes, putAt: now() })
      return { size: bytes.length }
    },
    async open(key) {
      const bytes = files.get(checkKey(key))?.bytes
      return bytes ? { stream: Readable.from([Buffer.from(bytes)], { objectMode: false }), size: bytes.length } : null
    },
    async remove(key) {
      files.delete(checkKey(key))
    },
    async *list() {
      for (const [key, { putAt }] of files) yield { key, putAt }
    },
    isOwn: () => Promise.resolve(true),
    dropHalves: () => Promise.resolve(),
  }
}

function folderStore(folder: string): FileStore {
  // Same file system: the rename is atomic. Keys cannot begin with a dot.
  const incoming = join(folder, '.incoming')

  return {
    async put(key, content) {
      const place = join(folder, checkKey(key))
      const waiting = join(incoming, randomUUID())
      try {
        await makeFolder(incoming)
        const size = await writeSafely(waiting, content)
        await makeFolder(dirname(place))
        await rename(waiting, place)
        await syncFolder(dirname(place))
        return { size }
      } catch (error) {
        if (content instanceof Readable) content.destroy()
        await rm(waiting, { force: true })
        throw error
      }
    },
    async open(key) {
      const file = await open(join(folder, checkKey(key)), 'r').catch(nullWhenAbsent)
      if (!file) return null
      const found = await file.stat()
      if (found.isFile()) return { stream: file.createReadStream(), size: found.size }
      await file.close()
      return null
    },
    async remove(key) {
      await rm(join(folder, checkKey(key)), { force: true }).catch(nullWhenAbsent)
    },
    async *list() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullWhenAbsent)
      for (const entry of found ?? []) {
        const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
        if (!entry.isFile() || key.startsWith('.')) continue
        const found = await stat(join(folder, key)).catch(nullWhenAbsent)
        if (found) yield { key, putAt: found.mtime }
      }
    },
    isOwn: () => Promise.resolve(true),
    async dropHalves(before) {
      for (const name of (await readdir(incoming).catch(nullWhenAbsent)) ?? []) {
        const half = await stat(join(incoming, name)).catch(nullWhenAbsent)
        if (half && half.mtime < before) await rm(join(incoming, name), { force: true })
      }
    },
  }
}

async function writeSafely(path: string, content: Readable | Uint8Array): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    await writeFile(file, content)
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** A new folder is durable after its parent is synced. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const absent = new Set<unknown>(['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'])

function nullWhenAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && absent.has(error.code)) return null
  throw error
}
