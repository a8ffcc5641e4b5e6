import { expect, test } from './fixtures.ts'

test('the API reference is a page of our own, under the policy of all pages @desktop', async ({ page }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { host } = new URL(request.url())
    if (!request.url().startsWith('data:') && !host.startsWith('127.0.0.1')) elsewhere.push(request.url())
  })
  await page.goto('/ops/reference')
  await expect(page).toHaveTitle(/接口文档/)
  await expect(page.getByRole('heading', { name: /消防物联网数据对接平台/ })).toBeVisible()
  await page.getByRole('link', { name: 'auth', exact: true }).click()
  await expect(page.locator('[data-path="/wuye/user/login"]')).toBeVisible()
  expect(elsewhere).toEqual([])
})

test('an opened call is in Chinese, and fits the width of a phone', async ({ page }) => {
  await page.goto('/ops/reference')
  await expect(page.locator('.opblock-tag').first()).toContainText('服务商上报')
  await page.getByRole('link', { name: 'auth', exact: true }).click()
  await page.locator('[data-path="/wuye/user/login"]').click()
  await expect(page.getByText('应答', { exact: true })).toBeVisible()
  await expect(page.locator('.responses-table')).toBeVisible()
  // Names of fields, methods and types are not.
  const words = await page.locator('#reference').innerText()
  expect(words.match(/^[A-Z][a-z]+( [a-z]+)*:?$/gm) ?? []).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
