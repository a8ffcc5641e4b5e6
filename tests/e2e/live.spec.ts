import { BEST_DETECTOR, type Detector, QUIET_DETECTOR, reportFire } from '../support/report-fire.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

test('an alarm appears on open pages of a unit and the authority; a cut stream is shown, and later caught up @desktop', async ({
  page,
  context,
  browser,
  server,
  sql,
}) => {
  const [detector] = await sql<Detector>(QUIET_DETECTOR)
  const row = (one: typeof page) =>
    one.getByRole('list', { name: '未结束的火警' }).getByRole('link').filter({ hasText: detector!.name }).first()
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  const office = await browser.newContext({ baseURL: server.url })
  const officer = await office.newPage()
  await signIn(officer, 'zongdui')
  await officer.waitForURL(/fireDepData/)
  for (const one of [page, officer]) {
    await one.evaluate(() => history.pushState(null, '', '/alarms'))
    await one.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await expect(one.locator('[data-live=live]')).toBeVisible()
  }
  await reportFire(server.url, detector!)
  for (const one of [page, officer]) await expect(row(one)).toContainText('未响应')

  const place = await page.locator('[data-live]').boundingBox()
  await context.setOffline(true)
  await expect(page.locator('[data-live=cut]')).toContainText('已中断', { timeout: 60_000 })
  expect(await page.locator('[data-live]').boundingBox()).toEqual(place)
  await row(officer).click()
  await officer.getByRole('region', { name: '火警详情' }).getByRole('button', { name: '我去看' }).click()
  await expect(row(officer)).toContainText('已响应')
  const decisions = officer.getByRole('region', { name: '处置' })
  expect(await decisions.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
  expect(await decisions.evaluate(overlapping)).toEqual([])
  await expect(row(page)).toContainText('未响应')
  await context.setOffline(false)
  await expect(page.locator('[data-live=live]')).toBeVisible({ timeout: 40_000 })
  await expect(row(page)).toContainText('已响应')
  await office.close()
})

test('a page whose reading tab is frozen reads by itself @desktop', async ({ page, context }) => {
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  const lock = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.find(({ name }) => name?.startsWith('live:'))?.name)
  await expect.poll(lock).toBeDefined()
  const name = (await lock())!
  const frozen = await context.newPage()
  await frozen.goto('/manifest.webmanifest')
  await page.close()
  await frozen.evaluate((of) => {
    void navigator.locks.request(of, { steal: true }, () => new Promise(() => undefined)).catch(() => undefined)
  }, name)
  const next = await context.newPage()
  await next.goto('/alarms')
  await expect(next.locator('[data-live=live]')).toBeVisible()
})

test('a report that lowers a score shows on the open home and the open building @desktop', async ({
  page,
  context,
  server,
  sql,
}) => {
  const [detector] = await sql<Detector>(BEST_DETECTOR)
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  const building = await context.newPage()
  await building.goto(`/buildDetail/${detector!.id}/1/stateInfo`)
  const ofUnit = page.getByRole('region', { name: '消防综合评分', exact: true }).getByRole('paragraph').first()
  const ofBuilding = building.getByRole('region', { name: '近 30 天评分' }).getByRole('paragraph').first()
  await expect(ofUnit).toContainText(/\d/)
  await expect(ofBuilding).toContainText('30 天内')
  const before = [await ofUnit.innerText(), await ofBuilding.innerText()] as const
  const halfAnHour = 30 * 60_000
  await reportFire(server.url, detector!, new Date(Date.now() - halfAnHour - 60_000))
  await expect(ofUnit).not.toHaveText(before[0], { timeout: 20_000 })
  await expect(ofBuilding).not.toHaveText(before[1], { timeout: 20_000 })
})

test.describe('a page that opens beside another one', () => {
  test('shows what came after its first answer and before its code @desktop', async ({
    page,
    context,
    server,
    sql,
  }) => {
    const [detector] = await sql<Detector>(BEST_DETECTOR)
    await sql(`delete from alarm where building_id = $1`, [detector!.id])
    const row = (one: typeof page) =>
      one.getByRole('list', { name: '未结束的火警' }).getByRole('link').filter({ hasText: detector!.name }).first()
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    await page.goto('/alarms')
    await expect(page.locator('[data-live=live]')).toBeVisible()
    const next = await context.newPage()
    let answered = () => undefined as void
    const first = new Promise<void>((resolve) => (answered = resolve))
    const heard = (async () => {
      await first
      await reportFire(server.url, detector!)
      await expect(row(page)).toBeVisible()
    })()
    await next.route(/field.v1.batch/, async (route) => {
      const response = await route.fetch()
      answered()
      await heard
      await route.fulfill({ response })
    })
    await next.route('**/assets/*.js', async (route) => {
      await heard
      await route.continue()
    })
    await next.goto('/alarms', { waitUntil: 'commit' })
    await heard
    await next.unrouteAll({ behavior: 'wait' })
    await expect(next.locator('[data-live=live]')).toBeVisible()
    await expect(row(next)).toBeVisible()
  })
})

function overlapping(bar: Element): string[] {
  const all = [...bar.querySelectorAll('button, a')].map((of) => ({
    name: of.textContent,
    box: of.getBoundingClientRect(),
  }))
  return all.flatMap(({ name, box }, at) =>
    all
      .slice(at + 1)
      .filter(
        ({ box: other }) =>
          box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      )
      .map((other) => `${name} ${other.name}`),
  )
}
