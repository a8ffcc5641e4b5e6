import { randomBytes } from 'node:crypto'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { digestOf, sign } from '#server/http/signature.ts'

export interface Keys {
  readonly appKey: string
  readonly secret: string
}

/** A request as it is kept in a file: what was sent, and what came of it. */
export interface KeptRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly answer?: { readonly code: number; readonly message: string }
}

/** Signs a request at a time, with a nonce of its own. */
export function signRequest(
  keys: Keys,
  at: Date,
  request: { method: string; path: string; body: string },
): KeptRequest {
  const time = String(at.getTime())
  const nonce = randomBytes(12).toString('base64url')
  const { method, path, body } = request
  const signature = sign(keys.secret, { method, path, time, nonce, bodyDigest: digestOf(body) })
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

/** Sends over HTTP. */
export function sendTo(base: string): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, base), { method, headers, ...(method === 'GET' ? {} : { body }) })
    return (await response.json()) as Envelope
  }
}

export interface SignedClient {
  /** @throws RefusedRequest where the server answers anything but 200 */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
}

/** A call the server turned away, with the request as it went out. */
export class RefusedRequest extends Error {
  readonly request: KeptRequest
  readonly code: number

  constructor(request: KeptRequest, answer: Envelope) {
    super(`${answer.code} ${answer.message}`)
    this.code = answer.code
    this.request = { ...request, answer: { code: answer.code, message: answer.message } }
  }
}

/** A provider's program: calls the contract's own calls, each signed. */
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
