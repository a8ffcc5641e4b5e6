import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../support/find-chromium.mjs'
import type { Line } from './line.ts'

/** 4 × slower, 150 ms, 1.6 Mbps down and 750 kbps up. */
export const SLOWER = 4
const LINK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
  locale: 'zh-CN',
}

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...more],
  })

export const SETTLED = 'body:not(:has([aria-busy=true], .animate-wait, .too-old, .opening)):has(h1, h2, form)'

/** ms; bytes as transferred. */
export interface Seen {
  readonly ready: number
  readonly fcp: number
  readonly lcp: number
  readonly cls: number
  readonly movers: readonly string[]
  readonly longTasks: number
  readonly requests: number
  readonly bytes: number
}

interface Moved {
  readonly node: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

export interface PhonePage {
  readonly origin: string
  readonly path: string
  readonly ready: string
  /** Gone when ready. */
  readonly unready?: string
  readonly storage?: Readonly<Record<string, string>>
  /** Without one the browser slows the page. */
  readonly line?: Line
}

export const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function watch({ ready, unready }: { ready: string; unready: string | undefined }): void {
  if (window.top !== window) return
  const seen = { ready: 0, lcp: 0, cls: 0, longTasks: 0, movers: [] as string[] }
  Object.assign(window, { seen })
  const observe = (
    type: string,
    note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean; sources?: Moved[] }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  observe('longtask', ({ duration }) => (seen.longTasks += duration))
  observe('layout-shift', ({ value = 0, hadRecentInput, startTime, sources = [] }) => {
    if (hadRecentInput) return
    seen.cls += value
    const from = ({ node, previousRect: a, currentRect: b }: Moved) =>
      `${node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? '')}`.slice(0, 60) +
      ` ${[a.x, a.y, a.width, a.height].map(Math.round).join()} > ${[b.x, b.y, b.width, b.height].map(Math.round).join()}`
    seen.movers.push(`${value.toFixed(5)} at ${Math.round(startTime)}: ${sources.map(from).join('; ')}`)
  })
  const look = () => {
    const isFound = [...document.querySelectorAll(ready)].some((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 || height > 1
    })
    if (isFound && !(unready && document.querySelector(unready))) seen.ready = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Before the page's scripts. */
export const keep = (page: Page, storage: Readonly<Record<string, string>> = {}) =>
  page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, storage)

/** Counts requests and bytes since. */
async function prepare(
  context: BrowserContext,
  tab: Page,
  line: Line | undefined,
  how: 'slow' | 'fast' | 'offline',
): Promise<() => Pick<Seen, 'requests' | 'bytes'>> {
  const devtools = await context.newCDPSession(tab)
  if (how !== 'fast') await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (line) {
    line.isSlow = how === 'slow'
    const before = { requests: line.requests, bytes: line.bytes }
    return () => ({ requests: line.requests - before.requests, bytes: line.bytes - before.bytes })
  }
  await devtools.send('Network.enable')
  if (how !== 'fast') await devtools.send('Network.emulateNetworkConditions', { offline: how === 'offline', ...LINK })
  let [requests, bytes] = [0, 0]
  devtools.on('Network.requestWillBeSent', () => void requests++)
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  return () => ({ requests, bytes })
}

async function untilCalm(): Promise<void> {
  const times = () => cpus().flatMap(({ times }) => Object.entries(times))
  const sum = (of: ReturnType<typeof times>) => of.reduce((all, [, ms]) => all + ms, 0)
  const isIdle = ([kind]: [string, number]) => kind === 'idle'
  for (let looks = 0; looks < 40; looks++) {
    const before = times()
    await setTimeout(700)
    const after = times()
    const idle = sum(after.filter(isIdle)) - sum(before.filter(isIdle))
    if (idle / (sum(after) - sum(before)) >= 0.6) return
  }
}

/** `fast`: worker and store fill. */
export async function visit(context: BrowserContext, page: PhonePage, how: 'slow' | 'fast' | 'offline'): Promise<Seen> {
  if (how !== 'fast') await untilCalm()
  const tab = await context.newPage()
  try {
    const sofar = await prepare(context, tab, page.line, how)
    await tab.addInitScript(watch, { ready: page.ready, unready: page.unready })
    await keep(tab, page.storage)
    await tab.goto(page.origin + page.path, { waitUntil: 'commit' })
    const isReady = () => (window as unknown as { seen: { ready: number } }).seen.ready > 0
    await tab.waitForFunction(isReady, undefined, { timeout: 60_000 }).catch((failure: unknown) => {
      throw new Error(`${page.path}, ${how}: '${page.ready}' was not seen at ${tab.url()}: ${String(failure)}`)
    })
    const atReady = sofar()
    await tab.waitForTimeout(1200)
    const seen = await tab.evaluate(() => {
      const { seen } = window as unknown as { seen: Pick<Seen, 'ready' | 'lcp' | 'cls' | 'longTasks' | 'movers'> }
      const [fcp] = performance.getEntriesByName('first-contentful-paint')
      return { ...seen, fcp: fcp?.startTime ?? 0 }
    })
    if (page.line) page.line.isSlow = false
    if (how === 'fast') await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
    return { ...seen, ...atReady }
  } finally {
    await tab.close()
  }
}

const PASSWORD = 'Fire@119demo'

export async function sessionOf(origin: string, account: string): Promise<Record<string, string>> {
  const post = (path: string, body?: URLSearchParams) => fetch(origin + path, { method: 'POST', ...(body && { body }) })
  const { photographToken } = await dataOf<{ photographToken: string }>(post('/user/sendPhotograph'))
  const form = { account, password: PASSWORD, photographCode: '0000', photographToken, type: '1' }
  const headers = await dataOf<{ 'x-auth-token': string }>(post('/wuye/user/login', new URLSearchParams(form)))
  const detail = await dataOf<object>(fetch(`${origin}/wuye/user/detail`, { headers }))
  return {
    'fire-docking:Headers': JSON.stringify({ 'x-auth-token': headers['x-auth-token'] }),
    'fire-docking:UserInfo': JSON.stringify(detail),
  }
}

/** Throws refusals. */
export async function dataOf<T>(response: Promise<Response>): Promise<T> {
  const { data, message } = (await (await response).json()) as { data: T | null; message: string }
  if (data === null) throw new Error(message)
  return data
}
