import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { Browser } from '@playwright/test'
import { Hono } from 'hono'
import { serveClient } from '#server/http/static-files.ts'
import { benchServer } from './bench-server.ts'
import { freePort } from '../support/free-port.ts'
import { repositoryRoot as root } from '../support/repository-root.ts'
import { middle, openBrowser, PHONE, type PhonePage, type Seen, visit } from './phone.ts'
import { placesOf, type Session, sessionsOf } from './screens.ts'
import { type Figure, tell } from './tell.ts'

const VISITS = Number(process.env.BENCH_VISITS ?? 3)
/** Chosen by a part of the name; floors always. */
const CHOSEN = process.env.BENCH_PAGE ?? ''

/** The dashboard draws two lines and two rings; it is complete with the last of them. */
const CHARTS = { ready: 'main .apexcharts-canvas:has(.apexcharts-series path)', count: 4 }

type How = 'cold' | 'repeat' | 'offline'

interface BenchPage extends PhonePage {
  readonly name: string
  /** The name of the floor it stands beside; none: it is one. */
  readonly floor?: string
  readonly goals?: Readonly<Record<How, Figure['goal']>>
}

/** Cold, repeat and offline visits of a page, each in a browser profile that knows nothing. */
async function measure(browser: Browser, page: BenchPage): Promise<Record<How, Seen[]>> {
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

const LIST = 'floor: one list'
const LINE = 'floor: one line chart'

function pagesOf(origin: string, unit: Session, city: Session, places: { building: string; tenant: string }) {
  const page = (
    name: string,
    path: string,
    ready: string,
    storage?: Session,
    more: Partial<BenchPage> = {},
  ): BenchPage => ({
    name,
    origin,
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
    page(
      'unit dashboard, first figure',
      '/socialData',
      '.opening strong, main strong.font-figure',
      unit,
      goals(1.6, 1.1),
    ),
    page('unit dashboard, charts complete', '/socialData', CHARTS.ready, unit, {
      floor: LINE,
      count: CHARTS.count,
      ...goals(1, 1),
    }),
    page('building list', '/buildingList', 'main a[href^="/buildDetail/"]', unit),
    page('building detail', `/buildDetail/${building}/1/baseInfo`, 'main dl dd', unit),
    page('unit details', `/buildUnitDetail/${building}/1/${tenant}`, 'main dl dd', unit),
    page('notifications', '/messages', 'main table td button, main table td a', unit),
    page('authority dashboard', '/fireDepData', 'main dd .font-figure', city),
  ]
}

/** Pages on a weak phone beside two floors of the same framework. BENCH_VISITS shortens, BENCH_PAGE chooses. */
export async function benchPages(): Promise<void> {
  const server = await benchServer()
  const [list, line] = [await serveFloor('list'), await serveFloor('line')]
  const browser = await openBrowser()
  const fell: string[] = []
  try {
    const sessions = await sessionsOf(server.url)
    const unit = sessions.get('unit01') ?? {}
    const places = await placesOf(server.url, unit)
    const pages: BenchPage[] = [
      { name: LIST, origin: list.origin, path: '/', ready: 'li' },
      { name: LINE, origin: line.origin, path: '/', ready: '.apexcharts-series path' },
      ...pagesOf(server.url, unit, sessions.get('zhidui') ?? {}, places).filter(({ name }) => name.includes(CHOSEN)),
    ]
    const floors = new Map<string, Record<How, number>>()
    for (const page of pages) {
      try {
        const seen = await measure(browser, page)
        const of = (what: Exclude<keyof Seen, 'movers'>, how: How) => middle(seen[how].map((one) => one[what]))
        if (!page.floor)
          floors.set(page.name, {
            cold: of('ready', 'cold'),
            repeat: of('ready', 'repeat'),
            offline: of('ready', 'offline'),
          })
        for (const where of ['cold', 'repeat', 'offline'] as const) {
          const floor = page.floor && floors.get(page.floor)
          const reference = page.floor && floor ? { name: page.floor, value: floor[where] } : undefined
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
          told('ready', of('ready', where), 'ms', { ...(reference && { reference }), ...(goal && { goal }) })
          told('first paint', of('fcp', where), 'ms')
          told('largest paint', of('lcp', where), 'ms')
          told('long tasks', of('longTasks', where), 'ms')
          told('moved', Math.max(...seen[where].map(({ cls }) => cls)), '', page.floor ? { goal: '≤ 0' } : {})
          if (where === 'offline') continue
          told('requests', of('requests', where), '')
          told('bytes', of('bytes', where), 'bytes')
        }
      } catch (failure) {
        fell.push(page.name)
        console.log(`${page.name}: ${String(failure)}`)
      }
    }
  } finally {
    await browser.close()
    list.close()
    line.close()
    await server.remove()
  }
  if (fell.length > 0) throw new Error(`Not measured: ${fell.join(', ')}`)
}
