import { AUTO_CHECK_IN_MS } from '#contract/checkin.rules.ts'
import { photo } from '../e2e/declaring.ts'
import { expect } from '../e2e/fixtures.ts'
import { button, dialog, signIn, test, turnTo } from './support/keyboard.ts'

test('a unit’s day: check-in, a notification, a problem, an export', async ({ page, keys, sql }) => {
  // The dashboard must not check in meanwhile.
  await page.addInitScript((auto) => {
    const { setTimeout: wait } = window
    window.setTimeout = ((work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      wait(work, ms === auto ? 10 * 60_000 : ms, ...rest)) as typeof setTimeout
  }, AUTO_CHECK_IN_MS)
  await sql(`delete from checkin where day = (now() at time zone 'Asia/Shanghai')::date`)
  await signIn(page, keys, 'unit01')
  const open = button(page, '签到')
  await keys.on(open)
  const panel = page.getByRole('region', { name: '每天签到' })
  await keys.on(panel.getByRole('button', { name: '立即签到' }))
  await expect(page.getByText('签到成功')).toBeVisible()
  await keys.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button(page, /^(签到|已签到)$/)).toBeFocused()

  const bell = page.getByRole('link', { name: '消息通知' })
  await keys.on(bell)
  const messages = page.getByRole('dialog')
  const title = messages.getByRole('table').getByRole('button').first()
  const name = await title.innerText()
  await keys.on(title)
  await expect(messages.getByRole('heading', { name, level: 2 }).last()).toBeVisible()
  await keys.on(messages.getByRole('button', { name: '删除' }))
  await keys.on(page.getByRole('alertdialog').getByRole('button', { name: '删除' }))
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(messages.getByRole('table')).toBeVisible()
  await keys.press('Tab')
  await expect(messages.locator(':focus')).toHaveCount(1)
  await keys.press('Escape')
  await expect(messages).toHaveCount(0)
  await expect(bell).toBeFocused()

  await turnTo(page, keys, '问题')
  await keys.skip()
  await keys.on(page.getByRole('main').getByRole('button', { name: /^非正常/ }))
  await keys.press('j')
  await expect(page.getByRole('region', { name: '问题资料' })).toContainText('设备编号')
  const download = page
    .context()
    .waitForEvent('page')
    .then((popup) => popup.waitForEvent('download'))
  await keys.to(page.getByRole('main').getByRole('button', { name: '导出' }), { back: true })
  await keys.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a building is bound with its place on the map, declared, and read tab by tab', async ({ page, keys }) => {
  await signIn(page, keys, 'unit01')
  await turnTo(page, keys, '建筑管理')
  await keys.skip()
  await keys.on(button(page, /^新增/))
  await keys.type(page.getByLabel('建筑名称'), '键盘新增大厦')
  await keys.type(page.getByLabel('综合体名称'), '键盘中心')
  const area = page.getByLabel('所在区域')
  await keys.on(area)
  await keys.press('Escape')
  await expect(area).toBeFocused()
  await keys.press('Enter')
  await keys.arrowTo(page.getByRole('menuitem', { name: '静安区' }))
  await keys.press('ArrowRight')
  await keys.arrowTo(page.getByRole('menuitemradio', { name: '江宁路街道' }))
  await keys.press('Enter')
  await expect(area).toBeFocused()
  await keys.type(page.getByLabel('详细地址'), '江宁路10号')
  const map = button(page, /^地图，中心为/)
  await keys.to(map)
  const before = await page.getByLabel('地图地址').inputValue()
  await keys.press('ArrowLeft', 'ArrowLeft', 'ArrowUp')
  await expect(page.getByLabel('地图地址')).not.toHaveValue(before)
  for (const [label, said] of [
    ['占地面积', '800'],
    ['建筑面积', '8000'],
    ['建筑高度', '30'],
    ['地上层数', '8'],
    ['地下层数', '1'],
  ] as const)
    await keys.type(page.getByLabel(label), said)
  await keys.choose(page.getByLabel('使用性质'))
  await keys.choose(page.getByLabel('结构类型'))
  await keys.type(page.getByLabel('竣工年份'), '2012')
  await keys.on(page.getByRole('button', { name: '提交审批' }))
  await expect(page.getByText(/已提交“.+”，待消防救援机构审批/)).toBeVisible()
  await page.waitForURL(/buildingList/)

  const declare = button(page, '申报').first()
  const declaration = dialog(page, '特殊申报')
  await keys.on(declare)
  await keys.on(declaration.getByRole('button', { name: '关闭' }))
  await expect(declaration).toHaveCount(0)
  await expect(declare).toBeFocused()
  await keys.press('Enter')
  await keys.on(declaration.getByLabel('申报类型').first())
  await keys.arrowTo(page.getByRole('menuitemcheckbox', { name: '其他' }))
  await keys.press('Space')
  await keys.on(page.getByRole('button', { name: '确定' }))
  await keys.type(declaration.getByLabel('申报原因'), '键盘申报')
  await keys.to(declaration.getByRole('button', { name: '上传附件' }))
  const chooser = page.waitForEvent('filechooser')
  await keys.press('Enter')
  await (await chooser).setFiles([photo(1)])
  await expect(declaration.getByRole('list', { name: '附件列表' }).getByRole('listitem')).toHaveCount(1)
  await keys.on(declaration.getByRole('button', { name: '提交' }))
  await expect(page.getByText('申报成功')).toBeVisible()

  const building = page.getByRole('table').getByRole('link').first()
  await keys.on(building)
  const tabs = page.getByRole('navigation', { name: '建筑详情分栏' }).getByRole('link')
  await expect(tabs.first()).toBeVisible()
  for (let at = 1; at < (await tabs.count()); at += 1) {
    await keys.on(tabs.nth(at))
    await expect(tabs.nth(at)).toHaveAttribute('aria-current', 'page')
    await expect(tabs.nth(at)).toBeFocused()
  }
})
