import type { Page } from '@playwright/test'
import { complaints } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import { pressInRow, signIn } from './people.ts'

type Sql = <Row extends Record<string, unknown>>(query: string) => Promise<Row[]>

async function buildingOf(sql: Sql, access: number): Promise<string> {
  const rows = await sql<{ id: string }>(`
    select b.id::text from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and b.access_status = ${access} order by b.id limit 1`)
  return rows[0]!.id
}

/** A menu, on a phone a select. */
async function choose(page: Page, item: string) {
  const select = page.getByRole('combobox', { name: '消防系统和监测项' })
  const menu = page.getByRole('navigation', { name: '消防系统' })
  await expect(select.or(menu)).toBeVisible()
  if (await select.isVisible()) {
    await select.focus()
    const option = select.locator('option').filter({ hasText: new RegExp(`^${item}`) })
    await select.selectOption(await option.textContent())
    await expect(page.getByRole('region', { name: item })).toBeVisible()
    await expect(select).toBeFocused()
  } else await menu.getByRole('button', { name: new RegExp(`^${item}`) }).click()
}

test.use({ serviceWorkers: 'allow' })

test(
  'a building’s records: alarms by handling, pressures page by page, a device’s month',
  { tag: '@wide' },
  async ({ page, sql }) => {
    await signIn(page, 'unit01')
    await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
    await page.goto(`/wlw/${await buildingOf(sql, 1)}`)
    const alarms = page.getByRole('region', { name: '火警信息' })
    await expect(alarms).toContainText(/截至 \d\d:\d\d|\d\d:\d\d 更新/)
    const filter = alarms.getByRole('button', { name: '筛选' })
    const isPhone = await filter.isVisible()
    if (isPhone) await filter.click()
    await page.getByRole('combobox', { name: '处理结果' }).selectOption('误报')
    if (isPhone) await page.getByRole('button', { name: '完成' }).click()
    await expect(alarms.getByRole('table')).toContainText('误报')
    await expect(alarms.getByRole('table')).not.toContainText('测试')

    await choose(page, '消火栓管网压力')
    const readings = page.getByRole('region', { name: '消火栓管网压力' })
    const earliest = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    await readings.getByLabel('上报时间，开始日期').fill(earliest)
    await expect(readings.getByRole('button', { name: '上一页' })).toBeDisabled()
    await readings.getByRole('button', { name: '下一页' }).click()
    await expect(readings.getByRole('navigation', { name: '分页' })).toContainText('第 2 页')
    await readings.getByRole('button', { name: '上一页' }).click()
    await expect(readings.getByRole('button', { name: '上一页' })).toBeDisabled()
    await expect(readings.getByRole('button', { name: '下一页' })).toBeEnabled()

    expect(await complaints(page, { practice: true })).toEqual([])
    await pressInRow(page, '历史记录')
    const dialog = page.getByRole('dialog', { name: /^历史记录/ })
    await expect(dialog.getByRole('table', { name: '历史记录' })).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    expect(await complaints(page, { practice: true, within: '[role=dialog]' })).toEqual([])
  },
)

test('a building’s data read online is available offline', async ({ page, server, sql }) => {
  await signIn(page, 'unit01')
  await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`/wlw/${await buildingOf(sql, 1)}`)
  const alarms = page.getByRole('region', { name: '火警信息' })
  const first = alarms
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
  await expect(first).toContainText(/\d\d:\d\d/)
  const device = (await first.innerText()).split('\n')[0]!
  // At the latest when the page closes.
  await page.goto('/socialData')
  await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  await server.stop()
  await page.goBack()
  await expect(first).toContainText(device)
  await expect(alarms).toContainText('服务器无响应')
})

test('the connection self-test opens without the shell and repeats', async ({ page, sql }) => {
  await signIn(page, 'unit01')
  await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  await page.goto('/deviceTest')
  await expect(page.getByText('请选择要检测的建筑')).toBeVisible()
  await page.goto(`/deviceTest?id=${await buildingOf(sql, 2)}`)
  const states = page.getByRole('group', { name: '接入状态' })
  await states.getByRole('button', { name: /^全部/ }).click()
  await expect(page.getByRole('region', { name: '火灾自动报警系统' })).toContainText('必接')
  await expect(page.getByText(/^必接项 \d+ \/ \d+/)).toBeVisible()
  const again = page.waitForResponse((answer) => answer.url().includes('/wuye/building/test/must'))
  await page.getByRole('button', { name: '重新检测' }).click()
  expect((await again).ok()).toBe(true)
  expect(await complaints(page, { practice: true })).toEqual([])
})
