import { auth } from '#contract/auth.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { createCookieJar } from '#mocks/cookie-jar.ts'
import { type Answer, PICTURE, type TestApi } from './api-context.ts'

export interface TestBrowser {
  readonly cookies: ReturnType<typeof createCookieJar>
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string | null): Promise<Answer>
  at(address: string): TestBrowser
  signIn(account: string, password: string): Promise<Answer>
}

export function openBrowser(
  t: TestApi,
  address = '192.0.2.1',
  cookies: TestBrowser['cookies'] = createCookieJar(),
): TestBrowser {
  const call: TestBrowser['call'] = async (endpoint, input, token) => {
    const cookie = cookies.headerFor({ url: `http://localhost${endpoint.path}`, credentials: 'same-origin' })
    const answer = await t.call(endpoint, input, token, address, cookie)
    cookies.keep(answer.headers)
    return answer
  }
  return {
    cookies,
    call,
    at: (other) => openBrowser(t, other, cookies),
    async signIn(account, password) {
      const { photographToken } = (await call(auth.picture, {})).body.data as { photographToken: string }
      return call(auth.signIn, { account, password, photographCode: PICTURE, photographToken })
    },
  }
}
