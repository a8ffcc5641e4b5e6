import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Signed, signedText } from '#contract/signature.ts'

export function bodyDigest(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex')
}

export function sign(secret: string, signed: Signed): string {
  return createHmac('sha256', secret).update(signedText(signed)).digest('hex')
}

/** Constant-time comparison. */
export function isSignature(given: string, secret: string, signed: Signed): boolean {
  const wanted = Buffer.from(sign(secret, signed))
  const said = Buffer.from(given.toLowerCase())
  return said.length === wanted.length && timingSafeEqual(said, wanted)
}
