import { http } from 'msw'
import { isCallPath } from '#contract/call-prefixes.ts'
import { createApi } from '#server/create-api.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createCookieJar } from './cookie-jar.ts'

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
