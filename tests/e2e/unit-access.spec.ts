import type { Page } from '@playwright/test'
import { complaintsBySize, sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

async function isFine(page: Page, what: string, within = 'html') {
  expect(await complaintsBySize(page, within), what).toEqual([])
  expect(await sideways(page), `${what} is wider than its window`).toBeLessThanOrEqual(0)
}

test.use({ reducedMotion: 'reduce' })

test(
  'dashboard, check-in, information, notifications and problems are accessible, in light and dark mode',
  { tag: '@sizes' },
  async ({ page }) => {
    test.slow()
    await signIn(page, 'unit01')
    const region = (name: string) => page.getByRole('region', { name })
    await expect(region('区域接入率排名')).toContainText('金牌')
    await expect(region('服务商占比')).toContainText('栋')
    await isFine(page, 'the dashboard')
    await region('消防综合评分').getByRole('button', { name: '明细' }).click()
    await expect(page.getByRole('dialog')).toContainText('低于本单位')
    await isFine(page, 'what the score is made of')
    await page.keyboard.press('Escape')
    await region('设备信息').getByRole('button').last().click()
    await expect(page.getByRole('dialog', { name: '设备点位' })).toContainText(/共 \d+ 条/)
    await isFine(page, 'the points')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^(签到|已签到)$/ }).click()
    await expect(region('每天签到')).toContainText(/连续签到 \S+ 天/)
    await isFine(page, 'the check-in', 'section[aria-label="每天签到"]')
    await page.keyboard.press('Escape')

    await region('建筑信息').getByRole('button', { name: '更多', exact: true }).click()
    const information = page.getByRole('dialog', { name: '单位信息' })
    await expect(information).toContainText('消防管辖机构')
    await isFine(page, 'the information')
    await information.getByRole('button', { name: '编辑' }).click()
    await expect(information.getByRole('button', { name: /^地图，中心为/ })).toBeVisible()
    await isFine(page, 'the form of the information')

    await page.goto('/messages')
    await expect(page.getByRole('list', { name: '消息列表' })).toContainText('未读')
    await isFine(page, 'the notifications')
    await page
      .getByRole('list', { name: '消息列表' })
      .getByRole('button', { name: /^(?!选择$|全部标为已读$)/ })
      .first()
      .click()
    await expect(page.getByText(/^阅读时间 \d{4}/)).toBeVisible()
    await isFine(page, 'a notification')

    await page.goto('/problemStatistics')
    await expect(region('火警超时').getByRole('listitem').first()).toBeVisible()
    await isFine(page, 'the problems')
    await page.goto('/problemStatistics?tab=score')
    const deductions = page.getByRole('table').or(page.getByRole('list', { name: '消防综合评分问题' }))
    await expect(deductions).toContainText(/[−-]\d+(\.\d+)? ?分?/)
    await isFine(page, 'the problems of the score')
  },
)
