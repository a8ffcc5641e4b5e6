import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const unpack = promisify(inflateRaw)

export class ZipError extends Error {
  override readonly name = 'ZipError'
  constructor(readonly reason: 'broken' | 'too large') {
    super(`the archive is ${reason}`)
  }
}

const END = 0x0605_4b50
const ENTRY = 0x0201_4b50
const LOCAL = 0x0403_4b50
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const MOST_ENTRIES = 400

interface Place {
  readonly method: number
  readonly packed: number
  readonly offset: number
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_SIZE; at >= Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT); at--)
    if (bytes.readUInt32LE(at) === END) return at
  throw new ZipError('broken')
}

function directory(bytes: Buffer): Map<string, Place> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new ZipError('too large')
  const places = new Map<string, Place>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    const encrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    // Readers would differ in which entry they use.
    if (bytes.readUInt32LE(at) !== ENTRY || encrypted || places.has(name)) throw new ZipError('broken')
    places.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return places
}

/** Headers are not trusted: unpacking stops at `limit` bytes in all. @throws ZipError, also when an entry is read */
export function openZip(bytes: Buffer, limit: number): (name: string) => Promise<Buffer | null> {
  const places = guarded(() => directory(bytes))
  let left = limit
  return async (name) => {
    const place = places.get(name)
    if (!place) return null
    const content = await unpackEntry(bytes, place, left)
    left -= content.length
    return content
  }
}

async function unpackEntry(bytes: Buffer, { method, packed, offset }: Place, left: number): Promise<Buffer> {
  const data = guarded(() => {
    if (bytes.readUInt32LE(offset) !== LOCAL) throw new ZipError('broken')
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    return bytes.subarray(start, start + packed)
  })
  if (left <= 0 || (method === 0 && data.length > left)) throw new ZipError('too large')
  if (method === 0) return data
  if (method !== 8) throw new ZipError('broken')
  return unpack(data, { maxOutputLength: left }).catch((error: NodeJS.ErrnoException) => {
    throw new ZipError(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken')
  })
}

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken')
  }
}
