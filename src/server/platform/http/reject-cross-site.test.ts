import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { rejectCrossSite } from './reject-cross-site.ts'

const CLIENT = 'https://client.example'

async function answer(headers: Record<string, string>, origins?: readonly string[]): Promise<number> {
  const app = new Hono()
  app.post('/', (c) => {
    rejectCrossSite(c.req, origins)
    return c.text('')
  })
  app.onError((error, c) => c.json({ code: error instanceof AppError ? error.code : 500 }, 400))
  const response = await app.request('/', { method: 'POST', headers })
  return response.ok ? 200 : ((await response.json()) as { code: number }).code
}

test.each<[number, Record<string, string>, readonly string[] | undefined]>([
  [200, {}, undefined],
  [200, { origin: 'https://elsewhere.example' }, [CLIENT]],
  [200, { 'sec-fetch-site': 'same-origin' }, []],
  [200, { 'sec-fetch-site': 'same-site', origin: CLIENT }, []],
  [200, { 'sec-fetch-site': 'cross-site', origin: CLIENT }, [CLIENT]],
  [403, { 'sec-fetch-site': 'cross-site', origin: CLIENT }, undefined],
  [403, { 'sec-fetch-site': 'cross-site', origin: CLIENT }, []],
  [403, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, [CLIENT]],
  [403, { 'sec-fetch-site': 'cross-site' }, [CLIENT]],
  [403, { 'sec-fetch-site': 'cross-site' }, undefined],
])('answers %i to a request with %j where clients are hosted at %j', async (code, headers, origins) => {
  expect(await answer(headers, origins)).toBe(code)
})
