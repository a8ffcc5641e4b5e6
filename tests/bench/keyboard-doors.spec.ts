import { expect } from '../e2e/fixtures.ts'
import { NEW_UNIT_FIELDS } from '../e2e/unit-information.ts'
import { DEMO_PASSWORD } from '../e2e/people.ts'
import { button, dialog, signIn, test } from './support/keyboard.ts'

const NEW_PASSWORD = 'Keys@2026own'

test('first day: captcha, new password, information, dashboard, and sign-out', async ({ page, keys, sql }) => {
  await signIn(page, keys, 'unitnew')
  const password = dialog(page, '修改初始密码')
  await keys.type(password.getByLabel('旧密码'), DEMO_PASSWORD)
  await keys.type(password.getByLabel('新密码'), NEW_PASSWORD)
  await keys.type(password.getByLabel('确认密码'), NEW_PASSWORD)
  await keys.on(password.getByRole('button', { name: '完成' }))
  await page.waitForURL(/portal/)
  await signIn(page, keys, 'unitnew', '/login', NEW_PASSWORD)
  const information = dialog(page, '完善基本信息')
  for (const [label, said] of NEW_UNIT_FIELDS)
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

test('the portal and the recovery of a password', async ({ page, keys, sql }) => {
  const [forgetful] = await sql<{ phone: string; hash: string }>(
    `select phone, password_hash as hash from account where account = 'unit13'`,
  )
  // Sizes share the codes of a day.
  await sql(`delete from rate_limit where key like 'sms:%'`)
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
  await keys.press('ArrowLeft')
  await keys.on(button(page, '忘记密码'))
  await keys.type(page.getByRole('textbox', { name: '手机号' }), forgetful!.phone)
  await keys.on(button(page, '获取验证码'))
  await keys.type(page.getByRole('textbox', { name: '验证码' }), '000000')
  await keys.on(button(page, '下一步'))
  await page.getByRole('heading', { name: '设置新密码' }).waitFor()
  for (const name of ['新密码', '确认密码']) await keys.type(page.getByRole('textbox', { name }), NEW_PASSWORD)
  await keys.press('Enter')
  await page.getByRole('heading', { name: '密码重置成功' }).waitFor()
  await sql(`update account set password_hash = $1 where account = 'unit13'`, [forgetful!.hash])
})
