import { http } from 'msw'
import { isCallPath } from '#contract/call-prefixes.ts'
import { createApi } from '#server/create-api.ts'
import type { Deps } from '#server/deps.ts'
import { createCookieJar } from './cookie-jar.ts'

/** Every call is answered by the real API, in this process; there is no second backend of canned answers. */
export function apiHandlers(deps: Deps) {
  const api = createApi(deps)
  const jar = createCookieJar()
  return [
    http.all('*', async ({ request }) => {
      if (!isCallPath(new URL(request.url).pathname)) return
      const cookie = jar.headerFor(request)
      if (cookie) request.headers.set('cookie', cookie)
      const answer = await api.fetch(request)
      jar.keep(answer.headers)
      return answer
    }),
  ]
}
