import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { INLINE_SCRIPTS } from './security-headers.ts'
import { serveClient } from './static-files.ts'

const script = `console.log(${JSON.stringify('消防物联网'.repeat(300))})`
let parent: string
let dir: string
let app: Hono
let server: ServerType

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'static-files-'))
  dir = join(parent, 'client')
  app = new Hono()
  app.all('*', serveClient(dir))
  await new Promise<void>((listening) => {
    server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => listening())
  })
})
afterAll(async () => {
  server.close()
  await rm(parent, { recursive: true })
})
beforeEach(async () => {
  await rm(dir, { recursive: true, force: true })
  await mkdir(join(dir, 'assets/deep'), { recursive: true })
  const put = (name: string, content: string | Uint8Array) => writeFile(join(dir, name), content)
  await writeFile(join(parent, 'secret.json'), '{"secret":true}')
  await put('index.html', '<!doctype html><title>消防物联网数据对接平台</title>')
  await put('sw.js', 'self.skipWaiting()')
  await put('manifest.webmanifest', '{}')
  await put('.env', 'SECRET=1')
  await put('assets/index-1.js', script)
  await put('assets/index-1.js.br', brotliCompressSync(script))
  await put('assets/index-1.js.gz', gzipSync(script))
  await put('assets/lazy-2.mjs', 'export {}')
  await put('assets/data.json', '[]')
  await put('assets/font.woff2', new Uint8Array([1, 2, 3]))
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method })

test('a hashed asset is cached for a year without revalidation', async () => {
  const answer = await get('/assets/index-1.js')
  expect(await answer.text()).toBe(script)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('a page’s chunks are preloaded with the shell, from the current build', async () => {
  expect((await get('/biPage')).headers.get('link')).toBeNull()
  for (const file of ['assets/wall-1.js', 'assets/wall-2.js']) {
    const manifest = {
      'index.html': { file: 'assets/index-1.js' },
      'src/app/routes/biPage.tsx?tsr-split=loader': { file },
    }
    await writeFile(join(dir, 'build-manifest.json'), JSON.stringify(manifest))
    expect((await get('/biPage?area=1')).headers.get('link')).toBe(
      ['assets/index-1.js', file].map((each) => `</${each}>; rel=modulepreload; crossorigin`).join(', '),
    )
    expect((await get('/login')).headers.get('link')).toBeNull()
  }
})

test.each(['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/socialData', '/login?next=%2F'])(
  '%s is revalidated each time',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const again = await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(answer.headers.get('etag'))
  },
)

test('the shell lists its inline scripts, under each of its names and when it is unchanged', async () => {
  expect((await get('/')).headers.get(INLINE_SCRIPTS)).toBe('')
  await writeFile(
    join(dir, 'index.html'),
    '<script>early()</script><script type="module" src="/assets/index-1.js"></script>',
  )
  const hash = `'sha256-${createHash('sha256').update('early()').digest('base64')}'`
  for (const path of ['/', '/index.html', '/socialData']) {
    const answer = await get(path)
    expect(answer.headers.get(INLINE_SCRIPTS)).toBe(hash)
    const again = await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get(INLINE_SCRIPTS)]).toEqual([304, hash])
  }
  expect((await get('/assets/index-1.js')).headers.get(INLINE_SCRIPTS)).toBeNull()
})

test('each kind of file has its content type', async () => {
  const kinds = await Promise.all(
    ['/', '/manifest.webmanifest', '/assets/lazy-2.mjs', '/assets/data.json', '/assets/font.woff2'].map(async (path) =>
      (await get(path)).headers.get('content-type'),
    ),
  )
  expect(kinds).toEqual([
    'text/html; charset=utf-8',
    'application/manifest+json; charset=utf-8',
    'text/javascript; charset=utf-8',
    'application/json; charset=utf-8',
    'font/woff2',
  ])
})

test('a browser gets the smallest encoding it accepts, each with its own ETag', async () => {
  const plain = await get('/assets/index-1.js')
  const br = await get('/assets/index-1.js', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/assets/index-1.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect([plain, br, gzip].map((answer) => answer.headers.get('content-encoding'))).toEqual([null, 'br', 'gzip'])
  expect([plain, br, gzip].map((answer) => answer.headers.get('vary'))).toEqual(Array(3).fill('accept-encoding'))
  expect(new Set([plain, br, gzip].map((answer) => answer.headers.get('etag'))).size).toBe(3)
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(script)
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(script)
})

test('HEAD returns the size without a body', async () => {
  const answer = await get('/assets/index-1.js', {}, 'HEAD')
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(script)))
  expect(await answer.text()).toBe('')
})

test.each([
  '/assets/gone-3.js',
  '/assets/',
  '/assets/deep',
  '/assets',
  '/favicon.ico',
  '/assets/index-1.js.br',
  '/nothing.html',
])('a missing file is a 404 with a message, never the shell: %s', async (path) => {
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.text()).toBe('文件不存在')
})

test.each([
  '/../secret.json',
  '/assets/../../secret.json',
  '/assets/%2e%2e/%2e%2e/secret.json',
  '/assets/..%2f..%2fsecret.json',
  '/..%5csecret.json',
  '//secret.json',
  '/.env',
  '/%2eenv',
])('files outside the build are not served over a real connection: %s', async (path) => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const sent = request({ port, path }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await text(answer)
  expect([400, 404]).toContain(answer.statusCode)
  expect(body).not.toContain('secret')
  expect(body).not.toContain('SECRET')
})

test('a client rebuilt under the running server is served at once', async () => {
  const before = await get('/assets/index-1.js', { 'accept-encoding': 'br' })
  const other = script.replace('消防', '消火')
  await writeFile(join(dir, 'assets/index-1.js'), other)
  const stale = await get('/assets/index-1.js', {
    'accept-encoding': 'br',
    'if-none-match': before.headers.get('etag') ?? '',
  })
  expect(stale.status).toBe(200)
  expect(stale.headers.get('content-encoding')).toBeNull()
  expect(await stale.text()).toBe(other)

  await writeFile(join(dir, 'assets/index-1.js.br'), brotliCompressSync(other))
  const fresh = await get('/assets/index-1.js', { 'accept-encoding': 'br' })
  expect(fresh.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await fresh.arrayBuffer()).toString()).toBe(other)

  await unlink(join(dir, 'assets/index-1.js'))
  expect((await get('/assets/index-1.js')).status).toBe(404)
})

test('a file that only looks like a compressed version is ignored', async () => {
  await writeFile(join(dir, 'assets/index-1.js.br'), 'half written')
  await writeFile(join(dir, 'assets/index-1.js.gz'), gzipSync(Buffer.alloc(5_000_000)))
  const answer = await get('/assets/index-1.js', { 'accept-encoding': 'br, gzip' })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe(script)
})

test('a server without a client build explains what to do, and writing to files is rejected', async () => {
  await rm(join(dir, 'index.html'))
  expect((await get('/login')).status).toBe(503)
  const post = await get('/login', {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('the build’s manifest is not served, compressed or not', async () => {
  for (const name of ['build-manifest.json', 'build-manifest.json.br', 'Build-Manifest.json.gz']) {
    await writeFile(join(dir, name), '{}')
    expect([name, (await app.request(`/${name}`)).status]).toEqual([name, 404])
  }
})
