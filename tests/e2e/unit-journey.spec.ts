import type { Locator, Page } from '@playwright/test'
import { UNIT_CHARTS } from '../support/unit-charts.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './measure-page.ts'
import { comeSignedIn, everythingKept, signIn, signOut, untilKept } from './people.ts'

const card = (page: Page, name: string): Locator => page.getByRole('region', { name })

async function figures(page: Page): Promise<string[]> {
  const read = async (name: string) => {
    const stats = card(page, name).locator('dl').first()
    await expect(stats).toContainText(/\d/)
    await stats.scrollIntoViewIfNeeded()
    return (await stats.innerText()).match(/[\d,.]+/g) ?? []
  }
  return [...(await read('设备信息')), ...(await read('消防设施问题'))]
}

/** Texts that identify unit01: its account, people, unit and buildings. */
async function namesOfUnit01(sql: (query: string) => Promise<{ name: string }[]>): Promise<string[]> {
  const rows = await sql(`
    select b.name from building b join building_unit bu on bu.building_id = b.id
    join account a on a.unit_id = bu.unit_id where a.account = 'unit01'
    union select u.name from unit u join account a on a.unit_id = u.id where a.account = 'unit01'
    union select unnest(array[account, name]) from account where account = 'unit01'`)
  return rows.map(({ name }) => name)
}

/** The names found in any storage of the browser. */
async function namesKept(page: Page, names: readonly string[]): Promise<string[]> {
  const kept = await everythingKept(page)
  return names.filter((name) => kept.includes(name))
}

test.use({ serviceWorkers: 'allow' })

test(
  'a unit reads its figures, loses the network, opens the app again and reads them with their time; signing out clears all data',
  { tag: '@sizes' },
  async ({ page, server, sql }, info) => {
    await signIn(page, 'unit01')
    await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()

    const [truth] = await sql<Record<string, string | number>>(`
      with mine as (
        select b.id, b.area, b.name from building b
        join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
        join account a on a.unit_id = bu.unit_id where a.account = 'unit01')
      select (select count(*) from point where building_id in (select id from mine)) as points,
        (select count(*) from point where online and building_id in (select id from mine)) as online,
        (select count(*) from problem where solved_at is not null and building_id in (select id from mine)) as solved,
        (select count(*) from problem where building_id in (select id from mine)) as problems,
        (select round((sum(s.score * weight) / sum(weight))::numeric, 1)::float8
         from (select id, coalesce(nullif(area, 0), 1000) as weight from mine) m join lateral (
           select score from score_day where building_id = m.id order by day desc limit 1) s on true) as score`)
    const { points, online, solved, problems, score } = truth!
    const grouped = (n: number) => n.toLocaleString('en-US')
    const expected = [
      points,
      online,
      Number(points) - Number(online),
      solved,
      Number(problems) - Number(solved),
      problems,
    ]
    expect(await figures(page)).toEqual(expected.map((n) => grouped(Number(n))))
    await expect(card(page, '建筑消防安全评分')).toContainText(String(score))
    await expect(card(page, '设备信息')).toContainText(/\d\d:\d\d 更新/)
    await expect(card(page, '设备信息').getByText(/更新$/)).toBeHidden()

    await untilKept(page)
    await server.stop()
    const seen = await figures(page)
    const from = Date.now()
    await page.reload({ waitUntil: 'commit' })
    expect(await figures(page)).toEqual(seen)
    info.annotations.push({ type: 'offline start', description: `${Date.now() - from} ms to the same figures` })
    await expect(card(page, '设备信息')).toContainText(/截至 \d\d:\d\d · 服务器无响应/)

    await server.start()
    // The app retries after a doubling delay of at most a minute.
    await expect(card(page, '设备信息')).not.toContainText('服务器无响应', { timeout: 75_000 })
    const names = await namesOfUnit01(sql)
    expect(await namesKept(page, names)).not.toEqual([])
    await signOut(page)
    await expect(page).not.toHaveURL(/socialData/)
    expect(await namesKept(page, names)).toEqual([])
  },
)

test('signing out works while the server is down, too, and clears all data', async ({ page, server, sql }) => {
  await signIn(page, 'unit01')
  await figures(page)
  await untilKept(page)
  await server.stop()
  await signOut(page)
  await expect(page).not.toHaveURL(/socialData/)
  expect(await namesKept(page, await namesOfUnit01(sql))).toEqual([])
})

test('an uncached card shows offline that it is not cached, and no empty state', async ({ page, server }) => {
  await signIn(page, 'unit01')
  await figures(page)
  await untilKept(page)
  await server.stop()
  await page.getByRole('combobox', { name: '选择建筑' }).selectOption({ index: 2 })
  await expect(card(page, '设备信息')).toContainText('此项本机未保存')
  await expect(card(page, '消防设施问题')).toContainText('此项本机未保存')
  await expect(card(page, '消防设施问题')).not.toContainText('没有未解决的问题')
})

test('a phone without network shows this on every card without layout shifts, also when opened again', async ({
  page,
  context,
}) => {
  await signIn(page, 'unit01')
  await figures(page)
  await expect(card(page, '服务商占比')).toContainText(/\d\d:\d\d 更新/)
  await untilKept(page)
  const heads = page.locator('main section > header')
  const places = () =>
    heads.evaluateAll((all) =>
      all.map((head) =>
        [head, ...head.querySelectorAll('h2, h2 + div > *')]
          .map((part) => part.getBoundingClientRect())
          .map(({ x, y, width, height }) => [x, y, width, height]),
      ),
    )
  const before = await places()
  await context.setOffline(true)
  for (const head of await heads.filter({ hasText: '截至' }).all()) await expect(head).toContainText('· 离线')
  expect(await places()).toEqual(before)
  await page.reload({ waitUntil: 'commit' })
  await expect(card(page, '设备信息')).toContainText(/截至 \d\d:\d\d · 离线/)
})

test('a visit to the dashboard makes at most eight calls, without layout shifts', async ({ page, request }) => {
  await comeSignedIn(page, request, 'unit01')
  const moved = await watchShifts(page)
  const calls: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'fetch' && !sent.serviceWorker()) calls.push(new URL(sent.url()).pathname)
  })
  await page.goto('/socialData')
  await figures(page)
  await untilKept(page)
  console.log(`one opening: ${calls.length} calls: ${calls.join(' ')}`)
  expect(calls).toContain('/field/v1/batch')
  expect(calls.length).toBeLessThanOrEqual(8)
  expect(await moved()).toEqual([])
})

test('the authority’s dashboard loads without layout shifts: on a new device, again, and offline', async ({
  page,
  request,
  context,
}) => {
  await comeSignedIn(page, request, 'zhidui')
  // Slowed down to a weak phone, so that brief states are painted.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const moved = await watchShifts(page)
  for (const isOffline of [false, false, true]) {
    await context.setOffline(isOffline)
    await page.goto('/fireDepData')
    await expect(card(page, '接入概况')).toContainText('建筑总数')
    await untilKept(page)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await moved()).toEqual([])
  }
})

test('a loaded dashboard has every card rendered without scrolling, for print or screenshot', async ({ page }) => {
  await signIn(page, 'unit01')
  await figures(page)
  const undrawn = () =>
    page
      .locator('main section > :last-child')
      .evaluateAll((bodies) => bodies.filter((body) => !body.checkVisibility({ contentVisibilityAuto: true })).length)
  await expect.poll(undrawn).toBe(0)
  expect(await page.locator('main section').count()).toBeGreaterThan(9)
})

test('the state of a card uses the space reserved for it', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  // Each card waits for its own call.
  await page.route(/\/field\/v1\/batch/, (route) => route.fulfill({ status: 404 }))
  let answer = () => {}
  const held = new Promise<void>((go) => (answer = go))
  await page.route(/\/(big\/screen\/company|api\/organScreen)\//, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'unit01')
  const cards = ['接入概况', '火灾自动报警系统', '消防给水及消火栓系统', '自动喷水灭火系统'].map((name) =>
    card(page, name),
  )
  for (const one of cards) await expect(one.locator('[aria-busy=true]')).toBeVisible()
  const heights = () => Promise.all(cards.map(async (one) => (await one.boundingBox())!.height))
  const before = await heights()
  answer()
  for (const one of cards) await expect(one.locator('[aria-busy=true]')).toHaveCount(0)
  const after = await heights()
  for (const [at, height] of after.entries()) expect(Math.abs(height - before[at]!)).toBeLessThan(3)
})

test('a second sign-in elsewhere ends this session: a message is shown, and cached data is cleared', async ({
  page,
  browser,
  server,
  sql,
  expectConsole,
}) => {
  await signIn(page, 'unit01')
  await figures(page)
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await signIn(other, 'unit01')
  await expect(other.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  expectConsole(/401/)
  // Unless another call was told before.
  const choice = page.getByRole('combobox', { name: '选择建筑' }).selectOption({ index: 1 }, { timeout: 5000 })
  await choice.catch(() => undefined)
  await expect(page.getByText('您的账号已在其他设备登录!')).toBeVisible()
  await expect(page).not.toHaveURL(/socialData/)
  expect(await namesKept(page, await namesOfUnit01(sql))).toEqual([])
  await elsewhere.close()
})

test('a problem opens its 处理说明; the list is exported as a valid spreadsheet', async ({ page }) => {
  await signIn(page, 'unit01')
  const problems = card(page, '消防设施问题')
  await problems.getByRole('button', { name: '查看' }).first().click()
  const dialog = page.getByRole('dialog', { name: '处理说明' })
  await expect(dialog).toContainText('建筑名称')
  await expect(dialog).toContainText('处理建议')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toBeHidden()
  const opened = page.context().waitForEvent('page')
  const download = opened.then((popup) => popup.waitForEvent('download'))
  await problems.getByRole('button', { name: '导出' }).click()
  expect((await download).suggestedFilename()).toMatch(/^消防设施运行问题-未解决-\d{8}-\d{6}\.xlsx$/)
})

test(
  'when the device changes from light to dark mode, rings keep the colours of their legends',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await signIn(page, 'unit01')
    const providers = card(page, '服务商占比')
    await providers.scrollIntoViewIfNeeded()
    const numbers = (colours: (string | null)[]) => colours.map((each) => each?.match(/\d+/g)?.slice(0, 3).join())
    const slices = async () =>
      numbers(
        await providers.locator('.apexcharts-pie-area').evaluateAll((all) => all.map((e) => e.getAttribute('fill'))),
      )
    const legend = async () =>
      numbers(
        await providers.locator('tbody i').evaluateAll((all) => all.map((e) => getComputedStyle(e).backgroundColor)),
      )
    await expect(async () => expect(await slices()).toEqual(await legend())).toPass()
    const before = await legend()
    expect(before.length).toBeGreaterThan(1)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(async () => {
      expect(await legend()).not.toEqual(before)
      expect(await slices()).toEqual(await legend())
    }).toPass()
  },
)

test(
  'touching or hovering a chart shows its values, also after it is drawn again',
  { tag: ['@sizes', '@whole-browser'] },
  async ({ page, request, hasTouch }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    // Clicks during sign-in would add a mouse to the phone.
    await comeSignedIn(page, request, 'unit01')
    await page.goto('/socialData')
    const point = async (place: Locator, at: { x: number; y: number }) => {
      await place.scrollIntoViewIfNeeded()
      await (hasTouch ? place.tap({ position: at }) : place.hover({ position: at }))
    }
    const score = card(page, '接入建筑消防安全评分')
    const line = score.locator('svg.apexcharts-svg')
    const told = score.locator('.apexcharts-tooltip.apexcharts-active')
    await expect(page.locator(UNIT_CHARTS.drawn)).not.toHaveCount(0)
    await expect(page.locator(UNIT_CHARTS.undrawn)).toHaveCount(0)
    // A chart that is drawn again under a resting pointer shows nothing.
    const tells = () =>
      expect(async () => {
        await point(line, { x: 150, y: 30 })
        await expect(told).toHaveText(/^\d\d-\d\d.*[\d.]+ 分$/, { timeout: 2000 })
      }).toPass()
    await tells()
    expect(
      await score
        .locator('figure')
        .last()
        .evaluate(({ scrollTop }) => scrollTop),
    ).toBe(0)

    const providers = card(page, '服务商占比')
    const ring = providers.locator('.apexcharts-pie')
    await expect(ring).toBeAttached()
    const { width, height } = (await ring.boundingBox())!
    await point(ring, { x: width * 0.93, y: height / 2 })
    await expect(providers.locator('.apexcharts-tooltip.apexcharts-active')).toHaveText(/^.+: [\d,]+.*占比[\d.]+%$/)

    const drawn = await line.elementHandle()
    await page.emulateMedia({ colorScheme: 'dark' })
    await drawn!.waitForElementState('hidden')
    await tells()
    await expect(score.locator('.apexcharts-tooltip')).toHaveCount(1)
  },
)

test(
  'another page fades in under an inert overlay; with reduced motion it appears at once',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, 'unit01')
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
    await expect(heading('首页')).toBeVisible()
    await page.reload()
    await expect(heading('首页')).toBeVisible()
    const slow = await page.context().newCDPSession(page)
    await slow.send('Animation.enable')
    await slow.send('Animation.setPlaybackRate', { playbackRate: 0.001 })
    const covering = () =>
      page.evaluate(() => {
        const main = document.querySelector('main')!
        const animated = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target!)
        return animated.filter(
          (each) => each.parentElement === main && each.clientHeight === main.clientHeight && each.checkVisibility(),
        ).length
      })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '问题' }).click()
    await expect(heading('问题')).toBeVisible()
    expect(await covering()).toBe(0)

    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('link', { name: '建筑管理' }).click()
    await expect(heading('建筑管理')).toBeVisible()
    expect(await covering()).toBe(1)
    await page.getByRole('button', { name: '新增/绑定建筑' }).click()
    await expect(page).toHaveURL(/bindBuilding/)
  },
)

test('each role has its own menu', { tag: '@desktop' }, async ({ page }) => {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  for (const [account, entry, own, others] of [
    ['unit01', '/login', '首页', '接入概览'],
    ['wuye01', '/login', '首页', '接入概览'],
    ['zhidui', '/loginxf', '接入概览', '首页'],
    ['jingan', '/loginxf', '接入概览', '首页'],
  ] as const) {
    await signIn(page, account, entry)
    await expect(menu.getByRole('link', { name: own })).toBeVisible()
    await expect(menu.getByRole('link', { name: others })).toHaveCount(0)
    await signOut(page)
    await expect(page).not.toHaveURL(/socialData|fireDepData/)
  }
})

test('the area tree and the dictionaries are on the device once the dashboard is shown', async ({ page }) => {
  await signIn(page, 'unit01')
  await figures(page)
  await expect.poll(() => namesKept(page, ['南京东路街道', '钢筋混凝土结构', '超高层建筑'])).toHaveLength(3)
})
