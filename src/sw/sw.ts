import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isCallPath } from '#contract/call-prefixes.ts'

declare const self: ServiceWorkerGlobalScope

const SHELL = 'index.html'

// The kept shell keeps its security headers. The server puts their digest here, so that changed headers, too, make
// a new worker that fetches the shell again.
const HEADERS_DIGEST = '__SHELL_HEADERS__'

const files = self.__WB_MANIFEST.map((file) =>
  typeof file !== 'string' && file.url === SHELL ? { ...file, revision: `${file.revision}.${HEADERS_DIGEST}` } : file,
)

precacheAndRoute(files, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()

/** A page of the app: not a call, not a download, not a file that merely is not there. */
function isPage(pathname: string): boolean {
  return !isCallPath(pathname) && !/^\/assets\/|\.[a-z0-9]+$/i.test(pathname)
}

// Whatever matches neither this nor a precached file is left to the browser untouched.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  createHandlerBoundToURL(SHELL),
)

// The first visit, too, finds its later chunks here when the network goes. A newer worker comes this far only on consent.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING') {
    void self.skipWaiting()
  }
})

interface News {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly unread: number
}

function newsIn(data: PushMessageData | null): News {
  try {
    return data?.json() as News
  } catch {
    return { title: '消防物联网数据对接平台', body: '有新的消息', url: '/', unread: 0 }
  }
}

/** Browsers of before 2020 show no number on the icon. */
function showCount(count: number): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> }
  return setAppBadge ? setAppBadge.call(self.navigator, count).catch(() => undefined) : Promise.resolve()
}

// Every push is shown: what comes newer takes the older's place.
self.addEventListener('push', (event) => {
  const { title, body, url, unread } = newsIn(event.data)
  const shown = self.registration.showNotification(title, { body, tag: 'news', icon: '/icons/icon-192.png', data: url })
  event.waitUntil(Promise.all([shown, showCount(unread)]))
})

async function openAt(url: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return void (await self.clients.openWindow(url))
  await page.focus()
  await page.navigate(url).catch(() => undefined)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url: unknown = event.notification.data
  // Only our own pages: what a push says is data, not an address to follow anywhere.
  const isPage = typeof url === 'string' && /^\/[a-zA-Z]*$/.test(url)
  event.waitUntil(openAt(isPage ? url : '/'))
})
