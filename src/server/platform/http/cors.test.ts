import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { allowOrigins } from './cors.ts'

const CLIENT = 'https://client.example'

function request(init: RequestInit) {
  const app = new Hono()
  app.use(allowOrigins([CLIENT]))
  app.post('/call', (c) => c.text('answer'))
  return app.request('/call', init)
}

const listOf = (response: Response, name: string) => (response.headers.get(name) ?? '').toLowerCase().split(',').sort()

test('a preflight from a hosted client permits the methods and headers the client sends, for two hours', async () => {
  const response = await request({
    method: 'OPTIONS',
    headers: { origin: CLIENT, 'access-control-request-method': 'POST' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(CLIENT)
  expect(listOf(response, 'access-control-allow-methods')).toEqual(['get', 'post'])
  expect(listOf(response, 'access-control-allow-headers')).toEqual(['content-type', 'idempotency-key', 'x-auth-token'])
  expect(response.headers.get('access-control-max-age')).toBe('7200')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

test('an answer to a hosted client exposes the headers the client reads', async () => {
  const response = await request({ method: 'POST', headers: { origin: CLIENT } })
  expect(await response.text()).toBe('answer')
  expect(response.headers.get('access-control-allow-origin')).toBe(CLIENT)
  expect(listOf(response, 'access-control-expose-headers')).toEqual([
    'date',
    'x-auth-token',
    'x-min-client',
    'x-request-id',
  ])
})

test.each(['https://elsewhere.example', `${CLIENT}.evil.example`])(
  'answers are not readable from %s',
  async (origin) => {
    const preflight = { origin, 'access-control-request-method': 'POST' }
    for (const response of [
      await request({ method: 'POST', headers: { origin } }),
      await request({ method: 'OPTIONS', headers: preflight }),
    ])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
  },
)
