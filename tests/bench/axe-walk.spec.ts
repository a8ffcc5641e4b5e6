import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { complaints, openedIn } from '../e2e/complaints.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { measureTargets } from '../e2e/measure-page.ts'
import { signIn, ticketFor, untilControlled } from '../e2e/people.ts'
import { emptyLists, failCalls, refuseChanges } from './axe-answers.ts'
import { settle, watchCalls } from './axe-page.ts'
import { isTwin, placesOf, routesWithoutPlace, type Place, type Viewer } from './axe-places.ts'
import { pressEverything, SIZES, type Size } from './axe-presses.ts'

/**
 * Every route, state and size, light and dark; into bench/axe.tsv. AXE_ONLY=/buildingList,/socialData chooses routes,
 * -g dialog a state. AXE_SECONDS=200 AXE_DONE=file presses in pieces.
 */
const folder = join(import.meta.dirname, '../../bench')
const file = process.env.AXE_FILE ?? join(folder, 'axe.tsv')
const only = process.env.AXE_ONLY?.split(',')
const viewers: readonly Viewer[] = [null, 'unit01', 'unit02', 'unitnew', 'wuye01', 'zongdui', 'zhidui', 'jingan']

const found: string[] = []

async function judge(page: Page, place: Place, state: string, size: Size, where = ''): Promise<void> {
  // The page itself was looked at.
  const within = (state === 'dialog' && (await openedIn(page))) || 'html'
  const told = await complaints(page, { dark: size === 'desktop', practice: true, within })
  if (size === 'phone') {
    const { small, covered } = await measureTargets(page)
    told.push(...small.map((each) => `small: ${each}`), ...covered.map((each) => `covered: ${each}`))
  }
  mkdirSync(folder, { recursive: true })
  const line = [place.route, place.viewer ?? 'nobody', state, size, place.address, where, told.length, ...told]
  appendFileSync(file, `${line.join('\t').replaceAll('\n', ' ')}\n`)
  found.push(...told.map((each) => `${place.viewer} ${place.address} ${state} ${size} ${where}: ${each}`))
}

/** @returns the sizes checked */
async function judgeAtBoth(page: Page, place: Place, state: string, where = ''): Promise<void> {
  for (const size of Object.keys(SIZES) as Size[]) {
    await page.setViewportSize(SIZES[size])
    await settle(page)
    await judge(page, place, state, size, where)
  }
  await page.setViewportSize(SIZES.desktop)
}

async function enter(context: BrowserContext, viewer: Viewer): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(SIZES.desktop)
  watchCalls(page)
  await page.addInitScript(() => void (window.print = () => undefined))
  if (viewer === null) return page
  // A required password change gets no ticket.
  if (viewer === 'unitnew') await signIn(page, viewer)
  else await page.goto(`/login#${await ticketFor(context.request, viewer)}`)
  await page.waitForURL(/socialData|fireDepData/)
  await settle(page)
  return page
}

async function open(page: Page, { address }: Place): Promise<void> {
  const here = page.url()
  if (here === 'about:blank' || new URL(here).pathname === address.split('?')[0]) await page.goto(address)
  else
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, address)
  await settle(page)
}

interface Visit {
  readonly browser: Browser
  readonly baseURL: string
  readonly viewer: Viewer
  readonly places: readonly Place[]
}

async function during(
  { browser, baseURL }: Visit,
  more: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
) {
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    viewport: SIZES.desktop,
    ...more,
  })
  context.on('page', (page) => void page.opener().then((opener) => opener && page.close()))
  context.on('weberror', (failure) => found.push(String(failure.error())))
  await work(context)
  await context.close()
}

const STATES: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  default: (visit) => eachAt(visit, 'default', () => Promise.resolve()),
  error: (visit) => eachAt(visit, 'error', failCalls),
  empty: (visit) => eachAt(visit, 'empty', emptyLists),
  offline: (visit) =>
    during(visit, {}, async (context) => {
      const page = await enter(context, visit.viewer)
      if (visit.viewer === null) await page.goto('/portal')
      await untilControlled(page)
      for (const seen of [false, true]) {
        for (const place of visit.places) {
          if (seen) {
            await context.setOffline(false)
            await open(page, place)
          }
          await context.setOffline(true)
          await open(page, place)
          await judgeAtBoth(page, place, 'offline', seen ? 'seen before' : 'never seen')
        }
      }
    }),
  dialog: (visit) =>
    during(visit, { serviceWorkers: 'block' }, async (context) => {
      const page = await enter(context, visit.viewer)
      await refuseChanges(context)
      for (const place of visit.places) {
        const isWhole = await pressEverything({
          page,
          place,
          open: () => open(page, place),
          judge: (size, where) => judge(page, place, 'dialog', size, where),
        })
        if (!isWhole) return console.log(`Time is over at ${place.address}`)
      }
    }),
}

function eachAt(visit: Visit, state: string, prepare: (context: BrowserContext) => Promise<void>): Promise<void> {
  return during(visit, { serviceWorkers: 'block' }, async (context) => {
    await prepare(context)
    const page = await enter(context, visit.viewer)
    for (const place of visit.places) {
      await open(page, place)
      await judgeAtBoth(page, place, state)
    }
  })
}

test('every route has an entry', () => {
  expect(routesWithoutPlace()).toEqual([])
})

for (const [state, walk] of Object.entries(STATES)) {
  for (const viewer of viewers) {
    test(`${state}, ${viewer ?? 'anonymous'}`, async ({ browser, baseURL, sql }) => {
      test.setTimeout(90 * 60_000)
      const [{ id: building } = { id: '' }] = await sql<{ id: string }>(`select b.id::text from building b
        join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
        where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`)
      const [{ id: tenancy } = { id: '1' }] = await sql<{ id: string }>(
        `select unit_id::text as id from building_unit where kind = 'tenant' and building_id = $1 order by 1 limit 1`,
        [building],
      )
      const places = placesOf({ building, tenancy }).filter(
        (place) =>
          place.viewer === viewer && (!only || only.includes(place.route)) && (state === 'default' || !isTwin(place)),
      )
      // In every other state its information.
      await sql(`update account set must_change_password = $1 where account = 'unitnew'`, [state === 'default'])
      found.length = 0
      if (places.length > 0) await walk({ browser, baseURL: baseURL ?? '', viewer, places })
      expect([...new Set(found)]).toEqual([])
    })
  }
}

/** A look made again counts once. */
test.afterAll(() => {
  const looks = new Map<string, string[]>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const cells = line.split('\t')
    looks.set(cells.slice(0, 6).join(), cells)
  }
  for (const state of Object.keys(STATES)) {
    for (const size of Object.keys(SIZES)) {
      const all = [...looks.values()].filter((cells) => cells[2] === state && cells[3] === size)
      const routes = new Set(all.map(([route]) => route)).size
      const wrong = all.filter((cells) => cells[6] !== '0')
      console.log(`${state} ${size}: ${all.length} looks, ${routes} routes, ${wrong.length} with violations`)
      for (const [, viewer, , , address, where, , ...told] of wrong)
        console.log(`  ${address} ${viewer} ${where}: ${told.join('; ')}`)
    }
  }
})
