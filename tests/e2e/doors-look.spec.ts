import type { Page } from '@playwright/test'
import { XSS_PAYLOADS } from '../support/xss-payloads.ts'
import { complaintsBySize, sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_PASSWORD, pressOfAccount, signIn, ticketFor } from './people.ts'

const RECOVERED_PASSWORD = 'Water@2026'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function holds(page: Page, place: string) {
  expect([place, await complaintsBySize(page), await sideways(page)]).toEqual([place, [], 0])
}

test.use({ reducedMotion: 'reduce' })

test(
  'portal and both sign-ins are accessible and fit the window, with every panel, popover and dialog',
  { tag: '@sizes' },
  async ({ page, sql }) => {
    test.slow()
    const [forgetful] = await sql<{ phone: string; hash: string }>(
      `select phone, password_hash as hash from account where account = 'unit13'`,
    )
    await page.goto('/portal')
    await page.getByAltText('图形验证码').waitFor()
    await press(page, '技术支持')
    await expect(page.getByText('咨询时请说明单位名称和联系人。')).toBeVisible()
    await holds(page, 'portal, support')
    await page.keyboard.press('Escape')
    await press(page, '服务商注册')
    await expect(page.getByRole('button', { name: '前往注册' })).toBeVisible()
    await holds(page, 'portal, registration')
    await press(page, '取消')
    await page.goto('/portal/detail?type=0')
    await press(page, '技术支持')
    await expect(page.getByText('咨询时请说明单位名称和联系人。')).toBeVisible()
    await holds(page, 'detail, support')
    for (const path of ['/login', '/loginxf']) {
      await page.goto(path)
      await page.getByAltText('图形验证码').waitFor()
      await press(page, '登录')
      await expect(page.getByText('请输入用户名')).toBeVisible()
      await holds(page, `${path}, password`)
      await page.getByRole('tab', { name: '手机登录' }).click()
      await expect(page.getByRole('textbox', { name: '手机号' })).toBeVisible()
      await holds(page, `${path}, phone`)
    }
    await page.getByRole('tab', { name: '密码登录' }).click()
    await press(page, '忘记密码')
    await page.getByRole('textbox', { name: '手机号' }).fill(forgetful!.phone)
    await press(page, '获取验证码')
    await page.getByRole('textbox', { name: '验证码' }).fill('000000')
    await holds(page, 'recovery, step 1')
    await press(page, '下一步')
    await page.getByRole('heading', { name: '设置新密码' }).waitFor()
    await press(page, '完成')
    await expect(page.getByText('密码不能为空').first()).toBeVisible()
    await holds(page, 'recovery, step 2')
    for (const name of ['新密码', '确认密码']) await page.getByRole('textbox', { name }).fill(RECOVERED_PASSWORD)
    await press(page, '完成')
    await page.getByRole('heading', { name: '密码重置成功' }).waitFor()
    await holds(page, 'recovery, done')
    await sql(`update account set password_hash = $1 where account = 'unit13'`, [forgetful!.hash])
  },
)

test('the shell and its dialogs are accessible and fit the window', { tag: '@sizes' }, async ({ page, request }) => {
  test.slow()
  await signIn(page, 'unitnew')
  await expect(page.getByRole('textbox', { name: '旧密码' })).toBeVisible()
  await holds(page, 'the change a first sign-in owes')
  await page.goto(`/login#${await ticketFor(request, 'unit02')}`)
  await expect(page.getByRole('heading', { name: '是否登录此账号？' })).toBeVisible()
  await holds(page, 'the question whose account a link opens')
  await press(page, '继续登录')
  await expect(page).toHaveURL(/\/socialData$/)
  await pressOfAccount(page, '登录手机号')
  await page.getByRole('textbox', { name: '新手机号' }).waitFor()
  await holds(page, 'the phone that opens the account')
  await press(page, '取消')
  await pressOfAccount(page, '修改密码')
  await page.getByRole('textbox', { name: '旧密码' }).waitFor()
  await holds(page, 'the change at will')
  await press(page, '取消')
  await pressOfAccount(page, '授权信息')
  await press(page, '显示密钥')
  await page.getByRole('textbox', { name: '登录密码' }).waitFor()
  await holds(page, 'the keys')
  await page.getByRole('textbox', { name: '登录密码' }).fill(DEMO_PASSWORD)
  await press(page, '查看')
  await expect(page.getByRole('button', { name: '复制 secret' })).toBeVisible()
  await holds(page, 'the keys, told')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressOfAccount(page, '退出登录')
  await expect(page.getByText('是否退出登录？')).toBeVisible()
  await holds(page, 'the question before signing out')
  await page.goto(`/login#${await ticketFor(request, 'zongdui')}`)
  await press(page, '继续登录')
  // A phone's bar has room for the page's title alone.
  await expect(page.getByRole('img', { name: '消防救援机构', includeHidden: true })).toBeAttached()
  await expect(page.getByRole('region', { name: '接入概况' }).getByText('建筑总数')).toBeVisible()
  await holds(page, 'the authority’s shell')
})

for (const [account, names] of [
  ['unit02', ['首页', '火警', '建筑管理', '问题', '查岗']],
  ['zongdui', ['接入概览', '火警', '建筑管理', '社会单位管理', '查岗', '操作审计']],
  ['jingan', ['接入概览', '火警', '建筑管理', '社会单位管理', '查岗', '操作审计']],
  [
    'zhidui',
    ['接入概览', '火警', '建筑管理', '社会单位管理', '服务商管理', '接入审批', '内容发布', '查岗', '操作审计'],
  ],
] as const) {
  test(
    `the menu of ${account} is that of its role, and every entry opens its page`,
    { tag: '@desktop' },
    async ({ page, request }) => {
      await page.goto(`/login#${await ticketFor(request, account)}`)
      const menu = page.getByRole('navigation', { name: '主菜单' })
      await expect(menu.getByRole('link')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
      await expect(menu.getByRole('button', { name: /使用手册/ })).toHaveCount(account === 'unit02' ? 1 : 0)
      await expect(page.getByRole('img', { name: '消防救援机构' })).toHaveCount(account === 'unit02' ? 0 : 1)
      for (const name of names) {
        await menu.getByRole('link', { name }).click()
        await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
      }
      await press(page, /^账号：/)
      const entries = await page.getByRole('menuitem').allTextContents()
      expect(entries.includes('修改密码')).toBe(account === 'unit02')
      expect(entries.at(-1)).toBe('退出登录')
    },
  )
}

test.describe('names with scripts', () => {
  for (const bypassCSP of [false, true]) {
    test(`do not run in any page of unit and buildings, the content security policy ${bypassCSP ? 'off' : 'on'} @desktop`, async ({
      browser,
      baseURL,
      request,
      sql,
    }) => {
      const before = await sql<{ id: string; name: string; complex_name: string }>(
        `select b.id, b.name, b.complex_name from building b join building_unit bu on bu.building_id = b.id
         join account a on a.unit_id = bu.unit_id where a.account = 'unit02'`,
      )
      const [person] = await sql<{ name: string; unit: string }>(
        `select a.name, u.name as unit from account a join unit u on u.id = a.unit_id where a.account = 'unit02'`,
      )
      const rename = async (own: string, company: string, name: (at: number) => [string, string]) => {
        await sql(`update unit set name = $1 where id = (select unit_id from account where account = 'unit02')`, [
          company,
        ])
        await sql(`update account set name = $1 where account = 'unit02'`, [own])
        for (const [at, { id }] of before.entries())
          await sql(`update building set name = $2, complex_name = $3 where id = $1`, [id, ...name(at)])
      }
      const share = Math.ceil(XSS_PAYLOADS.length / before.length)
      await rename(XSS_PAYLOADS.join(' '), XSS_PAYLOADS.join(' '), (at) => {
        const some = XSS_PAYLOADS.slice(at * share, (at + 1) * share).join(' ')
        return [`栋${some}`, some]
      })
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        bypassCSP,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      await page.goto(`/login#${await ticketFor(request, 'unit02')}`)
      await expect(page).toHaveURL(/\/socialData$/)
      for (const address of ['/socialData', '/buildingList', '/problemStatistics', `/wlw/${before[0]!.id}`]) {
        await page.goto(address)
        await expect(page.getByText('栋').first()).toBeAttached()
        await press(page, /^账号：/)
        await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
        const ran = await page.evaluate(() => {
          for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
            for (const kind of ['mouseover', 'pointerenter', 'toggle', 'error', 'load'])
              element.dispatchEvent(new Event(kind, { bubbles: true }))
          }
          return 'xssRan' in window
        })
        expect([address, ran]).toEqual([address, false])
      }
      await context.close()
      await rename(person!.name, person!.unit, (at) => [before[at]!.name, before[at]!.complex_name])
    })
  }
})
