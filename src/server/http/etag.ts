import { createHash } from 'node:crypto'

/** 128 bits of the bytes' SHA-256, as text for an ETag. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/** Whether an `If-None-Match` header names this ETag: by weak comparison, as GET asks (RFC 9110, 13.1.2). */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
