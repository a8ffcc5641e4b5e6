import type { Browser, Request } from '@playwright/test'
import { SETTLED } from './phone.ts'
import { placesOf, SCREENS, sessionsOf } from './screens.ts'
import { expect, test } from '../e2e/fixtures.ts'

/** Runs in the page before anything else does: notes what moved, and from where to where. */
function watch(storage: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const { moved } = Object.assign(window, { moved: [] as string[] })
  const round = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  type Shift = PerformanceEntry & {
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as Shift[])
      for (const { node, previousRect, currentRect } of sources)
        moved.push(
          `${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ${round(previousRect)} > ${round(currentRect)}`,
        )
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A page on a new device 150 ms away, and what moves on it at each visit. */
async function newDevice(browser: Browser, storage: Readonly<Record<string, string>>) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const link = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...link })
  await page.addInitScript(watch, storage)
  const asked = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'fetch' && asked.add(request))
  page.on('response', (response) => asked.delete(response.request()))
  page.on('requestfailed', (request) => asked.delete(request))
  const visit = async (url: string, ready = SETTLED) => {
    asked.clear()
    await page.goto(url)
    await page.waitForSelector(ready, { state: 'attached' })
    await expect.poll(() => Array.from(asked, (request) => request.url())).toEqual([])
    // What came last is read, drawn and told of.
    await page.waitForTimeout(500)
    return page.evaluate(() => (window as Window & { moved?: string[] }).moved)
  }
  return { page, visit, leave: () => context.close() }
}

for (const [account, of] of [
  [null, 'everybody'],
  ['unit01', 'a unit'],
  ['zhidui', 'the authority'],
] as const)
  test(`nothing moves on any page of ${of} while it comes, on a new device or again`, async ({ browser, server }) => {
    test.setTimeout(300_000)
    const sessions = await sessionsOf(server.url)
    const places = await placesOf(server.url, sessions.get('unit01')!)
    for (const { as, path, ready = SETTLED } of Object.values(SCREENS).flat()) {
      if (as !== account) continue
      const address = path(places)
      const { visit, leave } = await newDevice(browser, sessions.get(account ?? '') ?? {})
      const first = await visit(server.url + address, ready)
      const again = await visit(server.url + address, ready)
      expect.soft({ address, first, again }).toEqual({ address, first: [], again: [] })
      await leave()
    }
  })

test('nothing moves on the pages of a building that was taken along', async ({ browser, server }) => {
  const sessions = await sessionsOf(server.url)
  const { building } = await placesOf(server.url, sessions.get('unit01')!)
  const { page, visit, leave } = await newDevice(browser, sessions.get('unit01')!)
  await visit(`${server.url}/buildDetail/${building}/1/baseInfo`)
  await page.getByRole('button', { name: '带走' }).click()
  await expect(page.getByRole('button', { name: '更新带走的资料' })).toBeVisible()
  for (const path of [`/buildDetail/${building}/1/baseInfo`, '/packs'])
    expect({ path, moved: await visit(server.url + path) }).toEqual({ path, moved: [] })
  await leave()
})
