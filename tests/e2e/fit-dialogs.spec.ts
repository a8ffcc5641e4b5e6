import type { Page } from '@playwright/test'
import { placesOf } from '../bench/screens.ts'
import { keep, SETTLED, sessionOf } from '../bench/support/phone.ts'
import { expect, test } from './fixtures.ts'
import { measureTargets } from './measure-page.ts'

const PANEL = '[id^=headlessui-dialog-panel]'
const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const

const DIALOGS: Readonly<Record<string, readonly (readonly [address: string, ...presses: (string | RegExp)[]])[]>> = {
  unit01: [
    ['/buildingList', '筛选'],
    ['/buildingList', '申报'],
    ['/dutyContacts', '新增'],
    ['/dutyContacts', '绑定手机'],
    ['/mine', '登录手机号'],
    ['/mine', '单位信息'],
    ['/mine', '修改密码'],
    ['/mine', '退出登录'],
    ['/shelves', '选择建筑登记'],
    ['/socialData', '明细'],
    ['/messages', /^【/],
    ['/buildDetail/building/1/baseInfo', '添加单位'],
    ['/buildDetail/building/1/pointInfo', /^编辑/],
    ['/buildDetail/building/1/pointInfo', /^删除/],
    ['/buildDetail/building/1/pointInfo', '导入'],
    ['/buildDetail/building/1/todoInfo', '查看'],
  ],
  zhidui: [
    ['/unitList', '新增单位'],
    ['/unitList', '编辑'],
    ['/unitList', '创建账号'],
    ['/unitList', '删除'],
    ['/accountList', '创建账号'],
    ['/accountList', '重置密码'],
    ['/companyList', /^新增服务商/],
    ['/companyList', '驳回'],
    ['/publishing', /^新增/],
    ['/organList', '新增区级机构'],
    ['/dutyChecks', '查岗'],
    ['/auditLog', /^行数/],
  ],
}

test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' })

async function press(page: Page, name: string | RegExp): Promise<void> {
  const found = () =>
    page
      .locator('main')
      .locator('button, a, [role=menuitem]')
      .and(page.getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name, exact: true })))
      .filter({ visible: true })
      .first()
  if (!(await found().isVisible())) {
    for (const menu of await page.getByRole('button', { name: /更多$/ }).filter({ visible: true }).all()) {
      await menu.click()
      if (await found().isVisible()) break
      await page.keyboard.press('Escape')
    }
  }
  await found().click()
}

const measureDialog = (page: Page) =>
  page.evaluate((selector) => {
    const found: string[] = []
    const panel = [...document.querySelectorAll<HTMLElement>(selector)].pop()
    if (!panel) return ['no dialog']
    const words = (of: Element) => (of.getAttribute('aria-label') ?? of.textContent ?? '').trim().slice(0, 20)
    const { left, right, top, bottom } = panel.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      found.push(`out of the window: ${[left, top, right, bottom].map(Math.round).join()}`)
    for (const one of panel.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, textOverflow } = getComputedStyle(one)
      if (one.closest('.sr-only, table, svg, .leaflet-container') || textOverflow === 'ellipsis') continue
      if (/hidden|auto|scroll/.test(overflowX) && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
        found.push(`cut: ${one.tagName} ${words(one)} ${one.scrollWidth} > ${one.clientWidth}`)
      const box = one.getBoundingClientRect()
      if (one.matches('button') && box.width > 0 && (box.right > right + 1 || box.left < left - 1))
        found.push(`button out of the dialog: ${words(one)}`)
    }
    for (const one of panel.querySelectorAll<HTMLElement>('footer button')) {
      const box = one.getBoundingClientRect()
      if (box.width > 0 && (box.bottom > innerHeight + 1 || box.top < 0)) found.push(`foot out of view: ${words(one)}`)
    }
    return found
  }, PANEL)

for (const account of Object.keys(DIALOGS))
  test(`every dialog of ${account} fits a phone, a tablet and a desktop`, async ({ page, server }) => {
    test.setTimeout(600_000)
    const { building } = await placesOf(server.url, await sessionOf(server.url, 'unit01'))
    await keep(page, await sessionOf(server.url, account))
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const [address, ...presses] of DIALOGS[account]!) {
        await page.goto(address.replace('building/', `${building}/`))
        await page.waitForSelector(SETTLED)
        const where = `${width} ${address} ${presses.join(' ')}`
        for (const name of presses) await press(page, name)
        const dialog = page.locator(PANEL).filter({ visible: true }).last()
        await expect.soft(dialog, where).toBeVisible()
        if (!(await dialog.isVisible())) continue
        await page.waitForSelector(`body:not(:has(${PANEL} [aria-busy=true]))`)
        const small = width < 768 ? (await measureTargets(page)).small : []
        expect.soft({ where, found: await measureDialog(page), small }).toEqual({ where, found: [], small: [] })
      }
    }
  })
