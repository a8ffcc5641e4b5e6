import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serveWorker, shellHeadersDigest } from './serve-worker.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'worker-'))

test('the worker is served with the digest of the page headers, and revalidated each time', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'sw.js'), "const revision = '__SHELL_HEADERS__'")
  const answer = await new Hono().get('/sw.js', serveWorker(dir)).request('/sw.js')
  expect(await answer.text()).toBe(`const revision = '${await shellHeadersDigest()}'`)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('an unchanged worker is a 304; a new or changed one is sent compressed', async () => {
  const dir = folder()
  const ask = (headers: Record<string, string>) =>
    new Hono().get('/sw.js', serveWorker(dir)).request('/sw.js', { headers })
  writeFileSync(join(dir, 'sw.js'), 'precache(1)')
  const first = await ask({ 'accept-encoding': 'gzip, br' })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await first.arrayBuffer()).toString()).toBe('precache(1)')
  const etag = first.headers.get('etag') ?? ''
  const again = await ask({ 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])

  writeFileSync(join(dir, 'sw.js'), 'precache(2)')
  const changed = await ask({ 'if-none-match': etag })
  expect([changed.status, await changed.text()]).toEqual([200, 'precache(2)'])
})

test('without a build there is no worker', async () => {
  expect((await new Hono().get('/sw.js', serveWorker(folder())).request('/sw.js')).status).toBe(404)
})

test('with the kill switch installed apps get a worker that clears its caches, and keeps push', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'sw.js'), 'precache()')
  const code = await (await new Hono().get('/sw.js', serveWorker(dir, true)).request('/sw.js')).text()
  expect(code).toContain('caches.delete(name)')
  expect(code).toContain("'push'")
  expect(code).not.toContain('unregister')
  expect(code).not.toContain('precache()')
})
