import type { Readable } from 'node:stream'

export interface FileMeta {
  readonly contentType: string
}

export interface StoredFile {
  readonly key: string
  readonly putAt: Date
}

/** Keys: letters, digits, `.`, `_` and `-` between slashes. */
export interface FileStore {
  /** Atomic; resolves once the bytes are durable. */
  put(key: string, content: Readable | Uint8Array, meta?: FileMeta): Promise<{ size: number }>
  /** The stream must be read or destroyed. */
  open(key: string): Promise<{ stream: Readable; size: number } | null>
  remove(key: string): Promise<void>
  /** All files, unordered. */
  list(): AsyncIterable<StoredFile>
  /** Then unreferenced files may be removed. */
  isOwn(): Promise<boolean>
  dropHalves(before: Date): Promise<void>
}

const word = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export const isKey = (key: string): boolean =>
  key.length <= 200 && key.split('/').every((part) => word.test(part) && !part.endsWith('.'))

/** Rejects keys that could leave the store's folder on any system. @throws RangeError */
export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new RangeError('a file key is made of letters, digits, ".", "_" and "-" between slashes')
  }
  return key
}
