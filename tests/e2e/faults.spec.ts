import type { Page } from '@playwright/test'
import { deliver } from './deliver-push.ts'
import { chunkFile } from '../support/chunk-file.ts'
import { expect, test } from './fixtures.ts'
import { comeSignedIn } from './people.ts'

const PHONE = '13812345678'
const NAME = '张三丰'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9'
const CANARY = `${PHONE} ${NAME} ${TOKEN} "${PHONE}"`
const CALLS_MOST = 6

interface Group {
  kind: string
  place: string
  message: string
  routes: string[]
  count: string
}

interface Case {
  readonly title: string
  readonly kind: string
  readonly place: RegExp
  readonly wayOut?: 'repair' | 'works'
  /** Before the app starts. */
  readonly inject: (page: Page) => Promise<unknown>
  readonly act?: (page: Page) => Promise<void>
}

const script = (page: Page, code: string) => page.addInitScript(`const CANARY = ${JSON.stringify(CANARY)}; ${code}`)
const homeChunk = () => new RegExp(chunkFile('socialData'))

const CASES: readonly Case[] = [
  {
    title: 'an effect that throws',
    kind: 'render',
    place: /^src\/app\/routes\/__root\.tsx:\d+$/,
    wayOut: 'repair',
    inject: (page) =>
      script(page, `Object.defineProperty(Document.prototype, 'title', { set() { throw new TypeError(CANARY) } })`),
  },
  {
    title: 'an unhandled rejection',
    kind: 'rejection',
    place: /^src\/app\/scheduling\/on-idle\.ts:\d+$/,
    inject: (page) => script(page, `window.requestIdleCallback = () => { throw new RangeError(CANARY) }`),
  },
  {
    title: 'an event handler that throws',
    kind: 'error',
    place: /^src\/app\/offline\/outbox\/account-outbox\.ts:\d+$/,
    inject: (page) => script(page, ''),
    async act(page) {
      await page.evaluate((text) => {
        Object.defineProperty(document, 'visibilityState', {
          get() {
            throw new TypeError(text)
          },
        })
        document.dispatchEvent(new Event('visibilitychange'))
      }, CANARY)
    },
  },
  {
    title: 'an entry that cannot be loaded',
    kind: 'chunk',
    place: /^src\/app\/main\.tsx:1$/,
    wayOut: 'repair',
    inject: (page) => page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort('failed')),
  },
  {
    title: 'a start that draws nothing for ten seconds',
    kind: 'start',
    place: /^src\/app\/main\.tsx:1$/,
    wayOut: 'repair',
    inject: (page) =>
      page.route(/\/assets\/index-[\w-]+\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
      ),
  },
  {
    title: 'a lost chunk',
    kind: 'chunk',
    place: /^src\/app\/routes\/_shell\/socialData\.tsx:1$/,
    wayOut: 'repair',
    inject: (page) => page.route(homeChunk(), (route) => route.fulfill({ status: 404, body: '' })),
  },
  {
    title: 'a corrupt chunk',
    kind: 'chunk',
    place: /^src\/app\/routes\/_shell\/socialData\.tsx:1$/,
    wayOut: 'repair',
    inject: (page) =>
      page.route(homeChunk(), (route) =>
        route.fulfill({ contentType: 'text/javascript', body: `const = "${CANARY}"` }),
      ),
  },
  {
    title: 'a database that cannot be opened',
    kind: 'storage',
    place: /^src\/app\/offline\/.+:\d+$/,
    inject: (page) =>
      script(page, `IDBFactory.prototype.open = () => { throw new DOMException(CANARY, 'UnknownError') }`),
  },
  {
    title: 'a database that never answers',
    kind: 'storage',
    place: /^src\/app\/.+:\d+$/,
    inject: (page) => script(page, `IDBFactory.prototype.open = () => new EventTarget()`),
  },
  {
    title: 'a full disk',
    kind: 'storage',
    place: /^src\/app\/offline\/.+:\d+$/,
    inject: (page) =>
      script(page, `IDBObjectStore.prototype.put = () => { throw new DOMException(CANARY, 'QuotaExceededError') }`),
    async act(page) {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
      })
    },
  },
  {
    title: 'a worker that fails to start',
    kind: 'worker',
    place: /^src\/app\/offline\/.+:\d+$/,
    inject: (page) =>
      script(page, `ServiceWorkerContainer.prototype.register = async () => { throw new TypeError(CANARY) }`),
  },
  {
    title: 'an unregistrable worker',
    kind: 'worker',
    place: /^src\/app\/offline\/.+:\d+$/,
    inject: (page) =>
      script(
        page,
        `ServiceWorkerContainer.prototype.register = async () => { throw new DOMException(CANARY, 'SecurityError') }`,
      ),
  },
]

test.use({ serviceWorkers: 'allow' })

for (const { title, kind, place, inject, act, wayOut = 'works' } of CASES)
  test(`${title} reaches the server with its place, without personal data and in few calls`, async ({
    page,
    request,
    sql,
    expectConsole,
  }) => {
    if (!['start', 'storage', 'worker'].includes(kind)) expectConsole(/./)
    await sql('truncate client_fault cascade')
    let calls = 0
    const bodies: string[] = []
    page.on('request', (sent) => {
      if (!sent.url().endsWith('/field/v1/faults')) return
      calls += 1
      bodies.push(sent.postData() ?? '')
    })
    await comeSignedIn(page, request, 'unit01')
    await inject(page)
    await page.goto('/socialData')
    if (act) {
      await page.waitForTimeout(5000)
      await act(page)
    }
    const groups = () => sql<Group>('select kind, place, message, routes, count from client_fault')
    await expect
      .poll(async () => (await groups()).filter((one) => one.kind === kind && place.test(one.place)).length, {
        message: title,
        timeout: 40_000,
      })
      .toBeGreaterThan(0)
    const found = await groups()
    console.log(title, JSON.stringify(found.map((one) => [one.kind, one.place, one.message, one.count])))
    const told = JSON.stringify(found) + bodies.join()
    expect([PHONE, NAME, TOKEN].filter((canary) => told.includes(canary))).toEqual([])
    expect(found.every(({ routes }) => routes.every((route) => route === '/socialData'))).toBe(true)
    await page.waitForTimeout(3000)
    expect(calls).toBeLessThanOrEqual(CALLS_MOST)
    if (wayOut === 'repair') await expect(page.getByRole('link', { name: '修复' })).toBeVisible()
    else await expect(page.getByRole('main').or(page.getByRole('link', { name: '修复' }))).toBeVisible()
  })

test('faults noted without a network, or without the reporter, are sent later; a refused call is not repeated at once', async ({
  page,
  request,
  server,
  sql,
  expectConsole,
}) => {
  expectConsole(/./)
  await sql('truncate client_fault cascade')
  await comeSignedIn(page, request, 'unit01')
  let calls = 0
  await page.route('**/field/v1/faults', async (route) => {
    calls += 1
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":503,"message":"","data":null}' })
  })
  await page.goto('/login')
  await page.evaluate((text) => {
    for (let at = 0; at < 300; at++) setTimeout(() => Promise.reject(new Error(text)))
  }, CANARY)
  await expect.poll(() => calls).toBeGreaterThan(0)
  await page.waitForTimeout(5000)
  expect(calls).toBeLessThanOrEqual(CALLS_MOST)
  const kept = await page.evaluate(() => localStorage.getItem('fire-docking:device:faults') ?? '')
  expect(kept).toContain('"kind":"rejection"')
  expect([PHONE, NAME, TOKEN].filter((canary) => kept.includes(canary))).toEqual([])
  await page.unroute('**/field/v1/faults')
  await page.goto(`${server.url}/socialData`)
  await expect.poll(() => sql('select kind from client_fault')).toEqual([{ kind: 'rejection' }])
  const { said } = await server.run('admin', 'faults')
  expect(said).toContain('rejection')
})

test('a fault of the service worker is kept without a network and reaches the list with its place', async ({
  context,
  page,
  server,
  sql,
}) => {
  await sql('truncate client_fault cascade')
  await page.goto('/portal')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    Object.defineProperty(registration, 'showNotification', { value: undefined })
  })
  await context.setOffline(true)
  await deliver(context, page, server.url, { title: CANARY, body: CANARY, url: '/' })
  const kept = () =>
    worker.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const request = indexedDB.open('fire-worker-faults')
          request.addEventListener('upgradeneeded', () => request.transaction?.abort())
          request.addEventListener('error', () => resolve(''))
          request.addEventListener('success', () => {
            const read = request.result.transaction('values').objectStore('values').get('faults')
            read.addEventListener('success', () => {
              request.result.close()
              resolve(JSON.stringify(read.result ?? ''))
            })
          })
        }),
    )
  await expect.poll(kept).toContain('"kind":"worker"')
  const stored = await kept()
  expect([PHONE, NAME, TOKEN].filter((canary) => stored.includes(canary))).toEqual([])
  await context.setOffline(false)
  const groups = () => sql<Group>('select kind, place, message, routes, count from client_fault')
  await expect
    .poll(async () => (await groups()).map((one) => one.place))
    .toEqual([expect.stringMatching(/^src\/sw\/sw\.ts:\d+$/)])
  const [found] = await groups()
  expect(found).toMatchObject({ kind: 'worker', count: '1', routes: ['/*'] })
  await page.goto('/ops/faults')
  await expect(page.getByText(found!.place, { exact: true })).toBeVisible()
})
