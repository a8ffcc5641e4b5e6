import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { Page } from 'puppeteer-core/lib/cjs/puppeteer/common/Page.js'
import type { Puppeteer } from 'puppeteer-core/lib/cjs/puppeteer/common/Puppeteer.js'
import { BuiltServer } from '../support/built-server.ts'
import { findChromium } from '../support/find-chromium.mjs'
import { repositoryRoot } from '../support/repository-root.ts'
import { CountingLine } from './support/counting-line.ts'
import { signInByPuppeteer } from './support/sign-in-by-puppeteer.ts'

const MINUTES = Number(process.env.MINUTES ?? 10)
const SETTLED_MS = 90_000
const HOUR_MS = 3_600_000

const require = createRequire(import.meta.url)

interface Counting {
  readonly wakeUps: Record<string, number>
}

function countWakeUps(): void {
  const wakeUps: Record<string, number> = {}
  Object.assign(window, { wakeUps })
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const) {
    const own = window[name].bind(window) as (work: (...args: unknown[]) => void, ...rest: unknown[]) => number
    const counting = (work: (...args: unknown[]) => void, ...rest: unknown[]) => {
      const cause = `${name} ${new Error().stack?.split('\n').slice(2).join(' ')}`
      return own(
        (...args) => {
          wakeUps[cause] = (wakeUps[cause] ?? 0) + 1
          work(...args)
        },
        ...rest,
      )
    }
    Object.assign(window, { [name]: counting })
  }
}

const maps = new Map<string, TraceMap | null>()

function mapOf(file: string): TraceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  let map: TraceMap | null = null
  try {
    map = new TraceMap(readFileSync(join(repositoryRoot, 'dist/source-maps', `${file}.map`), 'utf8'))
  } catch {}
  maps.set(file, map)
  return map
}

function causeOf(stack: string): string {
  let via = ''
  for (const [, file, line, column] of stack.matchAll(/\/([\w-]+\.js):(\d+):(\d+)/g)) {
    const map = mapOf(file!)
    const { source, line: at } = map
      ? originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
      : { source: null, line: null }
    if (!source) continue
    const own = /src\/(app|sw|contract)\/.*/.exec(source)
    if (own) return `${stack.split(' ')[0]} ${own[0]}:${at}${via}`
    via ||= ` (${/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? source})`
  }
  return `${stack.split(' ')[0]}${via}`
}

const since = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const).filter(([, n]) => n > 0))

export async function benchWakeUps(): Promise<void> {
  const server = await BuiltServer.start()
  const line = new CountingLine(server.port)
  const url = await line.open()
  const browser = await (require('puppeteer-core') as Puppeteer).launch({
    executablePath: findChromium(),
    headless: false,
    defaultViewport: { width: 390, height: 844 },
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
    args: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const other = await browser.newPage()
    const devtools = await other.target().createCDPSession()
    let starts = 0
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }: { versions: { runningStatus: string }[] }) => {
      starts += versions.filter(({ runningStatus }) => runningStatus === 'starting').length
    })
    await devtools.send('ServiceWorker.enable')

    const page = await browser.newPage()
    await page.evaluateOnNewDocument(countWakeUps)
    await signInByPuppeteer(page, url)

    const wakeUps = async (from: Page | null) =>
      new Map(
        Object.entries(from ? await from.evaluate(() => ({ ...(window as unknown as Counting).wakeUps })) : {}).map(
          ([stack, count]) => [stack, Number(count)],
        ),
      )

    async function measure(name: string, from: Page | null): Promise<void> {
      await later(SETTLED_MS)
      const before = { timers: await wakeUps(from), passed: new Map(line.passed), bytes: line.bytes, starts }
      const begun = Date.now()
      await later(MINUTES * 60_000)
      const perHour = (count: number) => Math.round((count * HOUR_MS) / (Date.now() - begun))
      const timers = new Map<string, number>()
      for (const [stack, count] of since(before.timers, await wakeUps(from)))
        timers.set(causeOf(stack), (timers.get(causeOf(stack)) ?? 0) + count)
      const passed = since(before.passed, line.passed)
      const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0)
      const frames = new Map([...passed].filter(([of]) => of.endsWith('(frame)')))
      const kilobytes = Math.round(perHour(line.bytes - before.bytes) / 1024)
      console.log(
        `${name}, per hour from ${MINUTES} min: ${perHour(sum(timers))} timers, ` +
          `${perHour(sum(passed) - sum(frames))} requests, ${perHour(sum(frames))} frames, ` +
          `${kilobytes} KB, ${perHour(starts - before.starts)} worker starts`,
      )
      for (const [cause, count] of [...timers, ...passed].sort(([, a], [, b]) => b - a))
        console.log(`  ${String(perHour(count)).padStart(6)}  ${cause}`)
    }

    await page.bringToFront()
    await measure('open', page)
    await other.bringToFront()
    const state = await page.evaluate(() => document.visibilityState)
    if (state !== 'hidden') throw new Error(`the page is ${state}`)
    await measure('hidden', page)
    await page.close()
    await measure('closed', null)
  } finally {
    await browser.close()
    line.close()
    await server.remove()
  }
}
