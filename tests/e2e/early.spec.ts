import type { Page } from '@playwright/test'
import { chunkFile } from '../support/chunk-file.ts'
import { UNIT_CHARTS } from '../support/unit-charts.ts'
import { expect, test } from './fixtures.ts'
import { comeSignedIn, untilKept } from './people.ts'

const APP = /\/assets\/index-[^/]+\.js$/

async function hold(page: Page, what: RegExp): Promise<() => void> {
  let letCome = () => {}
  const held = new Promise<void>((go) => (letCome = go))
  await page.route(what, async (route) => {
    await held
    await route.continue()
  })
  return letCome
}

test.use({ serviceWorkers: 'allow' })

test('on a slow network the score is shown before the app has loaded, and its call is not repeated', async ({
  page,
  request,
}) => {
  await comeSignedIn(page, request, 'unit01')
  const asked: string[] = []
  page.on('request', (sent) => void (sent.postData()?.includes('"dashboard.accessOverview"') && asked.push(sent.url())))
  const letAppCome = await hold(page, APP)
  await page.goto('/socialData', { waitUntil: 'commit' })
  const sentence = /^消防综合评分 [\d.]+ 分，超过全市 [\d.]+% 的建筑管理单位$/
  await expect(page.getByText(sentence)).toBeVisible()
  const figures = (await page.getByText(sentence).innerText()).match(/[\d.]+/g) ?? []
  expect(figures).toHaveLength(2)
  await expect(page.getByRole('banner')).toHaveCount(0)

  letAppCome()
  await expect(page.getByRole('banner')).toBeVisible()
  const card = page.getByRole('region', { name: '消防综合评分' })
  await expect(card).toContainText(`${figures[0]} 分`)
  await expect(card).toContainText(`超过全市 ${figures[1]}% 的建筑管理单位`)
  await expect(page.getByRole('region', { name: '设备信息' })).toContainText(/\d/)
  expect(asked).toHaveLength(1)
})

test('the chart code loads after the score and while the app loads; it delays no card, and code for later loads after it', async ({
  page,
  request,
}) => {
  await comeSignedIn(page, request, 'unit01')
  const asked: string[] = []
  page.on('request', (sent) => void asked.push(new URL(sent.url()).pathname))
  const letAppCome = await hold(page, APP)
  const letChartsCome = await hold(page, new RegExp(chunkFile('apex')))
  await page.goto('/socialData', { waitUntil: 'commit' })
  await expect.poll(() => asked.includes(chunkFile('apex'))).toBe(true)
  await expect(page.getByRole('banner')).toHaveCount(0)

  letAppCome()
  for (const name of ['接入概况', '设备信息', '区域接入率排名']) {
    await expect(page.getByRole('region', { name })).toContainText(/\d/)
  }
  await expect(page.locator('main .apexcharts-canvas')).toHaveCount(0)
  const later = [chunkFile('register-worker'), chunkFile('account-outbox'), '/sw.js']
  const isForLater = (path: string) => later.includes(path)
  expect(asked.filter(isForLater)).toEqual([])

  letChartsCome()
  await expect(page.locator(UNIT_CHARTS.drawn)).not.toHaveCount(0)
  await expect(page.locator(UNIT_CHARTS.undrawn)).toHaveCount(0)
  await expect.poll(() => asked.some(isForLater)).toBe(true)
})

test("the authority's figures are loaded once, too", async ({ page, request }) => {
  for (const account of ['zhidui', 'jingan']) {
    await comeSignedIn(page, request, account)
    const asked: string[] = []
    page.on(
      'request',
      (sent) => void (sent.postData()?.includes('"dashboard.accessOverview"') && asked.push(sent.url())),
    )
    await page.goto('/fireDepData')
    await expect(page.getByRole('region', { name: '接入概况' })).toContainText(/\d/)
    expect(asked).toHaveLength(1)
    page.removeAllListeners('request')
  }
})

test('an expired session shows its message, whichever request found it', async ({ page, request, expectConsole }) => {
  await comeSignedIn(page, request, 'unit01')
  await page.addInitScript(() => {
    if (sessionStorage.getItem('been')) return
    sessionStorage.setItem('been', '1')
    localStorage.setItem('fire-docking:Headers', JSON.stringify({ 'x-auth-token': 'of-yesterday' }))
  })
  expectConsole(/401/)
  await page.goto('/socialData')
  await expect(page).not.toHaveURL(/socialData/)
})

test('on a later visit one call updates the dashboard, and its code is requested before the app runs', async ({
  page,
  request,
}) => {
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  const devices = page.getByRole('region', { name: '设备信息' })
  await expect(devices).toContainText(/\d/)
  await untilKept(page)

  // An hour later all cached data is stale.
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  const asked: string[] = []
  page.on('request', (sent) => void (sent.postData()?.includes('"dashboard.accessOverview"') && asked.push(sent.url())))
  await page.reload()
  await expect(page.locator(UNIT_CHARTS.drawn)).not.toHaveCount(0)
  await expect(page.locator(UNIT_CHARTS.undrawn)).toHaveCount(0)
  await expect(page.locator(`head > link[rel=modulepreload][href="${chunkFile('socialData')}"]`)).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('with some figures cached by other pages, one call still loads the dashboard', async ({ page, request }) => {
  for (const [account, other, path, card] of [
    ['zhidui', '/biPage', '/fireDepData', '物联网服务商接入排名'],
    ['unit01', '/problemStatistics', '/socialData', '设备信息'],
  ] as const) {
    await comeSignedIn(page, request, account)
    await page.goto(other)
    await untilKept(page)
    const asked: string[] = []
    page.on(
      'request',
      (sent) => void (sent.postData()?.includes('"dashboard.accessOverview"') && asked.push(sent.url())),
    )
    await page.goto(path)
    await expect(page.getByRole('region', { name: card })).toContainText(/截至 \d\d:\d\d|\d\d:\d\d 更新/)
    await expect(page.locator('main .apexcharts-canvas:has(.apexcharts-series path)').last()).toBeVisible()
    expect(asked).toHaveLength(1)
    page.removeAllListeners('request')
  }
})

test('offline requests of a page are repeated when it is opened again online', async ({ page, request, context }) => {
  await comeSignedIn(page, request, 'unit01')
  await page.goto('/socialData')
  const devices = page.getByRole('region', { name: '设备信息' })
  await expect(devices).toContainText(/截至|更新/)
  await untilKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(devices).toContainText(/· 离线/)
  await context.setOffline(false)
  await expect(devices).not.toContainText(/· 离线/)
  await page.getByRole('navigation', { name: '底部菜单' }).getByRole('link', { name: /建筑$/ }).click()
  await expect(page).toHaveURL(/buildingList/)

  const told: string[] = []
  await page.exposeFunction('tell', (words: string) => told.push(words))
  await page.evaluate((silent) => {
    const look = () =>
      document.body.textContent.includes(silent) && (window as unknown as { tell(words: string): void }).tell(silent)
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, '服务器无响应')
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  const asked = page.waitForResponse((answer) => answer.url().includes('/field/v1/batch'))
  await page.getByRole('navigation', { name: '底部菜单' }).getByRole('link', { name: '首页' }).click()
  await asked
  await expect(devices).toContainText(/截至 \d\d:\d\d|\d\d:\d\d 更新/)
  expect(told).toEqual([])
})

test.describe('without the worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('the open fires of the last visit are shown before their code and their call', async ({ page, request }) => {
    await comeSignedIn(page, request, 'unit01')
    const chip = page.getByRole('banner').getByRole('link', { name: /^(\d+ 处火警|火警 \d+ 处)$/ })
    await page.goto('/messages')
    const last = (await chip.textContent()) ?? ''
    await hold(page, new RegExp(chunkFile('arriving-alarm')))
    await hold(page, /\/field\/v1\/(alarms|batch)/)
    await page.reload({ waitUntil: 'commit' })
    await expect(chip).toHaveText(last)
  })
})
