import { API_BASE } from '#app/env.ts'
import type { Prefetched } from '#app/lib/prefetched.ts'
import { readStored } from '#app/lib/storage.ts'
import { firstCalls, type FirstCalls, type Person } from './first-calls.ts'

/** Before the app has loaded. */
export function prefetch(routes: FirstCalls): Prefetched | undefined {
  const token = readStored<Record<string, string>>('Headers')?.['x-auth-token']
  const person = token && readStored<Person>('UserInfo')
  const calls = person ? firstCalls(routes, location.pathname, location.search, person) : []
  if (!token || calls.length === 0) return undefined
  const giveUp = new AbortController()
  const response = fetch(`${API_BASE}/field/v1/batch?_t=${String(Math.random()).slice(2)}`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
    body: `{"calls":[${calls.join()}]}`,
    credentials: 'omit',
    cache: 'no-store',
    signal: giveUp.signal,
  })
  // No unhandled rejection; the consumer gets the error.
  response.catch(() => undefined)
  return { token, calls, response, abort: () => giveUp.abort() }
}
