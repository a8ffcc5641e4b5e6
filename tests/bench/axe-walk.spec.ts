import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { expect, test } from '../e2e/fixtures.ts'
import { ticketFor, untilControlled } from '../e2e/people.ts'
import { emptyLists, failCalls, refuseChanges } from './axe-answers.ts'
import { controls, overlay, press, settle, standing, violations, watchCalls, type Control } from './axe-page.ts'
import { isTwin, placesOf, routesWithoutPlace, type Place, type Viewer } from './axe-places.ts'

/**
 * Every route × {default, dialog, error, empty, offline} × {phone, desktop}, by day and in the dark:
 *
 *   npx playwright test --config tests/bench/playwright.config.ts axe-walk --workers 2
 *
 * AXE_ONLY=/buildingList,/socialData chooses routes. What was found goes to bench/axe.tsv; the last test prints the matrix.
 */
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
type Size = keyof typeof SIZES
const folder = join(import.meta.dirname, '../../bench')
const file = process.env.AXE_FILE ?? join(folder, 'axe.tsv')
const only = process.env.AXE_ONLY?.split(',')
const viewers: readonly Viewer[] = [null, 'unit01', 'unit02', 'unitnew', 'wuye01', 'zongdui', 'zhidui', 'jingan']
/** Presses inside one dialog; beyond that it is a form whose fields repeat. */
const INSIDE = 10

const found: string[] = []

async function judge(page: Page, place: Place, state: string, size: Size, where = ''): Promise<void> {
  const told = await violations(page, { dark: size === 'desktop' })
  mkdirSync(folder, { recursive: true })
  const line = [place.route, place.viewer ?? 'nobody', state, size, where, told.length, ...told]
  appendFileSync(file, `${line.join('\t').replaceAll('\n', ' ')}\n`)
  found.push(...told.map((each) => `${place.viewer} ${place.address} ${state} ${size} ${where}: ${each}`))
}

/** Judges at both sizes. What stands open must stay so. @returns the sizes it was judged at */
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
  await page.goto(`/login#${await ticketFor(context.request, viewer)}`)
  await page.waitForURL(/socialData|fireDepData/)
  await settle(page)
  return page
}

/** Goes there as a link does; from the same screen, or another site's page, by the address. */
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

/** Presses everything once, at each size, and judges what opens, and what opens in that. */
async function pressEverything(page: Page, place: Place, done: Set<string>): Promise<void> {
  for (const size of Object.keys(SIZES) as Size[]) {
    await page.setViewportSize(SIZES[size])
    await settle(page)
    const own = (control: Control) => `${size} ${control.frame ? '' : place.address} ${control.key}`
    for (const control of await controls(page, 'body')) {
      if (done.has(own(control))) continue
      done.add(own(control))
      if (!(await pressOne(page, place, control))) continue
      await judge(page, place, 'dialog', size, control.key)
      const within = await overlay(page)
      if (within) await pressWithin(page, place, size, control, within)
      await back(page, place)
    }
  }
  await page.setViewportSize(SIZES.desktop)
}

/** Closes what is open; where that leaves anything, the page is opened anew. */
async function back(page: Page, place: Place): Promise<void> {
  const close = page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: /^(关闭|取消)$/ })
  if (await overlay(page)) await close.first().click({ timeout: 2_000 }).catch(() => undefined)
  else await page.keyboard.press('Escape')
  await settle(page)
  const rest = await page.locator('[role=dialog], [role=alertdialog], [aria-expanded=true], [aria-invalid=true]').count()
  if (rest > 0 || !page.url().endsWith(place.address)) await open(page, place)
}

/** Presses a control of the page. @returns whether that opened or said something on this page */
async function pressOne(page: Page, place: Place, control: Control): Promise<boolean> {
  const now = (await controls(page, 'body')).find(({ key }) => key === control.key)
  if (!now) return false
  const before = await standing(page)
  const address = page.url()
  if (!(await press(page, now))) return false
  await settle(page)
  if (new URL(page.url()).pathname !== new URL(address).pathname) {
    // It led to another page, which is looked at in its own right.
    await open(page, place)
    return false
  }
  if ((await standing(page)) !== before) return true
  if (page.url() !== address) await open(page, place)
  return false
}

async function pressWithin(page: Page, place: Place, size: Size, opener: Control, within: string): Promise<void> {
  if (/退出登录/.test(opener.key)) return
  const inside = (await controls(page, within)).filter(({ key }) => !/^(关闭|取消|确定)$/.test(key)).slice(0, INSIDE)
  for (const control of inside) {
    if (!(await overlay(page))) {
      await open(page, place)
      if (!(await pressOne(page, place, opener))) return
    }
    const now = (await controls(page, within)).find(({ key }) => key === control.key)
    const before = await standing(page)
    if (!now || !(await press(page, now))) continue
    await settle(page)
    if ((await standing(page)) !== before) await judge(page, place, 'dialog', size, `${opener.key} → ${control.key}`)
  }
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
      const done = new Set<string>()
      for (const place of visit.places) {
        await open(page, place)
        await pressEverything(page, place, done)
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

test('every route has its place in the walk', () => {
  expect(routesWithoutPlace()).toEqual([])
})

for (const [state, walk] of Object.entries(STATES)) {
  for (const viewer of viewers) {
    test(`${state}, ${viewer ?? 'nobody'}`, async ({ browser, baseURL, sql }) => {
      test.setTimeout(90 * 60_000)
      const [{ id: building } = { id: '' }] = await sql<{ id: string }>(`select b.id::text from building b
        join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
        where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`)
      const [{ id: tenancy } = { id: '1' }] = await sql<{ id: string }>(
        `select unit_id::text as id from building_unit where kind = 'tenant' and building_id = $1 order by 1 limit 1`,
        [building],
      )
      const places = placesOf({ building, tenancy }).filter(
        (place) => place.viewer === viewer && (!only || only.includes(place.route)) && (state === 'default' || !isTwin(place)),
      )
      found.length = 0
      if (places.length > 0) await walk({ browser, baseURL: baseURL ?? '', viewer, places })
      expect([...new Set(found)]).toEqual([])
    })
  }
}
