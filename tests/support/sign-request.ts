import { randomBytes } from 'node:crypto'
import { digestOf, sign } from '#server/http/signature.ts'

export interface Keys {
  readonly appKey: string
  readonly secret: string
}

/** The headers that sign a request as it is, at a time; its body may still be read afterwards. */
export async function signatureOf(request: Request, keys: Keys, at: Date): Promise<Record<string, string>> {
  const { pathname, search } = new URL(request.url)
  const time = String(at.getTime())
  const nonce = randomBytes(12).toString('base64url')
  const bodyDigest = digestOf(new Uint8Array(await request.clone().arrayBuffer()))
  const signature = sign(keys.secret, { method: request.method, path: pathname + search, time, nonce, bodyDigest })
  return { 'x-app-key': keys.appKey, 'x-time': time, 'x-nonce': nonce, 'x-signature': signature }
}
