import { expect } from '../e2e/fixtures.ts'
import { DEMO_PASSWORD } from '../e2e/people.ts'
import { button, dialog, signIn, test } from './keyboard.ts'

const NEW_PASSWORD = 'Keys@2026own'

test('first day: picture code, own password, information, dashboard; and signing out', async ({ page, keys, sql }) => {
  await signIn(page, keys, 'unitnew')
  const password = dialog(page, '修改初始密码')
  await keys.type(password.getByLabel('旧密码'), DEMO_PASSWORD)
  await keys.type(password.getByLabel('新密码'), NEW_PASSWORD)
  await keys.type(password.getByLabel('确认密码'), NEW_PASSWORD)
  await keys.on(password.getByRole('button', { name: '完成' }))
  await page.waitForURL(/portal/)
  await signIn(page, keys, 'unitnew', '/login', NEW_PASSWORD)
  const information = dialog(page, '基本信息完善')
  for (const [label, said] of [
    ['单位常用名', '新开户'],
    ['统一社会信用代码', '91310101MA1FPX1234'],
    ['成立时间', '2020-05-01'],
    ['单位地址', '上海市静安区南京西路1号'],
    ['注册地址', '上海市静安区南京西路1号'],
    ['法定代表人', '张伟'],
    ['法定代表人电话', '13800000001'],
    ['联系人', '李娜'],
    ['联系人电话', '13800000002'],
    ['消防安全责任人', '王强'],
    ['责任人电话', '13800000003'],
    ['消防安全管理人', '赵敏'],
    ['管理人电话', '13800000004'],
  ] as const)
    await keys.type(information.getByLabel(new RegExp(`^${label}( ?\\*)?$`)), said)
  for (const label of [/^监管类别/, /^消防管辖机构/]) await keys.choose(information.getByLabel(label))
  const place = information.getByLabel(/^地图地址/)
  if ((await place.inputValue()) === '') await keys.type(place, '静安区南京西路1号')
  await keys.on(information.getByRole('button', { name: '确定' }))
  await expect(information).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '首页', level: 1 })).toBeVisible()
  await keys.skip()
  const menu = button(page, /^账号：/)
  await keys.on(menu)
  await keys.press('Escape')
  await expect(menu).toBeFocused()
  await keys.press('Enter', 'End')
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeFocused()
  await keys.press('Enter')
  await keys.on(page.getByRole('alertdialog').getByRole('button', { name: '确定' }))
  await page.waitForURL(/login|portal/)
  const [{ owes } = { owes: true }] = await sql<{ owes: boolean }>(
    `select must_change_password as owes from account where account = 'unitnew'`,
  )
  expect(owes).toBe(false)
})

test('the portal and recovering a password', async ({ page, keys, sql }) => {
  const [forgetful] = await sql<{ phone: string }>(`select phone from account where account = 'unit13'`)
  await page.goto('/portal')
  await page.getByAltText('图形验证码').waitFor()
  const support = button(page, '技术支持')
  await keys.on(support)
  await keys.press('Escape')
  await expect(support).toBeFocused()
  await keys.on(page.getByRole('link', { name: /^查看全部/ }).first())
  await page.waitForURL(/detail/)
  await page.goto('/login')
  await page.getByAltText('图形验证码').waitFor()
  await keys.to(page.getByRole('tab', { selected: true }))
  await keys.press('ArrowRight')
  await expect(page.getByRole('tab', { name: '手机登录' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '手机号' })).toBeVisible()
  await keys.on(button(page, '忘记密码'))
  await keys.type(page.getByRole('textbox', { name: '手机号' }), forgetful!.phone)
  await keys.on(button(page, '获取验证码'))
  await keys.type(page.getByRole('textbox', { name: '验证码' }), '000000')
  await keys.on(button(page, '下一步'))
  await page.getByRole('heading', { name: '设置新密码' }).waitFor()
  for (const name of ['新密码', '确认密码']) await keys.type(page.getByRole('textbox', { name }), DEMO_PASSWORD)
  await keys.press('Enter')
  await page.getByRole('heading', { name: '密码重置成功' }).waitFor()
})
