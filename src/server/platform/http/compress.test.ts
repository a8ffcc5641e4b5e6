import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

const long = { code: 200, message: '操作成功', data: Array.from({ length: 100 }, (_, index) => `建筑${index}`) }

function appWith(etag: boolean): Hono {
  const app = new Hono()
  app.use(compress({ etag }))
  app.all('/long', (c) => c.json(long))
  app.get('/short', (c) => c.json({ code: 200, data: 1 }))
  app.get('/refused', (c) => c.json({ code: 404, data: null }))
  app.get('/ended', (c) => c.json({ code: 401, data: null }, 401))
  app.get('/effect', (c) => c.json(long, 200, { 'cache-control': 'no-store' }))
  app.get('/text', (c) => c.text('x'.repeat(5000)))
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/session', (c) => c.json(long, 200, { 'x-auth-token': 'new', 'x-request-id': '1' }))
  return app
}
const app = appWith(true)
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method })

test('a long answer is compressed in the client’s best encoding', async () => {
  const br = await get('/long', { 'accept-encoding': 'gzip, br' })
  const gzip = await get('/long', { 'accept-encoding': 'br;q=0.1, gzip' })
  const plain = await get('/long', { 'accept-encoding': 'deflate' })
  expect([br, gzip, plain].map((answer) => answer.headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
  expect(br.headers.get('vary')).toContain('accept-encoding')
  expect(JSON.parse(brotliDecompressSync(await br.arrayBuffer()).toString())).toEqual(long)
  expect(JSON.parse(gunzipSync(await gzip.arrayBuffer()).toString())).toEqual(long)
  expect(await plain.json()).toEqual(long)
})

test('a short answer, and one other than JSON, is not compressed', async () => {
  for (const path of ['/short', '/text']) {
    expect((await get(path, { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull()
  }
})

test('an unchanged answer is a 304 of a few bytes, regardless of the varying time in it', async () => {
  const first = await get('/long?_t=1', { 'accept-encoding': 'br' })
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  const again = await get('/long?_t=2', { 'if-none-match': `"other", ${tag}` })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('etag')).toBe(tag)
  expect((await get('/long', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('one caller’s cached answer is never used for another', async () => {
  expect((await get('/long')).headers.get('vary')).toContain('x-auth-token')
})

test('a renewed session reaches the caller with a 304 too', async () => {
  const tag = (await get('/session')).headers.get('etag') ?? ''
  const again = await get('/session', { 'if-none-match': tag })
  expect([again.status, again.headers.get('x-auth-token'), again.headers.get('x-request-id')]).toEqual([
    304,
    'new',
    '1',
  ])
})

test.each([
  ['a refusal in the envelope', '/refused', 'GET'],
  ['the end of a session', '/ended', 'GET'],
  ['a change made by GET that forbids keeping', '/effect', 'GET'],
  ['a POST', '/long', 'POST'],
])('%s may not be cached', async (_, path, method) => {
  const answer = await get(path, {}, method)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
})

test('JSON that is no envelope counts as success', async () => {
  expect((await get('/health')).headers.get('etag')).not.toBeNull()
})

test('with the option off no answer may be cached, and long answers are still compressed', async () => {
  const answer = await appWith(false).request('/long', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
  expect(answer.headers.get('content-encoding')).toBe('br')
})

test('a compressed body never has the former length', async () => {
  const told = new Hono()
  told.use(compress({ etag: true }))
  told.get('/', () => {
    const body = JSON.stringify(long)
    return new Response(body, {
      headers: { 'content-type': 'application/problem+json', 'content-length': String(Buffer.byteLength(body)) },
    })
  })
  const answer = await told.request('/', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-length')).toBeNull()
  expect(answer.headers.get('content-encoding')).toBe('br')
})
