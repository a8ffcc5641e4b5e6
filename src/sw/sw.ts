import './report-faults.ts'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isCallPath } from '#contract/call-prefixes.ts'
import { SYNC_TAG } from '#app/offline/outbox/outbox-channel.ts'
import { sendVisit, VISIT_MESSAGE, type VisitMessage } from '#app/lib/send-visit.ts'
import type { AlarmDetail } from '#contract/alarm.ts'
import { readWorkerSession } from '#app/offline/outbox/worker-store.ts'
import { actOnAlarm, type ActResult } from './alarm-act.ts'
import { keepAlarm } from './alarm-data.ts'
import { REFRESH_TAG } from '#app/offline/refresh/refresh-state.ts'
import { PROGRAM_GONE, refill } from './program-gone.ts'
import { refresh } from './refresh.ts'
import { sendUnsent } from './send-unsent.ts'

declare const self: ServiceWorkerGlobalScope

const SHELL = 'index.html'

// The cached shell keeps its headers: the server's digest of them here makes a new worker fetch the shell again.
const HEADERS_DIGEST = '__SHELL_HEADERS__'

const files = self.__WB_MANIFEST.map((file) =>
  typeof file !== 'string' && file.url === SHELL ? { ...file, revision: `${file.revision}.${HEADERS_DIGEST}` } : file,
)

precacheAndRoute(files, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()

function isPage(pathname: string): boolean {
  return !isCallPath(pathname) && pathname !== '/repair' && !/^\/assets\/|\.[a-z0-9]+$/i.test(pathname)
}

const answerWithShell = createHandlerBoundToURL(SHELL)

async function refillIfGone(): Promise<void> {
  if (await matchPrecache(SHELL)) return
  const urls = files.map((file) => (typeof file === 'string' ? file : file.url))
  await refill(self.registration, new Map(urls.map((url) => [getCacheKeyForURL(url) ?? url, url])))
}

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  async (options) => {
    const answer = await answerWithShell(options).catch(
      () => new Response(PROGRAM_GONE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }),
    )
    options.event.waitUntil(refillIfGone().catch(() => undefined))
    return answer
  },
)

// Lazy chunks load offline after the first visit; a newer worker needs consent.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  else if (message.type === VISIT_MESSAGE) event.waitUntil(sendVisit(message as VisitMessage))
})

interface News {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly unread?: number
  readonly alarm?: string
  readonly check?: string
  readonly token?: string | null
  readonly isOpen?: boolean
  /** Account; undefined: a duty contact's device. */
  readonly uid?: string
  readonly delivery?: string
  readonly at?: number
  readonly detail?: AlarmDetail
}

function newsIn(data: PushMessageData | null): News {
  try {
    return data?.json() as News
  } catch {
    return { title: '消防物联网数据对接平台', body: '有新的消息', url: '/', unread: 0 }
  }
}

/** Missing before 2020. */
function showCount(count: number): Promise<void> {
  const { setAppBadge } = self.navigator as { setAppBadge?: (count: number) => Promise<void> }
  return setAppBadge ? setAppBadge.call(self.navigator, count).catch(() => undefined) : Promise.resolve()
}

async function receive(news: News): Promise<void> {
  const { uid, alarm, at, detail, ...rest } = news
  const session = uid === undefined ? undefined : await readWorkerSession()
  const isOthers = uid !== undefined && session?.uid !== uid
  const own = isOthers ? { ...rest, title: '火警通知', body: '登录已失效，请登录后查看并处置' } : rest
  const url = uid !== undefined && /^\d+$/.test(alarm ?? '') ? `/alarms?id=${alarm}` : rest.url
  const data = { ...own, url, ...(uid !== undefined && { uid }), ...(alarm !== undefined && { alarm }) }
  const base = { body: own.body, tag: 'news', icon: '/icons/icon-192.png', data }
  await self.registration.showNotification(own.title, { ...base, ...lookOf(data) })
  if (rest.unread !== undefined) await showCount(rest.unread)
  if (session && !isOthers && alarm !== undefined) await keepAlarm(session, alarm, detail, at)
}

// A visible notification is required; the tag replaces it.
self.addEventListener('push', (event) => event.waitUntil(receive(newsIn(event.data))))

/** Replaces the older one, with sound. */
function lookOf({ alarm, check, token, isOpen = false }: News) {
  if (check !== undefined)
    return {
      tag: `check-${check}`,
      requireInteraction: true,
      actions: token ? [{ action: 'answer', title: '在岗' }] : [],
    }
  if (alarm === undefined) return {}
  const actions = [
    { action: 'ack', title: '我去看' },
    { action: 'false', title: '误报' },
  ]
  return { tag: `alarm-${alarm}`, renotify: true, requireInteraction: isOpen, actions: token && isOpen ? actions : [] }
}

const RESULTS: Readonly<Record<ActResult, string>> = {
  sent: '',
  kept: '已保存在本机，联网后自动提交',
  refused: '未被接受，请打开查看',
  ended: '登录已失效，未提交，请登录后处置',
}

async function actOn(news: News, action: Action): Promise<void> {
  const { uid, alarm, delivery, title, url } = news
  if (uid === undefined || alarm === undefined || delivery === undefined || action === 'answer')
    return actByLink(news, action)
  const result = await actOnAlarm({ uid, alarm, delivery, act: action, place: title })
  await self.registration.showNotification(result === 'sent' ? ACTIONS[action].done : RESULTS[result], {
    body: result === 'sent' ? '' : action === 'ack' ? '我去看' : '误报',
    tag: `alarm-${alarm}`,
    icon: '/icons/icon-192.png',
    data: { url },
  })
}

/** Failures open the message's page. */
async function actByLink({ alarm, check, token, url }: News, action: Action): Promise<void> {
  const { path, input, done } = ACTIONS[action]
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...input }),
  }).then((response) => response.json() as Promise<{ code: number; message: string }>)
  if (answer.code !== 200) throw new Error(answer.message)
  await self.registration.showNotification(done, {
    tag: check === undefined ? `alarm-${alarm}` : `check-${check}`,
    icon: '/icons/icon-192.png',
    data: { url },
  })
}

const ACTIONS = {
  ack: { path: '/field/v1/ack-link', input: { act: 'ack' }, done: '已登记：由您前往核实' },
  false: { path: '/field/v1/ack-link', input: { act: 'verdict', verdict: 1 }, done: '已确认误报' },
  answer: { path: '/field/v1/check-link', input: {}, done: '已应答：在岗' },
} as const
type Action = keyof typeof ACTIONS

const isAction = (action: string): action is Action => action in ACTIONS

async function openAt(url: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return void (await self.clients.openWindow(url))
  await page.focus().catch(() => undefined)
  await page.navigate(url).catch(() => undefined)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const news = event.notification.data as News | null
  const url: unknown = news?.url
  // Allows only the app's own paths: push data is untrusted.
  const isPage =
    typeof url === 'string' && /^\/([a-zA-Z]*|[ac]\/[0-9A-Za-z]{11}|alarms\?id=\d+|outbox#unsent-\d+)$/.test(url)
  const open = () => openAt(isPage ? url : '/')
  const { action } = event
  event.waitUntil(news?.token && isAction(action) ? actOn(news, action).catch(open) : open())
})

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

// TypeScript's library lacks Background Sync.
self.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === SYNC_TAG) event.waitUntil(sendUnsent())
})
self.addEventListener('periodicsync' as 'activate', (event) => {
  if ((event as SyncEvent).tag === REFRESH_TAG) event.waitUntil(refresh())
})
