import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

test('the phone’s back closes an open dialog and stays on the page; the next one leaves it', async ({ page }) => {
  await signIn(page, 'unit01')
  const own = page.getByRole('region', { name: '建筑信息' })
  await own.getByRole('link').first().click()
  await expect(page).toHaveURL(/buildingList/)
  const search = page.getByRole('combobox', { name: /^搜索/ })
  await page.getByRole('button', { name: '搜索' }).click()
  await expect(search).toBeVisible()
  await page.goBack()
  await expect(search).toHaveCount(0)
  await expect(page).toHaveURL(/buildingList/)
  await page.getByRole('button', { name: /^筛选/ }).click()
  const filters = page.getByRole('heading', { name: '筛选' })
  await expect(filters).toBeVisible()
  await page.goBack()
  await expect(filters).toHaveCount(0)
  await expect(page).toHaveURL(/buildingList/)
  await page.goBack()
  await expect(page).toHaveURL(/socialData/)
})

test('a problem opened by its address closes by one back', async ({ page }) => {
  await signIn(page, 'unit01')
  await expect(page).toHaveURL(/socialData/)
  await page.goto('/problemStatistics')
  await page.locator('a[data-row]').first().click()
  const sheet = page.getByRole('button', { name: '关闭', exact: true })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/problemStatistics/)
})

for (const [place, row] of [
  ['/problemStatistics', 'a[data-row]'],
  ['/alarms', 'a[data-alarm]'],
] as const)
  test(`sheets of ${place} closed by their button leave no steps behind`, async ({ page }) => {
    await signIn(page, 'unit01')
    await expect(page).toHaveURL(/socialData/)
    await page.goto(place)
    for (const at of [0, 1]) {
      await page.locator(row).nth(at).click()
      await expect(page).toHaveURL(/[?&]id=/)
      const close = page.getByRole('button', { name: '关闭', exact: true })
      await close.click()
      await expect(close).toHaveCount(0)
      await expect(page).toHaveURL((url) => url.pathname === place && !url.searchParams.has('id'))
    }
    await page.goBack()
    await expect(page).toHaveURL(/socialData/)
  })
