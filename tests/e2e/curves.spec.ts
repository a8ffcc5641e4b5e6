import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

test('a finger reads single values of a curve; the worst point comes first and another is one tap away', async ({
  page,
  sql,
}) => {
  const [own] = await sql<{ id: string }>(
    `select b.id::text from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
     join account a on a.unit_id = bu.unit_id where a.account = 'unit01' and b.access_status = 1 order by b.id limit 1`,
  )
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)
  await page.goto(`/buildDetail/${own!.id}/1/stateInfo`)
  const card = page.getByRole('region', { name: '测点曲线' })
  const chart = card.locator('.apexcharts-canvas')
  await chart.scrollIntoViewIfNeeded()
  await expect(chart.locator('.apexcharts-line')).not.toHaveCount(0)
  const tip = card.locator('.apexcharts-tooltip.apexcharts-active')
  await expect(async () => {
    const box = (await chart.boundingBox())!
    await page.touchscreen.tap(box.x + box.width * 0.6, box.y + box.height / 2)
    await expect(tip).toContainText(/\d\d-\d\d \d\d:\d\d/, { timeout: 2000 })
  }).toPass()
  const other = page.locator('button[aria-pressed="false"]', { hasText: 'MPa' }).first()
  const name = (await other.locator('span span').first().textContent()) ?? ''
  await other.click()
  await expect(card.getByRole('heading', { level: 2 })).toContainText(name)
})

test('pressing a district on the map limits the home to it, pressing it again does not; the list does the same @wide', async ({
  page,
}) => {
  await signIn(page, 'zongdui', '/loginxf')
  await page.waitForURL(/fireDepData/)
  const card = page.getByRole('region', { name: '各区评分与火警' })
  const map = card.locator('svg[viewBox="0 0 490 444"]')
  await map.scrollIntoViewIfNeeded()
  const chongming = { x: 370 / 490, y: 90 / 444 }
  const press = async () => {
    const { width, height } = (await map.boundingBox())!
    await map.click({ position: { x: width * chongming.x, y: height * chongming.y } })
  }
  await press()
  await expect(page).toHaveURL(/county=310151/)
  await expect(card.getByRole('region', { name: '所选区' })).toContainText('崇明区')
  await press()
  await expect(page).not.toHaveURL(/county=/)
  const ranking = card.getByRole('region', { name: '区域接入评分排名' }).getByRole('button')
  await expect(ranking).toHaveCount(16)
  const first = ranking.first()
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/county=31\d{4}/)
})

test('the ranking of districts fits its card at every width, with bars', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'zongdui', '/loginxf')
  await page.waitForURL(/fireDepData/)
  const ranking = page.getByRole('region', { name: '区域接入评分排名' })
  await expect(ranking.getByRole('button')).toHaveCount(16)
  const rows = ranking.getByRole('list', { name: '区域接入评分排名' })
  for (const width of [768, 1023, 1024, 1279, 1280, 1439, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const over = await ranking.evaluate((region) => region.scrollWidth - region.clientWidth)
      const bar = (await rows.locator('i').first().boundingBox())!.width
      expect({ width, over, hasBar: bar > 20 }).toEqual({ width, over: 0, hasBar: true })
    }).toPass()
  }
})
