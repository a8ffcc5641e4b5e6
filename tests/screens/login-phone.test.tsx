import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loginPhone } from '#contract/login-phone.ts'
import { cut } from '#mocks/faults.ts'
import { PASSWORD } from '../support/api-context.ts'
import { notThe, phoneOf } from '../support/sign-in-pages.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const outlines = readFileSync('public/geo/districts.json', 'utf8')
beforeEach(() => network.use(http.get('*/geo/districts.json', () => HttpResponse.text(outlines))))

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

async function openMenu(account: string, path = '/login') {
  const app = await signIn(account, path)
  await app.user.click(await screen.findByRole('button', { name: /^账号/ }))
  return app
}

async function openDialog(account: string, path = '/login') {
  const app = await openMenu(account, path)
  await app.user.click(screen.getByRole('menuitem', { name: '登录手机号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '登录手机号' }))
  await dialog.findByLabelText(/^新手机号/)
  return { ...app, dialog }
}

test.each([
  ['unit05', '/login', '13700000011'],
  ['wuye01', '/login', '13700000012'],
  ['zongdui', '/loginxf', '13700000013'],
  ['zhidui', '/loginxf', '13700000014'],
  ['jingan', '/loginxf', '13700000015'],
])(
  '%s reads the own phone masked in the menu and changes it by a code and the password',
  async (account, path, phone) => {
    const former = await phoneOf(t, account)
    const { user, dialog } = await openDialog(account, path)
    expect(dialog.getByText(new RegExp(`当前登录手机号 ${masked(former).replaceAll('*', '\\*')}`))).toBeVisible()
    expect(dialog.queryByText(former)).toBeNull()
    await user.type(dialog.getByLabelText(/^新手机号/), phone)
    await user.click(dialog.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('已发送验证码，请查收')).toBeVisible()
    await waitFor(() => expect(dialog.getByLabelText(/^验证码/)).toHaveFocus())
    const { code } = t.sent.at(-1)!
    await user.type(dialog.getByLabelText(/^验证码/), code)
    await user.type(dialog.getByLabelText(/^登录密码/), PASSWORD)
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('登录手机号已更换')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^账号/ }))
    expect(await screen.findByText(`登录手机号 ${masked(phone)}`)).toBeVisible()
    expect(t.notified.at(-1)?.phone).toBe(former)
    expect(await phoneOf(t, account)).toBe(phone)
  },
)

test('invalid values are reported at their fields, and nothing changes', async () => {
  const before = await phoneOf(t, 'unit06')
  const { user, dialog } = await openDialog('unit06')
  const [phone, code, password] = [/^新手机号/, /^验证码/, /^登录密码/].map((label) => dialog.getByLabelText(label))
  const confirm = () => user.click(dialog.getByRole('button', { name: '确定' }))
  const says = (field: HTMLElement | undefined, text: string) =>
    waitFor(() => expect(field).toHaveAccessibleDescription(text))

  await confirm()
  await says(phone, '请输入手机号')
  await says(code, '请输入验证码')
  await says(password, '请输入密码')
  await user.type(phone!, '123')
  await user.click(dialog.getByRole('button', { name: '获取验证码' }))
  await says(phone, '请输入正确的手机号!')
  fireEvent.change(phone!, { target: { value: before } })
  await user.click(dialog.getByRole('button', { name: '获取验证码' }))
  await says(phone, '与当前登录手机号相同')

  fireEvent.change(phone!, { target: { value: await phoneOf(t, 'unit01') } })
  await user.click(dialog.getByRole('button', { name: '获取验证码' }))
  await screen.findByText('已发送验证码，请查收')
  const right = t.sent.at(-1)!.code
  fireEvent.change(code!, { target: { value: notThe(right) } })
  fireEvent.change(password!, { target: { value: 'Wrong@119demo' } })
  await confirm()
  await says(password, '密码错误')
  fireEvent.change(password!, { target: { value: PASSWORD } })
  await confirm()
  await says(code, '验证码错误或已过期')
  fireEvent.change(code!, { target: { value: right } })
  await confirm()
  await says(phone, '该手机号已用于其他账号，请换一个')
  expect(await phoneOf(t, 'unit06')).toBe(before)
})

test('an account without a phone gets a notice, and adopts the manager’s phone by one press', async () => {
  await t.db.execute(sql`update account set phone = null where account = 'unit23'`)
  await t.db.execute(sql`update unit set safe_manager_phone = '13700000021'
    where id = (select unit_id from account where account = 'unit23')`)
  const { user, dialog } = await openDialog('unit23')
  expect(dialog.getByText('尚未设置登录手机号')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '使用消防安全管理人的电话 13700000021' }))
  expect(dialog.getByLabelText(/^新手机号/)).toHaveValue('13700000021')
  expect(dialog.queryByRole('button', { name: /^使用消防安全管理人的电话/ })).toBeNull()
})

test('offline the dialog gives the reason for missing data, and the menu opens without the line', async () => {
  const { user } = await signIn('unit39')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  network.use(cut())
  await user.click(await screen.findByRole('button', { name: /^账号/ }))
  expect(screen.queryByText(/^登录手机号 /)).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: '登录手机号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '登录手机号' }))
  expect(await dialog.findByRole('button', { name: '重试' })).toBeVisible()
  expect(dialog.getByRole('button', { name: '确定' })).toBeDisabled()
})

test.each([
  ['the same phone', true],
  ['another phone', false],
])('the hint under the manager’s phone matches the state: %s', async (_, isSame) => {
  const own = await phoneOf(t, 'unit02')
  await t.db.execute(sql`update unit set safe_manager_phone = ${isSame ? own : '13700000031'}
    where id = (select unit_id from account where account = 'unit02')`)
  const { user } = await openMenu('unit02')
  await user.click(screen.getByRole('menuitem', { name: '单位信息' }))
  const dialog = within(await screen.findByRole('dialog', { name: '单位信息' }))
  await user.click(await dialog.findByRole('button', { name: '编辑' }))
  const field = await dialog.findByLabelText(/^消防安全管理人电话/)
  const other = `不用于登录；登录手机号为 ${masked(own)}，可在右上角账号菜单中更换`
  await waitFor(() => expect(field).toHaveAccessibleDescription(isSame ? '用于找回账号和免密登录' : other))
  fireEvent.change(field, { target: { value: '13700000032' } })
  expect(field).toHaveAccessibleDescription(other)
})

test('an account with a required password change has neither the entry nor the line', async () => {
  await openMenu('unitnew')
  expect(screen.queryByText(/^登录手机号/)).toBeNull()
  expect(
    t.logged.some((line) => line.includes(`"call":"${loginPhone.detail.id}"`) && line.includes('"code":403')),
  ).toBe(false)
})
