import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Handler, Hono } from 'hono'
import { acceptedCodings, type Coding, pack } from './content-coding.ts'
import { etagOf, isNamed } from './etag.ts'
import { securityHeaders } from './security-headers.ts'

const MARK = '__SHELL_HEADERS__'

/** An installed app keeps its shell's headers until the worker changes. */
export async function shellHeadersDigest(): Promise<string> {
  const page = new Hono().use(securityHeaders()).get('/', (c) => c.html(''))
  const { headers } = await page.request('/')
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, MARK.length)
}

/** No page is reloaded. */
const OFF = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
})()))
self.addEventListener('push', (event) => {
  const { title, body, url, uid, alarm } = event.data.json()
  const shown = uid === undefined ? { title, body } : { title: '火警通知', body: '请登录后查看并处置' }
  const look = { body: shown.body, icon: '/icons/icon-192.png', data: { url } }
  const once = alarm === undefined ? {} : { tag: 'alarm-' + alarm, renotify: true, requireInteraction: true }
  event.waitUntil(self.registration.showNotification(shown.title, { ...look, ...once }))
})
self.addEventListener('notificationclick', (event) => {
  const { url } = event.notification.data ?? {}
  event.notification.close()
  event.waitUntil(self.clients.openWindow(/^[/][ac][/][0-9A-Za-z]{11}$/.test(url) ? url : '/'))
})
`

interface Worker {
  readonly etag: string
  readonly bodies: Readonly<Record<Coding | 'identity', Uint8Array<ArrayBuffer>>>
}

async function prepare(code: string): Promise<Worker> {
  const identity = new TextEncoder().encode(code)
  const [br, gzip] = await Promise.all([pack('br', identity, 11), pack('gzip', identity, 9)])
  return {
    etag: `W/"${etagOf(identity)}"`,
    bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gzip), identity },
  }
}

/** With the headers' digest, so that changed headers reach installed apps. */
export function serveWorker(dir: string, isOff = false): Handler {
  const made = isOff
    ? prepare(OFF)
    : Promise.all([readFile(join(dir, 'sw.js'), 'utf8'), shellHeadersDigest()]).then(([code, digest]) =>
        prepare(code.replaceAll(MARK, digest)),
      )
  made.catch(() => undefined)
  return async (c) => {
    const worker = await made.catch(() => null)
    if (worker === null) return c.text('文件不存在', 404)
    const headers = { etag: worker.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
    if (isNamed(worker.etag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
    const [coding] = acceptedCodings(c.req.header('accept-encoding'))
    return c.body(worker.bodies[coding ?? 'identity'], 200, {
      ...headers,
      'content-type': 'text/javascript; charset=utf-8',
      ...(coding && { 'content-encoding': coding }),
    })
  }
}
