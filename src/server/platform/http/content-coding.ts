import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

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
    },
  }
}

export function pack(coding: Coding, bytes: Uint8Array, quality: number): Promise<Buffer> {
  return coding === 'gzip' ? gzipAsync(bytes, { level: quality }) : brotliAsync(bytes, brotliOptions(bytes, quality))
}

export function packSync(coding: Coding, bytes: Uint8Array, quality: number): Buffer {
  return coding === 'gzip'
    ? gzipSync(bytes, { level: quality })
    : brotliCompressSync(bytes, brotliOptions(bytes, quality))
}

export function unpack(coding: Coding, bytes: Uint8Array, mostBytes: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(mostBytes, 1) }
  return coding === 'gzip' ? gunzipAsync(bytes, options) : unbrotliAsync(bytes, options)
}

export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(',').map((word) => word.trim().toLowerCase())
  if (!names.includes(name) && !names.includes('*')) headers.append('vary', name)
}
