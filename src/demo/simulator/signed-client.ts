import { randomBytes } from 'node:crypto'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { bodyDigest, sign } from '#server/platform/signature.ts'

export interface Keys {
  readonly appKey: string
  readonly secret: string
}

export interface KeptRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly answer?: { readonly code: number; readonly message: string }
}

export function signRequest(
  keys: Keys,
  at: Date,
  request: { method: string; path: string; body: string },
): KeptRequest {
  const time = String(at.getTime())
  const nonce = randomBytes(12).toString('base64url')
  const { method, path, body } = request
  const signature = sign(keys.secret, { method, path, time, nonce, bodyDigest: bodyDigest(body) })
  return {
    ...request,
    headers: {
      'content-type': 'application/json',
      'x-app-key': keys.appKey,
      'x-time': time,
      'x-nonce': nonce,
      'x-signature': signature,
    },
  }
}

export type Send = (request: KeptRequest) => Promise<Envelope>

export function sendTo(base: string): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, base), { method, headers, ...(method === 'GET' ? {} : { body }) })
    return (await response.json()) as Envelope
  }
}

export interface SignedClient {
  /** @throws RefusedRequest */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
}

export class RefusedRequest extends Error {
  readonly request: KeptRequest
  readonly code: number

  constructor(request: KeptRequest, answer: Envelope) {
    super(`${answer.code} ${answer.message}`)
    this.code = answer.code
    this.request = { ...request, answer: { code: answer.code, message: answer.message } }
  }
}

export function createSignedClient(keys: Keys, send: Send, now: () => Date): SignedClient {
  return {
    async call(endpoint, input) {
      const isRead = endpoint.method === 'GET'
      const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
      const path = isRead && query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path
      const request = signRequest(keys, now(), {
        method: endpoint.method,
        path,
        body: isRead ? '' : JSON.stringify(input),
      })
      const answer = await send(request)
      if (answer.code !== 200) throw new RefusedRequest(request, answer)
      return answer.data as never
    },
  }
}
