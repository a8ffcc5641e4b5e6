import type { Page } from 'puppeteer-core/lib/cjs/puppeteer/common/Page.js'

export async function signInByPuppeteer(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(120_000)
  await page.goto(`${url}/login`)
  await page.waitForSelector('img[alt="图形验证码"]')
  const fields = await page.$$('form input:not([type=checkbox])')
  for (const [at, text] of ['unit01', 'Fire@119demo', '0000'].entries()) await fields[at]!.type(text)
  await page.click('form button[type=submit]')
  await page.waitForFunction(() => location.pathname === '/socialData' && !!navigator.serviceWorker.controller)
}
