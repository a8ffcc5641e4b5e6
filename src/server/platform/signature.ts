import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Signed, signedText } from '#contract/signature.ts'

export function bodyDigest(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex')
}

export function sign(secret: string, signed: Signed): string {
  return createHmac('sha256', secret).update(signedText(signed)).digest('hex')
}

/** Constant-time comparison. */
export function sameText(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const isSignature = (given: string, secret: string, signed: Signed): boolean =>
  sameText(given.toLowerCase(), sign(secret, signed))
