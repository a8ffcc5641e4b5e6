import { randomBytes } from 'node:crypto'
import { bodyDigest, sign } from '#server/platform/signature.ts'

export interface Keys {
  readonly appKey: string
  readonly secret: string
}

/** Its body stays readable. */
export async function signatureOf(request: Request, keys: Keys, at: Date): Promise<Record<string, string>> {
  const { pathname, search } = new URL(request.url)
  const time = String(at.getTime())
  const nonce = randomBytes(12).toString('base64url')
  const digest = bodyDigest(new Uint8Array(await request.clone().arrayBuffer()))
  const signature = sign(keys.secret, {
    method: request.method,
    path: pathname + search,
    time,
    nonce,
    bodyDigest: digest,
  })
  return { 'x-app-key': keys.appKey, 'x-time': time, 'x-nonce': nonce, 'x-signature': signature }
}
