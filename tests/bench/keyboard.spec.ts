import type { Page } from '@playwright/test'
import { AUTO_CHECK_IN_MS } from '#contract/checkin.rules.ts'
import { photo } from '../e2e/declaring.ts'
import { expect, test as base } from '../e2e/fixtures.ts'
import { DEMO_PASSWORD } from '../e2e/people.ts'
import { Keys } from './keys.ts'

/** Every core journey without a mouse, on a desktop: `npx playwright test --config tests/bench/playwright.config.ts keyboard`. */
const test = base.extend<{ keys: Keys }>({
  keys: async ({ page }, use, { title }) => {
    const keys = new Keys(page)
    await use(keys)
    console.log(`${title}: ${keys.pressed} presses, ${keys.controls} controls`)
    expect([...keys.unseen], 'stops whose focus cannot be seen').toEqual([])
  },
})

const NEW_PASSWORD = 'Keys@2026own'

test.beforeEach(() => test.setTimeout(10 * 60_000))
test.use({ reducedMotion: 'reduce' })

async function signIn(page: Page, keys: Keys, account: string, entry = '/login', password = DEMO_PASSWORD) {
  await page.goto(entry)
  await page.getByAltText('图形验证码').waitFor()
  await keys.type(page.getByRole('textbox', { name: '账号' }), account)
  await keys.type(page.getByRole('textbox', { name: '密码' }), password)
  await keys.type(page.getByRole('textbox', { name: '验证码' }), '0000')
  await keys.press('Enter')
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Goes to an entry of the menu and opens its page. */
async function turnTo(page: Page, keys: Keys, name: string) {
  await keys.on(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

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

test('a unit’s day: check-in, a notification, a problem, an export', async ({ page, keys, sql }) => {
  // On a busy machine half a minute passes before the button is reached: the dashboard must not check in by itself.
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
  const look = page.getByRole('main').getByRole('button', { name: '查看' }).first()
  await keys.on(look)
  await expect(dialog(page, '处理说明')).toContainText('设备编号')
  await keys.press('Escape')
  await expect(dialog(page, '处理说明')).toHaveCount(0)
  await expect(look).toBeFocused()
  const download = page
    .context()
    .waitForEvent('page')
    .then((popup) => popup.waitForEvent('download'))
  await keys.to(page.getByRole('main').getByRole('button', { name: '导出' }), { back: true })
  await keys.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a building: bound with its place on the map, declared, looked at tab by tab', async ({ page, keys }) => {
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
  await keys.choose(page.getByLabel('建筑结构'))
  await keys.type(page.getByLabel('建筑年份'), '2012')
  await keys.on(page.getByRole('button', { name: '保存' }))
  await expect(page.getByText('操作成功')).toBeVisible()
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

test('the authority: passes and refuses, rejects a provider, makes a unit and its account, publishes', async ({
  page,
  keys,
  sql,
}) => {
  const [passed, refused] = await sql<{ name: string }>(
    `select b.name from approval a join building b on b.id = a.building_id
      where a.status = 0 and a.withdrawn_at is null order by a.applied_at desc, a.id desc limit 2`,
  )
  const [waiting] = await sql<{ name: string }>(`select name from provider where status = 2 order by id limit 1`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await signIn(page, keys, 'zhidui', '/loginxf')
  await turnTo(page, keys, '接入审批')
  await keys.skip()
  const pass = row(passed!.name).getByRole('button', { name: '通过' })
  await keys.on(pass)
  await expect(page.getByRole('alertdialog')).toContainText('是否确认通过该申请？')
  await keys.press('Escape')
  await expect(pass).toBeFocused()
  await keys.press('Enter')
  await keys.on(page.getByRole('alertdialog').getByRole('button', { name: '通过' }))
  await expect(row(passed!.name)).toHaveCount(0)
  await keys.on(row(refused!.name).getByRole('button', { name: '拒绝' }))
  await keys.type(dialog(page, '拒绝申请').getByLabel('拒绝原因'), '请补充现场照片')
  await keys.on(dialog(page, '拒绝申请').getByRole('button', { name: '拒绝' }))
  await expect(row(refused!.name)).toHaveCount(0)

  await turnTo(page, keys, '服务商管理')
  await keys.skip()
  await keys.on(row(waiting!.name).getByRole('button', { name: '驳回' }))
  const reject = dialog(page, '驳回服务商')
  await keys.on(reject.getByRole('checkbox').first(), 'Space')
  await keys.on(reject.getByRole('button', { name: '驳回' }))
  await expect(row(waiting!.name).getByRole('button', { name: '驳回原因' })).toBeVisible()

  await turnTo(page, keys, '社会单位管理')
  await keys.skip()
  await keys.on(button(page, '新增单位'))
  const making = dialog(page, '新增单位')
  const fill = async (fields: readonly (readonly [string, string])[]) => {
    for (const [label, said] of fields) await keys.type(making.getByLabel(new RegExp(`^${label}\\*?$`)), said)
  }
  await fill([
    ['单位名称', '键盘测试商贸公司'],
    ['注册名称', '键盘测试商贸有限公司'],
    ['统一社会信用代码', '91310106MA1FY0AB1X'],
    ['成立时间', '2015-06-01'],
    ['详细地址', '江宁路10号'],
    ['法定代表人', '王测试'],
    ['法定代表人电话', '13900000001'],
  ])
  await keys.on(making.getByLabel('所在区域'))
  await keys.arrowTo(page.getByRole('menuitem', { name: '静安区' }))
  await keys.press('ArrowRight')
  await keys.arrowTo(page.getByRole('menuitemradio', { name: '江宁路街道' }))
  await keys.press('Enter')
  for (const label of ['监管类别', '单位类型', '所有制性质', '场所类型', '是否建筑管理单位', '消防管辖机构'])
    await keys.choose(making.getByLabel(label))
  await keys.on(making.getByRole('button', { name: '保存' }))
  await expect(page.getByText('新增成功')).toBeVisible()
  await keys.on(button(page, '创建账号').first())
  await expect(dialog(page, '创建账号').getByLabel(/^账号/)).toHaveValue(/^dw\d+$/)
  await keys.on(dialog(page, '创建账号').getByRole('button', { name: '确定' }))
  await keys.on(dialog(page, '一次性密码').getByRole('button', { name: '我已记下' }))
  await expect(dialog(page, '一次性密码')).toHaveCount(0)

  await turnTo(page, keys, '内容发布')
  await keys.skip()
  await keys.on(button(page, '新增通知公告'))
  await keys.type(page.getByRole('textbox', { name: '标题' }), '键盘公告')
  await keys.to(page.getByRole('textbox', { name: '正文' }))
  await page.keyboard.type('请完成联动测试。')
  await keys.press('Control+a')
  await keys.to(button(page, '加粗'), { back: true })
  await keys.press('Enter')
  await keys.on(button(page, '发布'))
  await keys.on(page.getByRole('alertdialog').getByRole('button', { name: '发布' }))
  await expect(row('键盘公告').getByText('已发布', { exact: true })).toBeVisible()
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
