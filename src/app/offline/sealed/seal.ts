import type { BundleHead } from '../bundles/bundle-store.ts'
import type { CacheRow } from '../cache-row.ts'

export type BundleEntry = readonly [key: string, value: BundleHead | string | ArrayBuffer]

export interface ReadData {
  readonly answers: readonly CacheRow[]
  readonly bundles: readonly BundleEntry[]
}

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

const CIPHER = 'AES-GCM'
const IV_BYTES = 12
const LENGTH_BYTES = 4

function encode({ answers, bundles }: ReadData): Uint8Array<ArrayBuffer> {
  const files: ArrayBuffer[] = []
  const entries = bundles.map(([key, value]) => {
    if (!(value instanceof ArrayBuffer)) return [key, value]
    files.push(value)
    return [key, null, value.byteLength]
  })
  const json = new TextEncoder().encode(JSON.stringify({ answers, entries }))
  const size = files.reduce((sum, file) => sum + file.byteLength, LENGTH_BYTES + json.length)
  const all = new Uint8Array(size)
  new DataView(all.buffer).setUint32(0, json.length)
  all.set(json, LENGTH_BYTES)
  let at = LENGTH_BYTES + json.length
  for (const file of files) {
    all.set(new Uint8Array(file), at)
    at += file.byteLength
  }
  return all
}

interface Encoded {
  readonly answers: CacheRow[]
  readonly entries: [string, BundleHead | string | null, number?][]
}

function decode(all: ArrayBuffer): ReadData {
  const length = new DataView(all).getUint32(0)
  let at = LENGTH_BYTES + length
  const text = new TextDecoder().decode(new Uint8Array(all, LENGTH_BYTES, length))
  const { answers, entries } = JSON.parse(text) as Encoded
  const bundles = entries.map(([key, value, size = 0]): BundleEntry => {
    if (value !== null) return [key, value]
    at += size
    return [key, all.slice(at - size, at)]
  })
  return { answers, bundles }
}

async function cipherKey(key: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
  return crypto.subtle.importKey('raw', raw, CIPHER, false, ['encrypt', 'decrypt'])
}

const ownerOf = (uid: string) => new TextEncoder().encode(uid)

export async function seal(key: string, uid: string, data: ReadData): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const algorithm = { name: CIPHER, iv, additionalData: ownerOf(uid) }
  return { iv, bytes: await crypto.subtle.encrypt(algorithm, await cipherKey(key), encode(data)) }
}

export async function unseal(key: string, uid: string, { iv, bytes }: Sealed): Promise<ReadData> {
  const algorithm = { name: CIPHER, iv, additionalData: ownerOf(uid) }
  return decode(await crypto.subtle.decrypt(algorithm, await cipherKey(key), bytes))
}
