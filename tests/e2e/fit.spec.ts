import type { Page } from '@playwright/test'
import type { AnyRouter } from '@tanstack/react-router'
import { type Places, placesOf, SCREENS } from '../bench/screens.ts'
import { keep, SETTLED, sessionOf } from '../bench/support/phone.ts'
import { sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import {
  coveredFirstRows,
  firstRowTop,
  measureTables,
  measureTargets,
  rowsInView,
  watchShifts,
} from './measure-page.ts'

const TABLETS = [820, 768]
const LISTS =
  /^\/(alarms|buildingList|messages|problemStatistics|companyList|unitList|accountList|organList|examineList|publishing|auditLog|deliveries|dutyContacts|biPage)(\?|$)/
const FIRST_ROW = 220
const LEAST_ROWS = 5

function addressesOf(account: string | null, places: Places): readonly string[] {
  const role = account === 'wuye01' ? 'unit01' : account
  return Object.values(SCREENS)
    .flat()
    .filter(({ as }) => as === role)
    .map(({ path }) => path(places))
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await drawn(page)
}

/** As a link does: the frame stays. */
async function follow(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') return open(page, address)
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: AnyRouter }
    const rendered = new Promise<void>((done) => {
      const stop = router.subscribe('onRendered', () => {
        stop()
        done()
      })
    })
    await router.navigate({ href })
    await rendered
  }, address)
  await drawn(page)
}

async function drawn(page: Page): Promise<void> {
  await page.waitForSelector(SETTLED)
  await page.evaluate(async () => {
    const frame = () => new Promise((seen) => requestAnimationFrame(seen))
    await frame()
    await frame()
  })
}

test.use({ reducedMotion: 'reduce' })

for (const [account, viewer] of [
  [null, 'a stranger'],
  ['unit01', 'a unit'],
  ['wuye01', 'a property company'],
  ['zhidui', 'the authority'],
] as const)
  test(`every page of ${viewer} fits the hand and the tablet`, async ({ page, server }) => {
    test.setTimeout(600_000)
    const ofUnit = await sessionOf(server.url, account === 'wuye01' ? account : 'unit01')
    const places = await placesOf(server.url, ofUnit)
    if (account !== null) await keep(page, account === 'zhidui' ? await sessionOf(server.url, account) : ofUnit)
    let targets = 0
    for (const address of addressesOf(account, places)) {
      await page.setViewportSize({ width: 390, height: 844 })
      await follow(page, address)
      expect.soft({ address, over: await sideways(page) }).toEqual({ address, over: 0 })
      const { small, covered, targets: count } = await measureTargets(page)
      targets += count
      if (LISTS.test(address)) {
        expect.soft(await firstRowTop(page), `${address}: first row`).toBeLessThanOrEqual(FIRST_ROW)
        const { whole, all } = await rowsInView(page)
        expect.soft(whole, `${address}: rows in view`).toBeGreaterThanOrEqual(Math.min(LEAST_ROWS, all))
      }
      expect.soft({ address, small, covered }).toEqual({ address, small: [], covered: [] })
      for (const width of TABLETS) {
        await page.setViewportSize({ width, height: 1180 })
        await page.waitForSelector(SETTLED)
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        expect.soft({ address, width, tables: await measureTables(page) }).toEqual({ address, width, tables: [] })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.waitForSelector(SETTLED)
      expect.soft({ address, covered: await coveredFirstRows(page) }).toEqual({ address, covered: [] })
    }
    expect(targets).toBeGreaterThan(20)
  })

const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused?.closest('#content')) return { isInPage: false, covered: [] }
    const box = focused.getBoundingClientRect()
    const covered = ['frame-bar', 'frame-places', 'building-tabs'].filter((id) => {
      const element = document.getElementById(id)
      const bar = element?.contains(focused) ? undefined : element?.getBoundingClientRect()
      return bar && bar.height > 0 && box.top < bar.bottom - 0.5 && box.bottom > bar.top + 0.5
    })
    const { ariaLabel, textContent } = focused
    return { isInPage: true, covered: covered.map((id) => `${(ariaLabel ?? textContent)?.slice(0, 24)} under ${id}`) }
  })

test('the frame’s bars cover no focused control of a long page', { tag: '@wide' }, async ({ page, server }) => {
  const session = await sessionOf(server.url, 'unit01')
  await keep(page, session)
  const { building } = await placesOf(server.url, session)
  for (const address of ['/socialData', '/buildingList', `/buildDetail/${building}/0/scoreInfo`])
    for (const key of ['Shift+Tab', 'Tab']) {
      await open(page, address)
      if (key === 'Shift+Tab') await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      let inPage = 0
      const under: string[] = []
      for (let presses = 0; presses < 120; presses++) {
        await page.keyboard.press(key)
        const { isInPage, covered } = await coveredFocus(page)
        if (!isInPage && inPage > 0) break
        if (isInPage) inPage++
        under.push(...covered)
      }
      expect.soft({ address, key, under }).toEqual({ address, key, under: [] })
      expect(inPage).toBeGreaterThan(10)
    }
})

test('no state of the sound moves a filter of a phone’s alarms', async ({ page, server }) => {
  await keep(page, await sessionOf(server.url, 'zhidui'))
  await open(page, '/alarms')
  const filters = page.getByRole('group', { name: '按结果筛选' }).locator('..')
  const before = await filters.boundingBox()
  const more = page.getByRole('button', { name: '火警：更多' })
  const last = await page.getByRole('button', { name: '已确认，选择结果' }).boundingBox()
  expect((await more.boundingBox())!.x).toBeGreaterThanOrEqual(last!.x + last!.width)
  const deeds: string[] = []
  while (deeds.length < 4) {
    await more.tap()
    const deed = page.getByRole('menuitem', { name: /^(开启声音|静音|恢复响铃)$/ })
    deeds.push(await deed.innerText())
    await deed.tap()
    expect(await filters.boundingBox()).toEqual(before)
  }
  expect(deeds.join()).toMatch(/^(开启声音,静音,恢复响铃,静音|静音,恢复响铃,静音,恢复响铃)$/)
})

for (const [width, height] of [
  [375, 553],
  [844, 340],
  [683, 330],
] as const)
  test(`at ${width} by ${height} px every entry of a menu can be reached`, async ({ page, server }) => {
    await page.setViewportSize({ width, height })
    await keep(page, await sessionOf(server.url, 'zhidui'))
    await open(page, '/alarms')
    const entries = page.getByRole('menuitem')
    for (const name of width < 768 ? [/^火警：更多$/] : [/^火警：更多$/, /^账号：/]) {
      await page.getByRole('button', { name }).click()
      await expect(entries.first()).toBeInViewport({ ratio: 0.9 })
      await entries.last().scrollIntoViewIfNeeded()
      await expect(entries.last()).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press('Escape')
      await expect(entries).toHaveCount(0)
    }
  })

const OPEN_FIRE = `select a.building_id::text as building, bu.unit_id::text as tenant from alarm a
  join building_unit bu on bu.building_id = a.building_id and bu.kind = 'bound'
  where a.ended_at is null and a.kind = 'fire'
    and bu.unit_id = (select unit_id from account where account = 'unit01') order by a.id limit 1`

const namesBuilding = (path: (places: Places) => string) =>
  path({ building: '1', tenant: '1' }) !== path({ building: '2', tenant: '2' })

for (const account of ['unit01', 'zhidui'])
  test(`while a building is on fire every page of ${account} says so above the fold, a building’s own without a layout shift`, async ({
    page,
    server,
    sql,
  }) => {
    test.setTimeout(300_000)
    const [places] = await sql<Places & Record<string, string>>(OPEN_FIRE)
    await keep(page, await sessionOf(server.url, account))
    await page.route(/\/field\/v1\/(alarms\?|batch)/, async (route) => {
      if (page.url().includes('/buildDetail')) await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    const shifts = await watchShifts(page)
    let aboutBuilding = 0
    for (const { as, path } of Object.values(SCREENS).flat()) {
      const isAbout = namesBuilding(path)
      if (as !== account && !isAbout) continue
      const address = path(places!)
      await open(page, address)
      if (isAbout) aboutBuilding++
      const isFramed = (await page.locator('#frame-bar').count()) > 0
      const pill = page.getByRole('banner').getByRole('link', { name: /^(\d+ 处火警|火警 \d+ 处)$/ })
      const said = isAbout
        ? page.getByRole('region', { name: '未结束的火警' })
        : /^\/alarms(\?|$)/.test(address)
          ? page.getByRole('heading', { name: /未结束 \d+ 处/ })
          : isFramed
            ? /^\/(socialData|fireDepData)$/.test(address)
              ? page.getByRole('heading', { name: /处火警未结束/ })
              : pill
            : page.getByText(/处(火警未结束|真实火警)$/).first()
      await expect.soft(said, address).toContainText(/处(火警|真实火警)|未结束 \d+ 处/)
      if (isAbout) await expect.soft(pill, address).toBeHidden()
      const box = (await said.isVisible()) ? await said.boundingBox() : null
      expect
        .soft({ address, end: Math.round((box?.y ?? 9999) + (box?.height ?? 0)) < 844 })
        .toEqual({ address, end: true })
      const moved = await shifts()
      if (address.startsWith('/buildDetail')) expect.soft({ address, moved }).toEqual({ address, moved: [] })
    }
    expect(aboutBuilding).toBeGreaterThan(10)
  })

for (const [width, height, headEnd, tabTop] of [
  [390, 844, 180, 230],
  [820, 1180, 260, 360],
  [1440, 900, 230, 310],
] as const)
  test(`at ${width} px a burning building’s tab begins above ${tabTop} px`, async ({ page, server, sql }) => {
    const [places] = await sql<Places & Record<string, string>>(OPEN_FIRE)
    await keep(page, await sessionOf(server.url, 'unit01'))
    await page.setViewportSize({ width, height })
    await open(page, `/buildDetail/${places!.building}/1/stateInfo`)
    await expect(page.getByRole('region', { name: '未结束的火警' })).toBeVisible()
    const head = (await page.getByRole('region', { name: '建筑概要' }).boundingBox())!
    const bar = page.getByRole('navigation', { name: '建筑详情分栏' })
    const tabs = (await bar.boundingBox())!
    expect
      .soft(await bar.getByRole('list').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0)
    expect.soft(head.y + head.height).toBeLessThanOrEqual(headEnd)
    expect(tabs.y + tabs.height).toBeLessThanOrEqual(tabTop)
    await open(page, `/buildDetail/${places!.building}/1/baseInfo`)
    const strip = page.getByRole('region', { name: '未结束的火警' })
    await expect(strip).toBeVisible()
    expect.soft((await strip.boundingBox())!.height).toBeLessThanOrEqual(45)
    const below = (await page.getByRole('navigation', { name: '建筑详情分栏' }).boundingBox())!
    expect(below.y + below.height).toBeLessThanOrEqual(tabTop - 10)
  })
