import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { demoKeysOf } from '#demo/seed/provider.ts'
import type { TestApi } from './api-context.ts'
import { type Keys, signatureOf } from './sign-request.ts'

export function programOf(t: TestApi, providerId: number, keys: Keys = demoKeysOf(providerId)) {
  function requestOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): Request {
    const url = new URL(endpoint.path, 'http://localhost')
    if (endpoint.method === 'GET')
      for (const [name, value] of Object.entries(input as object)) url.searchParams.set(name, String(value))
    return new Request(url, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
  }
  async function send(request: Request): Promise<{ status: number; body: Envelope<never> }> {
    const response = await t.api.fetch(request)
    return { status: response.status, body: (await response.json()) as Envelope<never> }
  }
  return {
    requestOf,
    send,
    /** Signs a request at the server's time or `at`. */
    async signed(request: Request, at = t.clock.now()): Promise<Request> {
      for (const [name, value] of Object.entries(await signatureOf(request, keys, at))) request.headers.set(name, value)
      return request
    },
    async call<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
      const request = requestOf(endpoint, input)
      for (const [name, value] of Object.entries(await signatureOf(request, keys, t.clock.now())))
        request.headers.set(name, value)
      return (await send(request)).body
    },
  }
}
