import type { Readable } from 'node:stream'

/** What a store that serves files by itself must know of one; on disk the database keeps it. */
export interface FileMeta {
  readonly contentType: string
}

/** What a list tells of a file. */
export interface StoredFile {
  readonly key: string
  /** When it was put, by the store's clock. */
  readonly putAt: Date
}

/** Bytes under names of ours. Keys are words of letters, digits, `.`, `_` and `-` between slashes, as `export/8f3c.xlsx`. */
export interface FileStore {
  /** Keeps the bytes under the key, replacing what was there, all or nothing; answers their number once they are safe. */
  put(key: string, content: Readable | Uint8Array, meta?: FileMeta): Promise<{ size: number }>
  /** The bytes as they are now, or null. The stream must be read or destroyed. */
  open(key: string): Promise<{ stream: Readable; size: number } | null>
  /** Forgets the key; no error when there was nothing. */
  remove(key: string): Promise<void>
  /** Every file there is, in no promised order. */
  list(): AsyncIterable<StoredFile>
  /** Whether everything in the store is this installation's, so that what nothing names may be removed. */
  isOwn(): Promise<boolean>
  /** Forgets what began to come in before a moment and never came whole. */
  dropHalves(before: Date): Promise<void>
}

const word = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Whether it can be a key: what somebody else laid into the store may not. */
export const isKey = (key: string): boolean =>
  key.length <= 200 && key.split('/').every((part) => word.test(part) && !part.endsWith('.'))

/** Lets pass only keys that can't leave the store's folder on any system. */
export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new RangeError('a file key is made of letters, digits, ".", "_" and "-" between slashes')
  }
  return key
}
