import { http } from 'msw'
import { isCallPath } from '#contract/call-prefixes.ts'
import { createApi } from '#server/create-api.ts'
import type { Deps } from '#server/deps.ts'

/** Every call is answered by the real API, in this process; there is no second backend of canned answers. */
export function apiHandlers(deps: Deps) {
  const api = createApi(deps)
  return [http.all('*', ({ request }) => (isCallPath(new URL(request.url).pathname) ? api.fetch(request) : undefined))]
}
