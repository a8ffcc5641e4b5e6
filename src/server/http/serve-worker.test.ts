import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serveWorker, shellHeadersDigest } from './serve-worker.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'worker-'))

test('the worker is served with the digest of the headers pages carry, and asked for anew each time', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'sw.js'), "const revision = '__SHELL_HEADERS__'")
  const answer = await new Hono().get('/sw.js', serveWorker(dir)).request('/sw.js')
  expect(await answer.text()).toBe(`const revision = '${await shellHeadersDigest()}'`)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('where nothing was built there is no worker', async () => {
  expect((await new Hono().get('/sw.js', serveWorker(folder())).request('/sw.js')).status).toBe(404)
})

test('with the kill switch installed apps get a worker that ends itself and clears what it kept', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'sw.js'), 'precache()')
  const code = await (await new Hono().get('/sw.js', serveWorker(dir, true)).request('/sw.js')).text()
  expect(code).toContain('registration.unregister()')
  expect(code).not.toContain('precache()')
})
