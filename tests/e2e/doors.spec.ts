import { once } from 'node:events'
import { connect } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { everythingKept, signIn, signInElsewhere, ticketFor } from './people.ts'

const PASSWORD = 'Fire@119demo'
const NEW_PASSWORD = 'Water@2026'
/** Console message of the browser for a rejected call. */
const REFUSED = /status of 401/

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function fillNewPassword(page: Page, old: string) {
  await field(page, '旧密码').fill(old)
  await field(page, '新密码').fill(NEW_PASSWORD)
  await field(page, '确认密码').fill(NEW_PASSWORD)
}

test('a phone and its code open the unit’s home', async ({ page, sql }) => {
  const [row] = await sql<{ phone: string }>(`select phone from account where account = 'unit02'`)
  await page.goto('/login')
  await page.getByRole('tab', { name: '手机登录' }).click()
  await field(page, '手机号').fill(row!.phone)
  await press(page, '获取验证码')
  await expect(page.getByText('已发送验证码，请查收')).toBeVisible()
  await field(page, '验证码').fill('000000')
  await press(page, '登录')
  await expect(page).toHaveURL(/\/socialData$/)
})

test('a user who forgot the password goes back, verifies the phone, sets a new one and signs in with it', async ({
  page,
  sql,
}) => {
  const [row] = await sql<{ phone: string }>(`select phone from account where account = 'unit23'`)
  await page.goto('/portal')
  await press(page, '忘记密码')
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeFocused()
  await field(page, '手机号').fill(row!.phone)
  await press(page, '返回登录')
  await expect(page.getByRole('tab', { name: '密码登录' })).toBeVisible()
  await press(page, '忘记密码')
  await expect(field(page, '手机号')).toHaveValue('')
  await field(page, '手机号').fill(row!.phone)
  await press(page, '获取验证码')
  await expect(page.getByText('已发送验证码，请查收')).toBeVisible()
  await field(page, '验证码').fill('000000')
  await press(page, '下一步')
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeFocused()
  await field(page, '新密码').fill(NEW_PASSWORD)
  await field(page, '确认密码').fill(`${NEW_PASSWORD}x`)
  await press(page, '完成')
  await expect(page.getByText('两次输入密码不一致!')).toBeVisible()
  await field(page, '确认密码').fill(NEW_PASSWORD)
  await press(page, '完成')
  await expect(page.getByRole('heading', { name: '密码重置成功' })).toBeFocused()
  await page.getByRole('button', { name: '返回登录' }).last().click()
  await field(page, '账号').fill('unit23')
  await field(page, '密码').fill(NEW_PASSWORD)
  await field(page, '验证码').fill('0000')
  await page.getByAltText('图形验证码').waitFor()
  await press(page, '登录')
  await expect(page).toHaveURL(/\/socialData/)
})

test('a first sign-in requires a new password: no other page opens, and the old one becomes invalid', async ({
  page,
  sql,
}) => {
  const [before] = await sql<{ hash: string }>(
    `select password_hash as hash from account where account = 'unitnew' and must_change_password`,
  )
  await signIn(page, 'unitnew')
  const dialog = page.getByRole('dialog', { name: '修改初始密码' })
  await expect(field(page, '旧密码')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(field(page, '旧密码')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '退出登录' })).toBeVisible()
  await fillNewPassword(page, PASSWORD)
  await press(page, '完成')
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page).toHaveURL(/\/portal$/)
  await signIn(page, 'unitnew')
  await expect(page.getByText('账号或密码错误，请核对；忘记密码请点击“忘记密码”')).toBeVisible()
  await field(page, '密码').fill(NEW_PASSWORD)
  await field(page, '验证码').fill('0000')
  await press(page, '登录')
  await expect(page).toHaveURL(/\/socialData$/)
  await expect(dialog).toHaveCount(0)
  await sql(`update account set password_hash = $1, must_change_password = true where account = 'unitnew'`, [
    before!.hash,
  ])
})

for (const [account, entry, home, signInPage] of [
  ['unit01', '/login#', '/socialData', '/login'],
  ['zhidui', '/fireDepData?token=', '/fireDepData', '/loginxf'],
] as const) {
  test(`a ticket in ${entry} opens ${home} once, and remains in no URL, request, history or storage`, async ({
    page,
    request,
    server,
    expectConsole,
  }) => {
    const ticket = await ticketFor(request, account)
    const asked: Request[] = []
    page.on('request', (each) => asked.push(each))
    await page.goto(`${entry}${ticket}`)
    await expect(page).toHaveURL(new RegExp(`${home}$`))
    await expect(page.getByRole('banner')).toBeVisible()
    // The request of the document contains the query; fragments are never sent.
    const told = asked.slice(1).flatMap((each) => [each.url(), each.headers()['referer'] ?? ''])
    expect(told.filter((text) => text.includes(ticket))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify([location.href, document.referrer, history.state]))).not.toContain(
      ticket,
    )
    expect(await everythingKept(page)).not.toContain(ticket)
    expect(server.said.join('\n')).toContain('auth.ticket')
    expect(server.said.join('\n')).not.toContain(ticket)

    expectConsole(REFUSED)
    await page.goto('/portal')
    await page.goto(`${entry}${ticket}`)
    await expect(page.getByRole('alert')).toContainText('登录链接已使用过或已失效')
    await expect(page).toHaveURL(new RegExp(`${signInPage}$`))
    await page.goBack()
    await expect(page).toHaveURL(/\/portal$/)
  })
}

test('the two entry hosts redirect to their sign-in pages, other hosts to the portal', async ({ page, server }) => {
  for (const [host, path] of [
    ['enterprise.localhost', '/login'],
    ['supervision.localhost', '/loginxf'],
    ['127.0.0.1', '/portal'],
  ] as const) {
    await page.goto(`http://${host}:${server.port}/`)
    await expect(page).toHaveURL(`http://${host}:${server.port}${path}`)
  }
})

for (const [when, isEnded] of [
  ['while signed out', false],
  ['after the session ended elsewhere', true],
] as const)
  test(`a page asked for ${when} opens after the sign-in`, async ({ page, request, expectConsole }) => {
    if (isEnded) {
      expectConsole(REFUSED)
      await signIn(page, 'unit01')
      await page.waitForURL(/socialData/)
      await signInElsewhere(request, 'unit01')
    }
    await page.goto('/buildingList?search=ab')
    await expect(page).toHaveURL(/\/portal$/)
    await field(page, '账号').fill('unit01')
    await field(page, '密码').fill(PASSWORD)
    await field(page, '验证码').fill('0000')
    await page.getByAltText('图形验证码').waitFor()
    await press(page, '登录')
    await expect(page).toHaveURL(/\/buildingList\?search=ab$/)
  })

test('signing in elsewhere ends this page’s session: it shows a message on the portal and clears its data', async ({
  page,
  request,
  expectConsole,
}) => {
  await signIn(page, 'unit02')
  await expect(page).toHaveURL(/\/socialData$/)
  await signInElsewhere(request, 'unit02')
  expectConsole(REFUSED)
  await page.reload()
  await expect(page).toHaveURL(/\/portal$/)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(/Headers|UserInfo/)
  await page.goto('/socialData')
  await expect(page).toHaveURL(/\/portal$/)
})

test(
  'the manual opens from the menu for a unit; the authority has none',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await signIn(page, 'unit01')
    const opening = context.waitForEvent('page')
    const served = context.waitForEvent('response', (answer) => answer.url().includes('/field/v1/download/'))
    await page
      .getByRole('navigation', { name: '主菜单' })
      .getByRole('button', { name: /使用手册/ })
      .click()
    await opening
    expect([(await served).status(), (await served).headers()['content-type']]).toEqual([200, 'application/pdf'])
    await page.bringToFront()
    await signIn(page, 'zhidui', '/loginxf')
    await expect(page).toHaveURL(/\/fireDepData$/)
    await expect(page.getByText('使用手册')).toHaveCount(0)
  },
)

test(
  'a hundred endless requests do not block other users from signing in',
  { tag: '@desktop' },
  async ({ page, server }) => {
    const held = Array.from({ length: 100 }, () => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('POST /wuye/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n')
      socket.write('content-length: 5000\r\n\r\naccount=')
      return socket
    })
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    await signIn(page, 'unit02')
    await expect(page).toHaveURL(/\/socialData$/)
    for (const socket of held) socket.destroy()
  },
)
