import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { Browser } from '@playwright/test'
import { Hono } from 'hono'
import { serveClient } from '#server/platform/http/static-files.ts'
import { benchServer } from './support/bench-server.ts'
import { freePort } from '../support/free-port.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { UNIT_CHARTS } from '../support/unit-charts.ts'
import { type Line, lineArguments, openLine } from './support/line.ts'
import { middle, openBrowser, PHONE, type PhonePage, type Seen, visit } from './support/phone.ts'
import { placesOf, type Session, sessionsOf } from './screens.ts'
import { type Figure, tell } from './support/tell.ts'

const VISITS = Number(process.env.BENCH_VISITS ?? 5)
const CHOSEN = process.env.BENCH_PAGE ?? ''

type How = 'cold' | 'repeat' | 'offline'

interface BenchPage extends PhonePage {
  readonly name: string
  /** None: the row is a floor. */
  readonly floor?: string
  readonly goals?: Readonly<Record<How, Figure['goal']>>
}

type Visits = Record<How, Seen[]>

/** In a new profile. */
async function addVisits(seen: Visits, browser: Browser, page: BenchPage): Promise<void> {
  const context = await browser.newContext(PHONE)
  try {
    seen.cold.push(await visit(context, page, 'slow'))
    await visit(context, page, 'fast')
    await visit(context, page, 'fast')
    seen.repeat.push(await visit(context, page, 'slow'))
    await context.setOffline(true)
    seen.offline.push(await visit(context, page, 'offline'))
  } finally {
    await context.close()
  }
}

async function visitInTurns(browser: Browser, pages: readonly BenchPage[]): Promise<Map<BenchPage, Visits>> {
  const all = new Map(pages.map((page) => [page, { cold: [], repeat: [], offline: [] } as Visits]))
  for (let round = 0; round < VISITS; round++) {
    for (const [page, seen] of all) {
      try {
        await addVisits(seen, browser, page)
      } catch (failure) {
        all.delete(page)
        console.log(`${page.name}: ${String(failure)}`)
      }
    }
  }
  return all
}

function tellPage(page: BenchPage, seen: Visits, floor: Visits | undefined): void {
  for (const where of ['cold', 'repeat', 'offline'] as const) {
    const of = (what: Exclude<keyof Seen, 'movers'>, visits = seen) => middle(visits[where].map((one) => one[what]))
    const reference = page.floor && floor && { name: page.floor, value: of('ready', floor) }
    const goal = page.goals?.[where]
    const told = (column: string, value: number, unit: Figure['unit'], more: Partial<Figure> = {}) =>
      tell({
        name: `${page.name}, ${column}`,
        where,
        value,
        unit,
        cell: { table: 'page, times in ms', row: `${page.name}, ${where}`, column },
        ...more,
      })
    told('ready', of('ready'), 'ms', { ...(reference && { reference }), ...(goal && { goal }) })
    told('first paint', of('fcp'), 'ms')
    told('largest paint', of('lcp'), 'ms')
    told('long tasks', of('longTasks'), 'ms')
    for (const mover of seen[where].flatMap(({ movers }) => movers))
      console.log(`${page.name} (${where}) moved ${mover}`)
    told('moved', Math.max(...seen[where].map(({ cls }) => cls)), '', page.floor ? { goal: '≤ 0' } : {})
    if (where === 'offline') continue
    told('requests', of('requests'), '')
    told('bytes', of('bytes'), 'bytes')
  }
}

async function serveFloor(kind: 'list' | 'line'): Promise<{ line: Line; close(): void }> {
  const folder = join(root, 'dist/bench', kind)
  if (!existsSync(folder)) {
    execFileSync('npx', ['vite', 'build', '--config', 'tests/bench/floor/vite.config.ts', '--logLevel', 'warn'], {
      cwd: root,
      // Vite's loader says 'development': React would be slower.
      env: { ...process.env, NODE_ENV: 'production', FLOOR: kind },
      stdio: 'inherit',
    })
  }
  const port = await freePort()
  const server = serve({ fetch: new Hono().all('*', serveClient(folder)).fetch, port, hostname: '127.0.0.1' })
  const line = await openLine(`http://127.0.0.1:${port}`)
  return {
    line,
    close() {
      line.close()
      server.close()
    },
  }
}

const LIST = 'floor: one list'
const FIRST_FIGURE = 'main :is(.fire-age, .matter b)'
const LINE = 'floor: one line chart'

function pagesOf(line: Line, unit: Session, city: Session, places: { building: string; tenant: string }) {
  const page = (
    name: string,
    path: string,
    ready: string,
    storage?: Session,
    more: Partial<BenchPage> = {},
  ): BenchPage => ({
    name,
    origin: line.origin,
    line,
    path,
    ready,
    floor: LIST,
    ...(storage && { storage }),
    ...more,
  })
  const goals = (cold: number, repeat: number) => ({
    goals: { cold: `≤ ${cold}`, repeat: `≤ ${repeat}`, offline: `≤ ${repeat}` },
  })
  const { building, tenant } = places
  return [
    page('sign-in', '/login', 'form button[type=submit]', undefined, goals(1.15, 1.1)),
    page('unit dashboard, first figure', '/socialData', `.opening strong, ${FIRST_FIGURE}`, unit, goals(1.6, 1.1)),
    page('unit dashboard, charts complete', '/socialData', UNIT_CHARTS.drawn, unit, {
      floor: LINE,
      unready: UNIT_CHARTS.undrawn,
      ...goals(1, 1),
    }),
    page('building list', '/buildingList', 'main a[href^="/buildDetail/"]', unit),
    page('building detail', `/buildDetail/${building}/1/baseInfo`, 'main dl dd', unit),
    page('unit details', `/buildUnitDetail/${building}/1/${tenant}`, 'main dl dd', unit),
    page('notifications', '/messages', 'main ul[aria-label="消息列表"] li', unit),
    page('authority dashboard', '/fireDepData', FIRST_FIGURE, city),
  ]
}

/** BENCH_VISITS shortens, BENCH_PAGE chooses. */
export async function benchPages(): Promise<void> {
  const server = await benchServer()
  const [list, line] = [await serveFloor('list'), await serveFloor('line')]
  const near = await openLine(server.url)
  const browser = await openBrowser(...lineArguments())
  try {
    const sessions = await sessionsOf(server.url)
    const unit = sessions.get('unit01') ?? {}
    const places = await placesOf(server.url, unit)
    const floors: BenchPage[] = [
      { name: LIST, origin: list.line.origin, line: list.line, path: '/', ready: 'li' },
      { name: LINE, origin: line.line.origin, line: line.line, path: '/', ready: '.apexcharts-series path' },
    ]
    const chosen = pagesOf(near, unit, sessions.get('zhidui') ?? {}, places).filter(({ name }) => name.includes(CHOSEN))
    const pages = floors.flatMap((floor) => [floor, ...chosen.filter((page) => page.floor === floor.name)])
    const all = await visitInTurns(browser, pages)
    const floorOf = (name: string | undefined) => [...all].find(([page]) => page.name === name)?.[1]
    for (const [page, seen] of all) tellPage(page, seen, floorOf(page.floor))
    const fell = pages.filter((page) => !all.has(page)).map(({ name }) => name)
    if (fell.length > 0) throw new Error(`Not measured: ${fell.join(', ')}`)
  } finally {
    await browser.close()
    near.close()
    list.close()
    line.close()
    await server.remove()
  }
}
