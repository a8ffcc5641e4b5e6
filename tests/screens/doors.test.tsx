import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { PASSWORD, PICTURE, SITE } from '../support/api-context.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, open, signIn } = await screenTests()

const NEW = 'Neu@2026fire'

afterEach(() => void vi.restoreAllMocks())

async function phoneOf(account: string): Promise<string> {
  const found = await t.db.execute<{ phone: string }>(sql`select phone from account where account = ${account}`)
  return found.rows[0]!.phone
}

type Person = ReturnType<typeof userEvent.setup>

async function proveByCode(user: Person, phone: string) {
  await user.type(await screen.findByLabelText(/^手机号/), phone)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(t.sent.at(-1)?.phone).toBe(phone))
  await screen.findByRole('button', { name: /^\d+ 秒后重新获取$/ })
  await user.type(screen.getByLabelText(/^验证码/), t.sent.at(-1)!.code)
}

const calls = (id: string) => t.logged.filter((line) => line.includes(`"call":"${id}"`)).length

describe('signing in by phone', () => {
  test.each([
    ['/login', 'unit01', '/socialData'],
    ['/loginxf', 'jingan', '/fireDepData'],
    ['/portal', 'wuye01', '/socialData'],
    ['/portal', 'zongdui', '/fireDepData'],
  ])('on %s takes %s to %s, without a captcha', async (path, account, home) => {
    const { router, user } = await open(path)
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await proveByCode(user, await phoneOf(account))
    expect(screen.queryByAltText('图形验证码')).toBeNull()
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(home))
  })

  test('the button counts down after a code was sent, for that phone only, and across navigation', async () => {
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.type(await screen.findByLabelText(/^手机号/), '13900000001')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(screen.getByRole('button', { name: '发送中' })).toBeDisabled()
    expect(await screen.findByText('已发送验证码，请查收')).toBeVisible()
    expect(await screen.findByRole('button', { name: /^\d+ 秒后重新获取$/ })).toBeDisabled()
    expect(screen.getByLabelText(/^验证码/)).toHaveFocus()

    await user.click(screen.getByRole('tab', { name: '密码登录' }))
    await user.click(screen.getByRole('tab', { name: '手机登录' }))
    const phone = await screen.findByLabelText(/^手机号/)
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
    await user.type(phone, '13900000001')
    expect(screen.getByRole('button', { name: /^\d+ 秒后重新获取$/ })).toBeDisabled()
    await user.type(phone, '{Backspace}2')
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  })

  test('a code requested too soon shows an error at the phone, and the button is enabled again', async () => {
    await t.call(auth.sendCode, { phone: '13900000003' }, null, 'unknown')
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.type(await screen.findByLabelText(/^手机号/), '13900000003')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/^手机号/)).toHaveAccessibleDescription(/^验证码发送过于频繁，请 \d+ 秒后再试$/),
    )
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  })

  test('the third code of a day requires the captcha, which has the focus; after it the captcha disappears', async () => {
    const phone = '13900000004'
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await t.call(auth.sendCode, { phone }, null, 'unknown')).body.code).toBe(200)
      t.clock.pass(61_000)
    }
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.type(await screen.findByLabelText(/^手机号/), phone)
    expect(screen.queryByLabelText(/^图形验证码/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    const letters = await screen.findByLabelText(/^图形验证码/)
    expect(letters).toHaveAccessibleDescription('请输入图形验证码')
    await screen.findByAltText('图形验证码')
    await waitFor(() => expect(letters).toHaveFocus())
    await user.type(letters, 'abcd')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await waitFor(() => expect(letters).toHaveAccessibleDescription('验证码错误或已过期'))
    expect(letters).toHaveValue('')
    await waitFor(() => expect(letters).toHaveFocus())
    await user.type(letters, PICTURE)
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByText('已发送验证码，请查收')).toBeVisible()
    await waitFor(() => expect(screen.queryByLabelText(/^图形验证码/)).toBeNull())
    expect(screen.getByLabelText(/^验证码/)).toHaveFocus()
  })

  test('arrow keys switch between the ways of signing in', async () => {
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '密码登录' }))
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: '手机登录' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: '手机登录' })).toHaveAttribute('aria-selected', 'true')
    expect(await screen.findByLabelText(/^手机号/)).toBeVisible()
  })
})

describe('the portal’s password sign-in', () => {
  test.each([
    ['unit02', '/socialData'],
    ['zhidui', '/fireDepData'],
  ])('takes %s to %s', async (account, home) => {
    const { router } = await signIn(account, '/portal')
    await waitFor(() => expect(router.state.location.pathname).toBe(home))
  })

  test('takes a provider to its own site, with its kind and a ticket valid once', async () => {
    const went = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { router } = await signIn('isv01', '/portal')
    await waitFor(() => expect(went).toHaveBeenCalled())
    const address = new URL(String(went.mock.calls[0]![0]))
    expect(address.origin).toBe(SITE.providerUrl)
    expect(address.searchParams.get('type')).toBe('SERVICE_PROVIDERS')
    const ticket = address.searchParams.get('token')!
    expect((await t.call(auth.detail, {}, ticket)).body.data).toMatchObject({ account: 'isv01', role: 'provider' })
    expect((await t.call(auth.detail, {}, ticket)).status).toBe(401)
    expect(router.state.location.pathname).toBe('/portal')
    expect(localStorage.getItem('fire-docking:Headers')).toBeNull()
  })
})

describe('recovery', () => {
  test('goes from the forgotten password to a sign-in with the new one', async () => {
    const { router, user } = await open('/portal')
    await user.click(await screen.findByRole('button', { name: '忘记密码' }))
    await proveByCode(user, await phoneOf('unit05'))
    await user.click(screen.getByRole('button', { name: '下一步' }))
    expect(await screen.findByRole('heading', { name: '设置新密码' })).toHaveFocus()
    await user.type(screen.getByLabelText(/^新密码/), NEW)
    await user.type(screen.getByLabelText(/^确认密码/), NEW)
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(await screen.findByRole('heading', { name: '密码重置成功' })).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: '返回登录' })[1]!)

    await user.type(await screen.findByLabelText(/^账号/), 'unit05')
    await user.type(screen.getByLabelText(/^密码/), NEW)
    await user.type(screen.getByLabelText(/^验证码/), '0000')
    await screen.findByAltText('图形验证码')
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })

  test('goes back to the password form from every step, with its input cleared', async () => {
    const { user } = await open('/loginxf')
    await user.click(await screen.findByRole('button', { name: '忘记密码' }))
    await proveByCode(user, await phoneOf('unit06'))
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await screen.findByRole('heading', { name: '设置新密码' })
    await user.click(screen.getByRole('button', { name: '返回登录' }))
    expect(screen.getByRole('tab', { name: '密码登录' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText(/^密码/)).toHaveValue('')

    await user.click(screen.getByRole('button', { name: '忘记密码' }))
    expect(screen.getByRole('heading', { name: '找回密码' })).toBeVisible()
    for (const label of [/^手机号/, /^验证码/]) expect(screen.getByLabelText(label)).toHaveValue('')
  })

  test('names the line to call without the phone', async () => {
    const { user } = await open('/login')
    await user.click(await screen.findByRole('button', { name: '忘记密码' }))
    const line = await screen.findByRole('link', { name: `技术支持 ${SITE.support.line}` })
    expect(line).toHaveAttribute('href', `tel:${SITE.support.line}`)
  })
})

describe('a first sign-in', () => {
  const owed = () => screen.findByRole('heading', { name: '修改初始密码' })

  test('requires a change: the dialog cannot be closed, nothing else is loaded, and signing out is possible', async () => {
    const asked = t.logged.length
    const { router, user } = await signIn('unitnew')
    await owed()
    expect(router.state.location.href).toBe('/socialData?isNeedModify=true')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByLabelText(/^账号/)).toHaveValue('unitnew')
    expect(dialog.getByLabelText(/^账号/)).toHaveAttribute('readonly')
    expect(dialog.queryByRole('button', { name: '关闭' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(document.body)
    expect(await owed()).toBeVisible()
    const { rows } = await t.db.execute<{ id: string }>(sql`select id from account where account = 'unitnew'`)
    const who = `"accountId":${rows[0]!.id},`
    const made = t.logged.slice(asked).filter((line) => line.includes(who))
    expect(made.map((line) => (JSON.parse(line) as { call: string }).call)).toEqual(['auth.detail'])

    await user.click(dialog.getByRole('button', { name: '退出登录' }))
    expect(await screen.findByText('是否退出登录？')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:Headers')).toBeNull()
  })

  test('after the change shows 修改成功 and restarts; the new password opens the dashboard', async () => {
    await t.db.execute(sql`update account set must_change_password = true where account = 'unit39'`)
    const { router, user } = await signIn('unit39')
    await owed()
    await user.type(screen.getByLabelText(/^旧密码/), PASSWORD)
    await user.type(screen.getByLabelText(/^新密码/), NEW)
    await user.type(screen.getByLabelText(/^确认密码/), NEW)
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(await screen.findByText(/修改成功/)).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:Headers')).toBeNull()
    await open(`/login#${await ticketOfNew('unit39')}`)
    expect(await screen.findByRole('heading', { name: '首页', level: 1 })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('with a wrong old password shows an error at its field', async () => {
    await t.db.execute(sql`update account set must_change_password = true where account = 'unit13'`)
    const { user } = await signIn('unit13')
    await owed()
    await user.type(screen.getByLabelText(/^旧密码/), 'Wrong@1234')
    await user.type(screen.getByLabelText(/^新密码/), NEW)
    await user.type(screen.getByLabelText(/^确认密码/), NEW)
    await user.click(screen.getByRole('button', { name: '完成' }))
    await waitFor(() => expect(screen.getByLabelText(/^旧密码/)).toHaveAccessibleDescription('密码错误'))
    expect(screen.getByLabelText(/^新密码/)).toHaveValue(NEW)
  })

  test('of the authority requires it as well', async () => {
    await t.db.execute(sql`update account set must_change_password = true where account = 'jingan'`)
    const { router } = await signIn('jingan', '/loginxf')
    await owed()
    expect(router.state.location.pathname).toBe('/fireDepData')
  })

  const ticketOfNew = async (account: string) => {
    const { body } = await t.call(auth.ticket, {}, await t.signIn(account, NEW))
    return (body.data as { ticket: string }).ticket
  }
})

describe('the account menu', () => {
  async function openMenu(account: string, path = '/login') {
    const app = await signIn(account, path)
    await app.user.click(await screen.findByRole('button', { name: /^账号/ }))
    return app
  }

  test('lets a unit change its password, then signs it out', async () => {
    const { router, user } = await openMenu('unit23')
    await user.click(screen.getByRole('menuitem', { name: '修改密码' }))
    await user.type(await screen.findByLabelText(/^旧密码/), PASSWORD)
    await user.type(screen.getByLabelText(/^新密码/), 'nouppercase-needed-1')
    await user.type(screen.getByLabelText(/^确认密码/), 'nouppercase-needed-1')
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(await screen.findByText(/修改成功/)).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(await t.signIn('unit23', 'nouppercase-needed-1')).toBeTruthy()
  })

  test('offers the authority neither a password change nor keys', async () => {
    await openMenu('zhidui', '/loginxf')
    expect(screen.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
    for (const name of ['修改密码', '授权信息']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
  })

  test('shows the keys masked, the secret in full after the password, and clears it on closing', async () => {
    const [own] = (
      await t.db.execute<{ app_key: string; secret: string }>(
        sql`select app_key, secret from unit u join account a on a.unit_id = u.id where a.account = 'unit01'`,
      )
    ).rows
    const secret = t.deps.secrets.open(own!.secret)
    const { user } = await openMenu('unit01')
    await user.click(screen.getByRole('menuitem', { name: '授权信息' }))
    await user.click(await screen.findByRole('button', { name: '显示密钥' }))
    expect(screen.queryByText(own!.app_key)).toBeNull()
    expect(screen.queryByText(secret)).toBeNull()
    expect(screen.queryByRole('button', { name: '复制 secret' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '复制 appKey' }))
    expect(await navigator.clipboard.readText()).toBe(own!.app_key)
    expect(await screen.findByText(/^复制成功：/)).toBeVisible()

    await user.type(screen.getByLabelText(/^登录密码/), 'Wrong@1234')
    await user.click(screen.getByRole('button', { name: '查看' }))
    await waitFor(() => expect(screen.getByLabelText(/^登录密码/)).toHaveAccessibleDescription('密码错误'))
    await user.clear(screen.getByLabelText(/^登录密码/))
    await user.type(screen.getByLabelText(/^登录密码/), PASSWORD)
    await user.click(screen.getByRole('button', { name: '查看' }))
    expect(await screen.findByText(secret)).toBeVisible()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret)
    expect(calls('auth.revealSecret')).toBe(2)

    await user.click(screen.getAllByRole('button', { name: '关闭' })[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^账号/ }))
    await user.click(screen.getByRole('menuitem', { name: '授权信息' }))
    expect(await screen.findByRole('button', { name: '显示密钥' })).toBeVisible()
    expect(screen.queryByText(secret)).toBeNull()
  })

  test('renews the secret after the password, and shows the new one', async () => {
    const secretOf = async () => {
      const { rows } = await t.db.execute<{ secret: string }>(
        sql`select secret from unit u join account a on a.unit_id = u.id where a.account = 'unit01'`,
      )
      return t.deps.secrets.open(rows[0]!.secret)
    }
    const former = await secretOf()
    const { user } = await openMenu('unit01')
    await user.click(screen.getByRole('menuitem', { name: '授权信息' }))
    await user.click(await screen.findByRole('button', { name: '更换密钥' }))
    expect(screen.getByLabelText(/^登录密码/)).toHaveAccessibleDescription('请再次输入登录密码，原密钥立即失效')
    await user.type(screen.getByLabelText(/^登录密码/), PASSWORD)
    await user.click(screen.getByRole('button', { name: '更换' }))
    expect(await screen.findByText('已更换密钥')).toBeVisible()
    const secret = await secretOf()
    expect(secret).not.toBe(former)
    expect(await screen.findByText(secret)).toBeVisible()
  })

  test('says so when the browser rejects copying', async () => {
    const { user } = await openMenu('unit01')
    await user.click(screen.getByRole('menuitem', { name: '授权信息' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    await user.click(await screen.findByRole('button', { name: '复制 appKey' }))
    expect(await screen.findByText(/未复制，请手动抄写$/)).toBeVisible()
  })
})

test('an application of a provider keeps its text while the progress of others is looked up', async () => {
  const { site } = t.deps.settings
  onTestFinished(() => void Object.assign(t.deps.settings, { site }))
  Object.assign(t.deps.settings, { site: { ...SITE, providerUrl: '', providerRegisterUrl: '' } })
  const { user } = await open('/register')
  await user.type(await screen.findByLabelText(/^企业名称/), '浦江智慧消防')
  await user.click(screen.getByRole('radio', { name: '查询进度' }))
  expect(await screen.findByRole('button', { name: '查询' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '提交申请' }))
  expect(screen.getByLabelText(/^企业名称/)).toHaveValue('浦江智慧消防')
})
