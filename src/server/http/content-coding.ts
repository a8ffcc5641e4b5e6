import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

/** Ways to shrink a body that every browser of ours reads, the smaller first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The codings an `Accept-Encoding` header takes, in the order to try them. */
export function acceptedCodings(header: string | undefined): Coding[] {
  const asked = parseAccept(header ?? '')
  const quality = (coding: Coding) =>
    (asked.find(({ type }) => type.toLowerCase() === coding) ?? asked.find(({ type }) => type === '*'))?.q ?? 0
  return codings.filter((coding) => quality(coding) > 0).sort((a, b) => quality(b) - quality(a))
}

const brotliAsync = promisify(brotliCompress)
const unbrotliAsync = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)
const gunzipAsync = promisify(gunzip)

function brotliOptions(bytes: Uint8Array, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // At the hardest, several small blocks fit a large script's parts better than one.
      ...(quality === 11 && { [constants.BROTLI_PARAM_LGBLOCK]: 16 }),
    },
  }
}

/** Shrinks off the main thread. `quality`: brotli 0–11, gzip 0–9. */
export function pack(coding: Coding, bytes: Uint8Array, quality: number): Promise<Buffer> {
  return coding === 'gzip' ? gzipAsync(bytes, { level: quality }) : brotliAsync(bytes, brotliOptions(bytes, quality))
}

/** `pack` at once, for few bytes. */
export function packSync(coding: Coding, bytes: Uint8Array, quality: number): Buffer {
  return coding === 'gzip'
    ? gzipSync(bytes, { level: quality })
    : brotliCompressSync(bytes, brotliOptions(bytes, quality))
}

/** Undoes `pack`. Rejects for what is no such body, or is longer than `mostBytes`. */
export function unpack(coding: Coding, bytes: Uint8Array, mostBytes: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(mostBytes, 1) }
  return coding === 'gzip' ? gunzipAsync(bytes, options) : unbrotliAsync(bytes, options)
}

/** Adds a name to a `Vary` header once. */
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(',').map((word) => word.trim().toLowerCase())
  if (!names.includes(name) && !names.includes('*')) headers.append('vary', name)
}
