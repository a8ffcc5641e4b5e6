import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { takeEntryToken, entryToken } from '#app/session/entry-token.ts'
import { cut } from '#mocks/faults.ts'
import { PASSWORD, PICTURE, SITE } from '../support/api-context.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

const NEW = 'Neu@2026fire'

afterEach(() => {
  entryToken.write(null)
  vi.restoreAllMocks()
})

async function phoneOf(account: string): Promise<string> {
  const found = await t.db.execute<{ phone: string }>(sql`select phone from account where account = ${account}`)
  return found.rows[0]!.phone
}

async function idOf(account: string): Promise<string> {
  const found = await t.db.execute<{ id: string }>(sql`select id from account where account = ${account}`)
  return found.rows[0]!.id
}

const settled = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

async function putRow(name: string): Promise<void> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    const { result: db } = request
    if (name.includes('unsent')) db.createObjectStore('writes', { keyPath: 'seq', autoIncrement: true })
    else db.createObjectStore('answers')
    const [store] = Array.from(db.objectStoreNames)
    const rows = request.transaction!.objectStore(store!)
    if (rows.keyPath === null) rows.put('1', 'head:1')
    else rows.put({ key: 'k' })
  })
  const db = await settled(request)
  db.close()
}

const deleteDatabase = (name: string) => settled(indexedDB.deleteDatabase(name))

type Person = ReturnType<typeof userEvent.setup>

/** Types the phone, asks for a code and types what was sent. */
async function proveByCode(user: Person, phone: string) {
  await user.type(await screen.findByLabelText(/^手机号/), phone)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(t.sent.at(-1)?.phone).toBe(phone))
  await screen.findByRole('button', { name: /^\d+ 秒后重新获取$/ })
  await user.type(screen.getByLabelText(/^验证码/), t.sent.at(-1)!.code)
}

async function ticketOf(account: string): Promise<string> {
  const { body } = await t.call(auth.ticket, {}, await t.signIn(account))
  return (body.data as { ticket: string }).ticket
}

const calls = (id: string) => t.logged.filter((line) => line.includes(`"call":"${id}"`)).length

describe('signing in by phone', () => {
  test.each([
    ['/login', 'unit01', '/socialData'],
    ['/loginxf', 'jingan', '/fireDepData'],
    ['/portal', 'wuye01', '/socialData'],
    ['/portal', 'zongdui', '/fireDepData'],
  ])('on %s leads %s to %s, without a picture code', async (path, account, home) => {
    const { router, user } = await open(path)
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await proveByCode(user, await phoneOf(account))
    expect(screen.queryByAltText('图形验证码')).toBeNull()
    await user.click(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(home))
  })

  test('the button counts down after a code went out, for that phone only, and wherever one went meanwhile', async () => {
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.type(await screen.findByLabelText(/^手机号/), '13900000001')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(screen.getByRole('button', { name: '发送中…' })).toBeDisabled()
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

  test('a code asked for too soon is told at the phone, and the button is free again', async () => {
    await t.call(auth.sendCode, { phone: '13900000003' }, null, 'unknown')
    const { user } = await open('/login')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.type(await screen.findByLabelText(/^手机号/), '13900000003')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/^手机号/)).toHaveAccessibleDescription('验证码发送过于频繁，请稍后再试'),
    )
    expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  })

  test('the third code in a day needs the picture’s letters, typed where the focus is; after it the picture is gone', async () => {
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

  test('arrow keys go from one way of signing in to the other', async () => {
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
  ])('leads %s to %s', async (account, home) => {
    const { router } = await signIn(account, '/portal')
    await waitFor(() => expect(router.state.location.pathname).toBe(home))
  })

  test('leads a provider to its own site, with its kind and a ticket that opens its account once', async () => {
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
  test('from the forgotten password to a sign-in with the new one', async () => {
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

  test('the way back leads to the password form from every step, and what was typed is gone', async () => {
    const { user } = await open('/loginxf')
    await user.click(await screen.findByRole('tab', { name: '手机登录' }))
    await user.click(screen.getByRole('button', { name: '忘记密码' }))
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
})

describe('a ticket in the address', () => {
  test('opens the account, the address is clean, and the session goes on with the real token', async () => {
    const ticket = await ticketOf('unit01')
    const { router } = await open(`/login#${ticket}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(router.state.location.href).toBe('/socialData')
    const kept = JSON.parse(localStorage.getItem('fire-docking:Headers')!) as { 'x-auth-token': string }
    expect(kept['x-auth-token']).not.toBe(ticket)
    expect((await t.call(auth.detail, {}, kept['x-auth-token'])).body.data).toMatchObject({ account: 'unit01' })
    expect(JSON.stringify({ ...localStorage })).not.toContain(ticket)
    expect(t.logged.join('\n')).not.toContain(ticket)
  })

  test('of the authority dashboard opens that', async () => {
    const address = new URL(`https://fire.example/fireDepData?token=${await ticketOf('zhidui')}`)
    const shown: string[] = []
    takeEntryToken(address, { replaceState: (_state, _unused, next) => void shown.push(String(next)) })
    expect(shown).toEqual(['/loginxf'])
    const { router } = await open(shown[0]!)
    expect(await screen.findByText('登录中')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
    expect(entryToken.read()).toBeNull()
  })

  test('says whose account it opened', async () => {
    await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByText('已登录账号 unit01（方思齐）')).toBeVisible()
  })

  test('of the account that is signed in here opens it without a question', async () => {
    await signIn('unit02')
    await screen.findByRole('heading', { name: '首页', level: 1 })
    cleanup()
    const { router } = await open(`/login#${await ticketOf('unit02')}`)
    expect(await screen.findByText('已登录账号 unit02（章海峰）')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })

  /** A device on which unit02 is signed in, and a ticket of unit01 opened on it. */
  async function openOthers() {
    await signIn('unit02')
    await screen.findByRole('heading', { name: '首页', level: 1 })
    cleanup()
    const kept = localStorage.getItem('fire-docking:UserInfo')
    const before = { ...localStorage }
    const opened = await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByRole('heading', { name: '是否登录此账号？' })).toBeVisible()
    expect(screen.getByText('方思齐')).toBeVisible()
    expect(screen.getByText('账号 unit01')).toBeVisible()
    expect(screen.getByText(/本设备已登录账号 unit02（章海峰）/)).toBeVisible()
    expect(localStorage.getItem('fire-docking:UserInfo')).toBe(kept)
    expect(localStorage.getItem('fire-docking:Headers')).toBe(before['fire-docking:Headers'])
    return opened
  }

  test('of another account than the one signed in here asks first; then that one’s session ends', async () => {
    const { router, user } = await openOthers()
    await user.click(screen.getByRole('button', { name: '继续登录' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:UserInfo')).toContain('unit01')
    expect(entryToken.read()).toBeNull()
  })

  test('that is not wanted leaves the account signed in here as it was, and the ticket’s session ends', async () => {
    const { router, user } = await openOthers()
    await user.click(screen.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:UserInfo')).toContain('unit02')
    const { rows } = await t.db.execute(sql`select 1 from session s join account a on a.id = s.account_id
      where a.account = 'unit01' and s.ended_at is null`)
    expect(rows).toEqual([])
  })

  const KEPT = [
    ['unsent work', (id: string) => `fire-unsent-${accountHash(id)}`],
    ['buildings saved for offline use', (id: string) => `fire-read-${accountHash(id)}-packs`],
  ] as const

  test.each(KEPT)('asks where %s of another account are on the device', async (_, nameFor) => {
    const name = nameFor(await idOf('unit02'))
    await putRow(name)
    await open(`/login#${await ticketOf('unit01')}`)
    expect(await screen.findByText(/本设备保存着其他账号的内容/)).toBeVisible()
    await deleteDatabase(name)
  })

  test.each(KEPT)('does not ask where %s on the device are the account’s own', async (_, nameFor) => {
    const name = nameFor(await idOf('unit01'))
    await putRow(name)
    const { router } = await open(`/login#${await ticketOf('unit01')}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
    cleanup()
    await deleteDatabase(name)
  })

  test('that was used before says so, and leads to the form', async () => {
    const ticket = await ticketOf('unit01')
    await t.call(auth.detail, {}, ticket)
    const { router, user } = await open(`/login#${ticket}`)
    expect(await screen.findByText(/登录链接已使用过或已失效/)).toBeVisible()
    expect(router.state.location.href).toBe('/login')
    await user.click(screen.getByRole('button', { name: '重新登录' }))
    expect(await screen.findByLabelText(/^账号/)).toBeVisible()
  })

  test('waits for the network: it is tried again, not lost', async () => {
    const ticket = await ticketOf('unit01')
    network.use(cut())
    const { router, user } = await open(`/login#${ticket}`)
    expect(await screen.findByText('服务连接出错，请稍后再试！')).toBeVisible()
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })
})

describe('a first sign-in', () => {
  const owed = () => screen.findByRole('heading', { name: '修改初始密码' })

  test('owes a change: the dialog can’t be closed, nothing else is asked for, and signing out is possible', async () => {
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
    const who = `"accountId":${await idOf('unitnew')},`
    const made = t.logged.slice(asked).filter((line) => line.includes(who))
    expect(made.map((line) => (JSON.parse(line) as { call: string }).call)).toEqual(['auth.detail'])

    await user.click(dialog.getByRole('button', { name: '退出登录' }))
    expect(await screen.findByText('是否退出登录？')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:Headers')).toBeNull()
  })

  test('after the change says 修改成功 and starts again, where the new password opens the dashboard', async () => {
    await t.db.execute(sql`update account set must_change_password = true where account = 'unit39'`)
    const { router, user } = await signIn('unit39')
    await owed()
    await user.type(screen.getByLabelText(/^旧密码/), PASSWORD)
    await user.type(screen.getByLabelText(/^新密码/), NEW)
    await user.type(screen.getByLabelText(/^确认密码/), NEW)
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(await screen.findByText('修改成功')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(localStorage.getItem('fire-docking:Headers')).toBeNull()
    await open(`/login#${await ticketOfNew('unit39')}`)
    expect(await screen.findByRole('heading', { name: '首页', level: 1 })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('with a wrong old password says so at its field and stays', async () => {
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

  test('of the authority owes it as well', async () => {
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

  test('lets a unit change its password and signs it out afterwards', async () => {
    const { router, user } = await openMenu('unit23')
    await user.click(screen.getByRole('menuitem', { name: '修改密码' }))
    await user.type(await screen.findByLabelText(/^旧密码/), PASSWORD)
    await user.type(screen.getByLabelText(/^新密码/), 'nouppercase-needed-1')
    await user.type(screen.getByLabelText(/^确认密码/), 'nouppercase-needed-1')
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('修改成功')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/socialData'))
    expect(await t.signIn('unit23', 'nouppercase-needed-1')).toBeTruthy()
  })

  test('offers the authority neither a password change nor keys', async () => {
    await openMenu('zhidui', '/loginxf')
    expect(screen.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
    for (const name of ['修改密码', '授权信息']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
  })

  test('shows the keys masked, the secret whole after the password, and forgets it on closing', async () => {
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
    expect(await screen.findByText('复制成功')).toBeVisible()

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

  test('says 复制失败 where the browser refuses', async () => {
    const { user } = await openMenu('unit01')
    await user.click(screen.getByRole('menuitem', { name: '授权信息' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
    await user.click(await screen.findByRole('button', { name: '复制 appKey' }))
    expect(await screen.findByText('复制失败')).toBeVisible()
  })
})
