import type { BundleHead } from '../bundles/bundle-store.ts'
import type { CacheRow } from '../cache-row.ts'

export type BundleEntry = readonly [key: string, value: BundleHead | string | ArrayBuffer]

export type DraftEntry = readonly [name: string, draft: unknown]

export interface DeviceData {
  readonly answers: readonly CacheRow[]
  readonly bundles: readonly BundleEntry[]
  readonly drafts: readonly DraftEntry[]
}

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

const CIPHER = 'AES-GCM'
const IV_BYTES = 12
const LENGTH_BYTES = 4

const PLACE = '$place'

function isPlaced(value: unknown): value is { readonly [PLACE]: readonly [start: number, end: number] } {
  return typeof value === 'object' && value !== null && PLACE in value
}

function encode({ answers, bundles, drafts }: DeviceData): Uint8Array<ArrayBuffer> {
  const files: ArrayBuffer[] = []
  let end = 0
  const place = (file: ArrayBuffer): readonly [number, number] => {
    files.push(file)
    end += file.byteLength
    return [end - file.byteLength, end]
  }
  const entries = bundles.map(([key, value]) => {
    if (!(value instanceof ArrayBuffer)) return [key, value]
    place(value)
    return [key, null, value.byteLength]
  })
  const text = JSON.stringify({ answers, entries, drafts }, (_key, value: unknown) =>
    value instanceof ArrayBuffer ? { [PLACE]: place(value) } : value,
  )
  const json = new TextEncoder().encode(text)
  const all = new Uint8Array(LENGTH_BYTES + json.length + end)
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
  readonly drafts?: DraftEntry[]
}

function decode(all: ArrayBuffer): DeviceData {
  const length = new DataView(all).getUint32(0)
  const start = LENGTH_BYTES + length
  const text = new TextDecoder().decode(new Uint8Array(all, LENGTH_BYTES, length))
  const {
    answers,
    entries,
    drafts = [],
  } = JSON.parse(text, (_key, value: unknown) =>
    isPlaced(value) ? all.slice(start + value[PLACE][0], start + value[PLACE][1]) : value,
  ) as Encoded
  let at = start
  const bundles = entries.map(([key, value, size = 0]): BundleEntry => {
    if (value !== null) return [key, value]
    at += size
    return [key, all.slice(at - size, at)]
  })
  return { answers, bundles, drafts }
}

async function cipherKey(key: string): Promise<CryptoKey> {
  const raw = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
  return crypto.subtle.importKey('raw', raw, CIPHER, false, ['encrypt', 'decrypt'])
}

const ownerOf = (uid: string) => new TextEncoder().encode(uid)

export async function seal(key: string, uid: string, data: DeviceData): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const algorithm = { name: CIPHER, iv, additionalData: ownerOf(uid) }
  return { iv, bytes: await crypto.subtle.encrypt(algorithm, await cipherKey(key), encode(data)) }
}

export async function unseal(key: string, uid: string, { iv, bytes }: Sealed): Promise<DeviceData> {
  const algorithm = { name: CIPHER, iv, additionalData: ownerOf(uid) }
  return decode(await crypto.subtle.decrypt(algorithm, await cipherKey(key), bytes))
}
