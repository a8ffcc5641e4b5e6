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
