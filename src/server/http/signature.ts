import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Signed, signedText } from '#contract/signature.ts'

/** SHA-256 of a body's bytes, in hexadecimal. */
export function digestOf(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The signature of a request: 64 hexadecimal digits. */
export function sign(secret: string, signed: Signed): string {
  return createHmac('sha256', secret).update(signedText(signed)).digest('hex')
}

/** Whether a signature is the one; takes as long for a wrong one. */
export function isSignature(given: string, secret: string, signed: Signed): boolean {
  const wanted = Buffer.from(sign(secret, signed))
  const said = Buffer.from(given.toLowerCase())
  return said.length === wanted.length && timingSafeEqual(said, wanted)
}
