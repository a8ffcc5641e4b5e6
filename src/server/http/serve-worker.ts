import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Handler, Hono } from 'hono'
import { securityHeaders } from './security-headers.ts'

/** Where the built worker names the headers its precached shell was answered with. */
const MARK = '__SHELL_HEADERS__'

/** A digest of the headers every page carries: an installed app keeps its shell's headers until the worker changes. */
export async function shellHeadersDigest(): Promise<string> {
  const page = new Hono().use(securityHeaders()).get('/', (c) => c.html(''))
  const { headers } = await page.request('/')
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
}

/** A worker that takes itself and what it kept away: the app goes on, from the network alone. No page is reloaded. */
const OFF = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/**
 * Serves the service worker with that digest in it, so that a change of headers alone reaches installed apps.
 * @param isOff the kill switch: installed apps get a worker that ends itself
 */
export function serveWorker(dir: string, isOff = false): Handler {
  const made = Promise.all([readFile(join(dir, 'sw.js'), 'utf8'), shellHeadersDigest()]).then(([code, digest]) =>
    code.replaceAll(MARK, digest),
  )
  made.catch(() => undefined)
  return async (c) => {
    const code = isOff ? OFF : await made.catch(() => null)
    if (code === null) return c.text('没有这个文件', 404)
    return c.body(code, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  }
}
