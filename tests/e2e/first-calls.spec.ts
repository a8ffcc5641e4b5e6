import { setTimeout } from 'node:timers/promises'
import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test'
import { endpoints } from '#contract/all.ts'
import { building } from '#contract/building.ts'
import { STREAM_PATH } from '#contract/live.ts'
import { tenancy } from '#contract/tenancy.ts'
import { recordFirstCalls } from '../../src/build/first-calls.ts'
import { firstCalls, type Person, whoOf } from '../../src/app/prefetch/first-calls.ts'
import { SETTLED } from '../bench/support/phone.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './measure-page.ts'
import { signInElsewhere } from './people.ts'

const ACCOUNTS = ['unit01', 'wuye01', 'zongdui', 'zhidui', 'jingan', 'isv01']
const SIZES: readonly BrowserContextOptions[] = [
  { viewport: { width: 390, height: 844 } },
  { viewport: { width: 820, height: 1180 } },
  { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
]
const routes = recordFirstCalls()
const idOfPath = new Map(endpoints().map(({ path, id }) => [path as string, id]))

/** Values of the parameters of `/buildDetail/:/:/:` and its like. */
async function paramsFor(request: APIRequestContext, headers: Record<string, string>) {
  const rows = async (path: string, input: Record<string, string>) => {
    const params = { currentPage: '1', pageSize: '50', ...input }
    const { data } = await (await request.get(path, { headers, params })).json()
    return (data?.list ?? []) as { id: string; lawCompanyId: string }[]
  }
  for (const { id } of await rows(building.list.path, {})) {
    const [tenant] = await rows(tenancy.list.path, { buildingId: String(id) })
    if (tenant)
      return {
        buildDetail: [id, 1, 'baseInfo'],
        buildUnitDetail: [id, 1, tenant.lawCompanyId],
        editBuilding: [id],
        wlw: [id],
      }
  }
  throw new Error('No building has a unit in it')
}

async function open(browser: Browser, size: BrowserContextOptions, url: string, stored: Record<string, string>) {
  const context = await browser.newContext({ ...size, locale: 'zh-CN', serviceWorkers: 'block' })
  const page = await context.newPage()
  const asked: string[] = []
  let isLive = false
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    // The live stream's first frame reads the alarms again.
    isLive ||= pathname === STREAM_PATH
    if (isLive) return
    const { calls } = (sent.postDataJSON() ?? {}) as { calls?: object[] }
    if (pathname === '/field/v1/batch') for (const call of calls ?? []) asked.push(JSON.stringify(call))
    searchParams.delete('_t')
    const id = idOfPath.get(pathname)
    if (id && sent.method() === 'GET') asked.push(JSON.stringify({ id, input: Object.fromEntries(searchParams) }))
  })
  // The page's placeholders are drawn first.
  await page.route(
    ({ pathname }) => pathname === '/field/v1/batch' || idOfPath.has(pathname),
    async (route) => {
      await setTimeout(300)
      await route.continue()
    },
  )
  const shifts = await watchShifts(page)
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(`fire-docking:${key}`, value)
    let prefetched: Window['prefetched']
    Object.defineProperty(window, 'prefetched', {
      configurable: true,
      get: () => prefetched,
      set(next: Window['prefetched']) {
        prefetched = next
        Object.assign(window, { firstCalls: next?.calls })
      },
    })
  }, stored)
  await page.goto(url)
  /** Prefetched calls whose answer the page has not used. */
  const unused = () =>
    page.evaluate(() => (window as { firstCalls?: string[] }).firstCalls?.filter((call) => call !== ''))
  return { page, asked, unused, shifts, close: () => context.close() }
}

for (const [turn, account] of ACCOUNTS.entries()) {
  test(`every page of ${account} uses its prefetched answers, makes none of their calls again and does not shift`, async ({
    browser,
    request,
    server,
  }) => {
    const headers = { 'x-auth-token': await signInElsewhere(request, account) }
    const { data } = (await (await request.get('/wuye/user/detail', { headers })).json()) as { data: Person }
    const params: Record<string, readonly unknown[]> = await paramsFor(request, headers)
    const stored = { Headers: JSON.stringify(headers), UserInfo: JSON.stringify(data) }
    const own = routes.filter(([, ...roles]) => roles.some(([who]) => who.includes(whoOf(data))))
    expect(own.length).toBeGreaterThan(3)
    for (const [index, [pattern]] of own.entries()) {
      const size = SIZES[(index + turn) % SIZES.length] ?? {}
      let at = 0
      const path = pattern.replace(/:/g, () => String(params[pattern.split('/')[1] ?? '']?.[at++]))
      const expected = firstCalls(routes, path, '', data)
      const { page, asked, unused, shifts, close } = await open(browser, size, server.url + path, stored)
      await expect.poll(unused, { message: path }).toEqual([])
      await page.waitForSelector(SETTLED)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      expect.soft(await shifts(), `${path} at ${size.viewport?.width}`).toEqual([])
      const times = expected.map((call) => [call, asked.filter((other) => other === call).length])
      expect(times, path).toEqual(expected.map((call) => [call, 1]))
      await close()
    }
  })
}
