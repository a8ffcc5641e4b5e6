import { expect, test } from './fixtures.ts'
import { pressOf, signIn } from './people.ts'

test(
  'an announcement is written, previewed, published, shown on the portal, and withdrawn',
  { tag: '@desktop' },
  async ({ page, context, browser, baseURL }) => {
    await signIn(page, 'zhidui', '/loginxf')
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '内容发布' }).click()
    await page.getByRole('button', { name: '新增通知公告' }).click()
    await page.getByRole('textbox', { name: '标题' }).fill('春季联动测试公告')
    const text = page.getByRole('textbox', { name: '正文' })
    await text.click()
    await page.getByRole('button', { name: '小标题' }).click()
    // The empty heading already has an accessible name.
    await expect(text.locator('h3')).toHaveAttribute('aria-label', '小标题')
    await page.keyboard.type('请完成联动测试。')
    await expect(text.locator('h3')).not.toHaveAttribute('aria-label')
    await text.press('Control+a')
    await page.getByRole('button', { name: '加粗' }).click()

    const document = context.waitForEvent('response', (response) => response.url().includes('/field/v1/download/'))
    await page.getByRole('button', { name: '预览', exact: true }).click()
    const previewed = await document
    expect([previewed.status(), previewed.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await page.bringToFront()

    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click()
    const row = page.getByRole('row').filter({ hasText: '春季联动测试公告' })
    await expect(row).toBeVisible()
    await expect(row.getByText('草稿', { exact: true })).toHaveCount(0)

    const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
    await visitor.goto('/portal/detail?type=0')
    const title = visitor.getByRole('button', { name: /春季联动测试公告/ })
    await expect(title).toBeVisible()

    await pressOf(row, '撤回')
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
    await expect(row.getByText('已撤回', { exact: true })).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(title).toHaveCount(0)
    await visitor.close()
  },
)
