import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { type Browser, type BrowserContext, chromium, type CDPSession, type Page } from '@playwright/test'
import { Hono } from 'hono'
import { serveClient } from '#server/http/static-files.ts'
import { BuiltServer } from '../support/built-server.ts'
import { findChromium } from '../support/find-chromium.mjs'
import { freePort } from '../support/free-port.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { tell } from './tell.ts'

/** A weak phone: 4 × slower than this machine, 150 ms away, 1.6 Mbps down and 750 kbps up, nothing else on the line. */
const SLOWER = 4
const LINK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }
const VISITS = Number(process.env.BENCH_VISITS ?? 3)

interface Seen {
  readonly ready: number
  readonly fcp: number
  readonly lcp: number
  readonly cls: number
  readonly longTasks: number
  readonly requests: number
  readonly bytes: number
}

interface BenchPage {
  readonly name: string
  readonly origin: string
  readonly path: string
  /** What is there once the page says what it was opened for. */
  readonly ready: string
  readonly storage?: Readonly<Record<string, string>>
  readonly isFloor?: boolean
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Runs in the page before anything else does: notes when what is looked for is seen, and what moves and blocks. */
function watch(selector: string): void {
  if (window.top !== window) return
  const seen = { ready: 0, lcp: 0, cls: 0, longTasks: 0 }
  Object.assign(window, { seen })
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  observe('longtask', ({ duration }) => (seen.longTasks += duration))
  observe('layout-shift', ({ value = 0, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value))
  const look = () => {
    const found = [...document.querySelectorAll(selector)].some((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1
    })
    if (found) seen.ready = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function slow(devtools: CDPSession, offline = false): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline, ...LINK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

async function visit(context: BrowserContext, page: BenchPage, how: 'slow' | 'fast' | 'offline'): Promise<Seen> {
  const tab = await context.newPage()
  try {
    const devtools = await context.newCDPSession(tab)
    if (how !== 'fast') await slow(devtools, how === 'offline')
    let [requests, bytes] = [0, 0]
    await devtools.send('Network.enable')
    devtools.on('Network.requestWillBeSent', () => void requests++)
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    await tab.addInitScript(watch, page.ready)
    await tab.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    }, page.storage ?? {})
    await tab.goto(page.origin + page.path, { waitUntil: 'commit' })
    const read = () =>
      tab.evaluate(() => {
        const { seen } = window as unknown as { seen: { ready: number; lcp: number; cls: number; longTasks: number } }
        const [fcp] = performance.getEntriesByName('first-contentful-paint')
        return { ...seen, fcp: fcp?.startTime ?? 0 }
      })
    await tab.waitForFunction(() => (window as unknown as { seen: { ready: number } }).seen.ready > 0, undefined, {
      timeout: 120_000,
    })
    const atReady = { requests, bytes }
    await tab.waitForTimeout(1200)
    const seen = await read()
    if (how === 'fast') await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
    return { ...seen, ...atReady }
  } finally {
    await tab.close()
  }
}

/** Cold, repeat and offline visits of a page, each in a browser profile that knows nothing. */
async function measure(browser: Browser, page: BenchPage): Promise<Record<'cold' | 'repeat' | 'offline', Seen[]>> {
  const seen = { cold: [] as Seen[], repeat: [] as Seen[], offline: [] as Seen[] }
  for (let n = 0; n < VISITS; n++) {
    const context = await browser.newContext(PHONE)
    seen.cold.push(await visit(context, page, 'slow'))
    await visit(context, page, 'fast')
    await visit(context, page, 'fast')
    seen.repeat.push(await visit(context, page, 'slow'))
    await context.setOffline(true)
    seen.offline.push(await visit(context, page, 'offline'))
    await context.close()
  }
  return seen
}

async function serveFloor(kind: 'list' | 'line'): Promise<{ origin: string; close(): void }> {
  const folder = join(root, 'dist/bench', kind)
  if (!existsSync(folder)) {
    execFileSync('npx', ['vite', 'build', '--config', 'tests/bench/floor/vite.config.ts', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, FLOOR: kind },
      stdio: 'inherit',
    })
  }
  const port = await freePort()
  const server = serve({ fetch: new Hono().all('*', serveClient(folder)).fetch, port, hostname: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

/** What a device keeps of a session that began on another day. */
async function sessionOf(origin: string, account: string): Promise<Record<string, string>> {
  const post = async (path: string, body?: URLSearchParams) =>
    ((await (await fetch(origin + path, { method: 'POST', ...(body && { body }) })).json()) as { data: never }).data
  const { photographToken } = await post('/user/sendPhotograph')
  const form = { account, password: 'Fire@119demo', photographCode: '0000', photographToken, type: '1' }
  const headers = (await post('/wuye/user/login', new URLSearchParams(form))) as { 'x-auth-token': string }
  const detail = (await (await fetch(`${origin}/wuye/user/detail`, { headers })).json()) as { data: object }
  return {
    'fire-docking:Headers': JSON.stringify({ 'x-auth-token': headers['x-auth-token'] }),
    'fire-docking:UserInfo': JSON.stringify(detail.data),
  }
}

interface Interaction {
  readonly name: string
  readonly as: string
  readonly path: string
  act(page: Page): Promise<void>
}

const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'dashboard: another building',
    as: 'unit01',
    path: '/socialData',
    act: async (page) => void (await page.getByLabel('选择建筑').selectOption({ index: 1 })),
  },
  {
    name: 'building list: a building opens',
    as: 'unit01',
    path: '/buildingList',
    act: async (page) => page.locator('table a[href^="/buildDetail/"]').first().tap(),
  },
  {
    name: 'notifications: one opens',
    as: 'unit01',
    path: '/messages',
    act: async (page) => page.locator('main table').getByRole('button').first().tap(),
  },
  {
    name: 'authority: the area’s choice opens',
    as: 'zhidui',
    path: '/fireDepData',
    act: async (page) => page.getByRole('button', { name: /上海市/ }).first().tap(),
  },
]

/** The longest answer of the screen to a tap, ms: from the input to the next frame. */
async function answerTime(browser: Browser, origin: string, { as, path, act }: Interaction): Promise<number> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const storage = await sessionOf(origin, as)
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    const longest = { ms: 0 }
    Object.assign(window, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  }, storage)
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await act(page)
  await page.waitForTimeout(1500)
  const longest = await page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms)
  await context.close()
  return longest
}

/** Pages on a weak phone beside two floors of the same framework, and how soon the screen answers a tap. */
export async function benchPages(): Promise<void> {
  const server = await BuiltServer.start()
  const [list, line] = [await serveFloor('list'), await serveFloor('line')]
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const [unit, city] = [await sessionOf(server.url, 'unit01'), await sessionOf(server.url, 'zhidui')]
    const own = (name: string, path: string, ready: string, storage?: Record<string, string>): BenchPage => ({
      name,
      origin: server.url,
      path,
      ready,
      ...(storage && { storage }),
    })
    const pages: BenchPage[] = [
      { name: 'floor: one list', origin: list.origin, path: '/', ready: 'li', isFloor: true },
      { name: 'floor: one line chart', origin: line.origin, path: '/', ready: '.apexcharts-series path', isFloor: true },
      own('sign-in', '/login', 'form button[type=submit]'),
      own('unit dashboard, first figure', '/socialData', '.opening strong, main strong.font-figure', unit),
      own('unit dashboard, charts', '/socialData', 'main .apexcharts-series path', unit),
      own('building list', '/buildingList', 'table a[href^="/buildDetail/"]', unit),
      own('notifications', '/messages', 'main table td', unit),
      own('authority dashboard', '/fireDepData', 'main dd .font-figure', city),
    ]
    let floors: Record<string, Record<'cold' | 'repeat' | 'offline', number>> = {}
    const goals: Record<string, readonly [string, string, string, string]> = {
      'sign-in': ['floor: one list', '≤ 1.15', '≤ 1.1', '≤ 1.1'],
      'unit dashboard, first figure': ['floor: one list', '≤ 1.6', '≤ 1.1', '≤ 1.1'],
      'unit dashboard, charts': ['floor: one line chart', '≤ 1', '≤ 1', '≤ 1'],
    }
    for (const page of pages) {
      const seen = await measure(browser, page)
      const ready = (how: keyof typeof seen) => middle(seen[how].map((one) => one.ready))
      if (page.isFloor) {
        floors = { ...floors, [page.name]: { cold: ready('cold'), repeat: ready('repeat'), offline: ready('offline') } }
      }
      const [floor, ...wanted] = goals[page.name] ?? ['floor: one list']
      for (const [at, how] of (['cold', 'repeat', 'offline'] as const).entries()) {
        const goal = wanted[at]
        const reference = page.isFloor ? undefined : { name: floor, value: floors[floor]?.[how] ?? 0 }
        tell({ name: `${page.name}, ready`, where: how, value: ready(how), unit: 'ms', ...(reference && { reference }), ...(goal && { goal }) })
      }
      const of = (what: keyof Seen, how: keyof typeof seen = 'cold') => middle(seen[how].map((one) => one[what]))
      tell({ name: `${page.name}, first paint with content`, where: 'cold', value: of('fcp'), unit: 'ms' })
      tell({ name: `${page.name}, largest paint`, where: 'cold', value: of('lcp'), unit: 'ms' })
      tell({ name: `${page.name}, what moved`, where: 'cold', value: of('cls'), unit: '', goal: '≤ 0.01' })
      tell({ name: `${page.name}, long tasks`, where: 'cold', value: of('longTasks'), unit: 'ms' })
      tell({ name: `${page.name}, requests until ready`, where: 'cold', value: of('requests'), unit: '' })
      tell({ name: `${page.name}, bytes until ready`, where: 'cold', value: of('bytes'), unit: 'bytes' })
    }
    for (const one of INTERACTIONS) {
      const times: number[] = []
      for (let n = 0; n < VISITS; n++) times.push(await answerTime(browser, server.url, one))
      tell({ name: `${one.name}, answer to the tap`, where: '4 × slower', value: middle(times), unit: 'ms', goal: '≤ 200' })
    }
  } finally {
    await browser.close()
    list.close()
    line.close()
    await server.stop()
  }
}
