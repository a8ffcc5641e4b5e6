import type { Page } from '@playwright/test'
import { expect, test as base } from '../../e2e/fixtures.ts'
import { DEMO_PASSWORD } from '../../e2e/people.ts'
import { Keys } from './keys.ts'

/** Without a mouse: `npx playwright test --config tests/bench/playwright.config.ts keyboard`. */
export const test = base.extend<{ keys: Keys }>({
  reducedMotion: 'reduce',
  keys: async ({ page }, use, info) => {
    info.setTimeout(10 * 60_000)
    const keys = new Keys(page)
    await use(keys)
    console.log(`${info.title}: ${keys.pressed} presses, ${keys.controls} controls`)
    expect([...keys.unseen], 'stops whose focus cannot be seen').toEqual([])
  },
})

export async function signIn(page: Page, keys: Keys, account: string, entry = '/login', password = DEMO_PASSWORD) {
  await page.goto(entry)
  await page.getByAltText('图形验证码').waitFor()
  await keys.type(page.getByRole('textbox', { name: '账号' }), account)
  await keys.type(page.getByRole('textbox', { name: '密码' }), password)
  await keys.type(page.getByRole('textbox', { name: '验证码' }), '0000')
  await keys.press('Enter')
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

export async function turnTo(page: Page, keys: Keys, name: string) {
  await keys.on(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}
