import type { Page } from '@playwright/test'
import { toWireTime } from '#contract/time.ts'
import { BuiltServer } from '../support/built-server.ts'
import { jpeg } from '../support/hostile-uploads.ts'
import {
  addDistrictOrgan,
  BUILDINGS,
  completeInformation,
  CREDIT_CODE,
  csv,
  firstSignIn,
  report,
  UNIT_HEAD,
  unitRow,
} from './city-steps.ts'
import { expect, test } from './fixtures.ts'
import { createDatabase, databaseUrl } from './global-setup.ts'
import { signIn } from './people.ts'

const PASSWORD = 'Zhidui@2026x'
const PHONE = '13611110001'
const COMPANY = '浦江智慧消防科技有限公司'
const UNITS = `${UNIT_HEAD}\n${unitRow('示例公司', CREDIT_CODE)}\n`

let server: BuiltServer

test.beforeAll(async () => {
  await createDatabase('provider_journey')
  server = await BuiltServer.start(databaseUrl('provider_journey'), { SEED: 'none' })
})
test.afterAll(() => server.remove())

const began = Date.now()
const taken: string[] = []
function note(step: string): void {
  taken.push(`${((Date.now() - began) / 60_000).toFixed(1)} min  ${step}`)
}

async function importTable(page: Page, path: string, dialogName: string, text: string): Promise<void> {
  await page.goto(server.url + path)
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByLabel('表格').setInputFiles(csv(text))
  await dialog.getByRole('button', { name: '检查' }).click()
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
}

/** With the picture that each SMS code needs. */
async function proveByPhone(page: Page): Promise<void> {
  await page.getByLabel('手机号').fill(PHONE)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByAltText('图形验证码').waitFor()
  await page.getByRole('textbox', { name: '图形验证码' }).fill('0000')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送验证码，请查收').first()).toBeVisible()
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill('000000')
}

test(
  'from an empty database to the first alarm on the wall by pages alone: the provider applies, passes, binds and reports',
  { tag: '@desktop' },
  async ({ browser, page }) => {
    test.setTimeout(150_000)
    let code = ''
    await expect(() => {
      code = /firstRun\?code=(\w+)/.exec(server.said.join('\n'))?.[1] ?? ''
      expect(code).not.toBe('')
    }).toPass()
    await page.goto(`${server.url}/firstRun?code=${code}`)
    await page.getByLabel('总队名称').fill('示例市消防救援总队')
    await page.getByLabel('姓名').fill('张三')
    await page.getByLabel(/^账号/).fill('zhidui01')
    await page.getByLabel(/^密码/).fill(PASSWORD)
    await page.getByLabel('确认密码').fill(PASSWORD)
    await page.getByRole('button', { name: '创建总队和账号' }).click()
    await expect(page.getByText('已创建账号 zhidui01')).toBeVisible()
    await signIn(page, 'zhidui01', `${server.url}/loginxf`, PASSWORD)
    await page.waitForURL(/fireDepData/)
    note('first run: organ and first account')

    await page.goto(`${server.url}/organList`)
    await addDistrictOrgan(page)
    note('district organ and its account')

    await importTable(page, '/unitList', '导入单位', UNITS)
    const units = page.getByRole('table', { name: '社会单位列表' })
    await expect(units).toContainText('示例公司')
    await units.getByRole('button', { name: '创建账号' }).click()
    const add = page.getByRole('dialog', { name: '创建账号' })
    await add.getByLabel(/^账号/).fill('danwei01')
    await add.getByRole('button', { name: '确定' }).click()
    const once = page.getByRole('dialog', { name: '一次性密码' })
    const handed = await once.locator('dt', { hasText: '一次性密码' }).locator('xpath=../dd').innerText()
    await once.getByRole('button', { name: '我已记下' }).click()
    note('unit and its account')
    await importTable(page, '/buildingList', '导入建筑', BUILDINGS)
    await expect(page.getByRole('link', { name: '首栋大厦' }).first()).toBeVisible()
    note('building')

    const provider = await (await browser.newContext()).newPage()
    await provider.goto(`${server.url}/register`)
    await provider.getByLabel('企业名称').fill(COMPANY)
    await provider.getByLabel('统一社会信用代码').fill('91310000MA1FL0000N')
    await provider.getByLabel('企业地址').fill('上海市静安区某路1号')
    await provider.getByLabel('法定代表人').fill('赵六')
    await provider.getByLabel('联系人').fill('钱七')
    await provider.getByRole('button', { name: '提交申请' }).last().click()
    await expect(provider.getByText('请选择营业执照')).toBeVisible()
    await provider
      .getByLabel('营业执照')
      .setInputFiles({ name: '执照.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg()) })
    await proveByPhone(provider)
    await provider.locator('form').getByRole('button', { name: '提交申请' }).click()
    await expect(provider.getByText('已提交，请等待消防救援机构审核')).toBeVisible()
    note('provider applied')

    await page.goto(`${server.url}/companyList`)
    const providers = page.getByRole('table', { name: '服务商列表' })
    await expect(providers).toContainText('91310000MA1FL0000N')
    await providers.getByRole('button', { name: /^审核/ }).click()
    await page.getByRole('dialog', { name: '审核服务商' }).getByRole('button', { name: '通过' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '通过' }).click()
    await expect(providers).toContainText('已通过')
    note('application passed')

    const unit = await (await browser.newContext()).newPage()
    await firstSignIn(unit, 'danwei01', `${server.url}/login`, handed, PASSWORD)
    await completeInformation(unit)
    await unit.goto(`${server.url}/buildingList`)
    await unit.getByRole('link', { name: '首栋大厦' }).first().click()
    await unit.getByRole('button', { name: '更多', exact: true }).click()
    const shown = unit.locator('dt', { hasText: '建筑密钥' }).locator('xpath=../dd')
    await expect(shown).toContainText(/[0-9A-Za-z]{32}/)
    const buildingKey = /[0-9A-Za-z]{32}/.exec(await shown.innerText())![0]
    await provider.goto(`${server.url}/provider`)
    await provider.getByRole('button', { name: '忘记密码' }).click()
    await provider.getByLabel('手机号').fill(PHONE)
    await expect(async () => {
      await provider.getByRole('button', { name: '获取验证码' }).click()
      await expect(provider.getByText('已发送验证码，请查收').first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ intervals: [5_000], timeout: 70_000 })
    await provider.getByRole('textbox', { name: '验证码', exact: true }).fill('000000')
    await provider.getByRole('button', { name: '下一步' }).click()
    await provider
      .getByLabel(/^新密码|^密码/)
      .first()
      .fill(PASSWORD)
    await provider.getByLabel(/^确认/).fill(PASSWORD)
    await provider.getByRole('button', { name: '完成' }).click()
    await expect(provider.getByText('密码重置成功')).toBeVisible()
    await signIn(provider, 'isv91310000MA1FL0000N', `${server.url}/provider`, PASSWORD)
    await expect(provider.getByRole('heading', { name: COMPANY })).toBeVisible()
    await provider.getByRole('button', { name: '显示 secret' }).click()
    await provider.getByLabel('登录密码').fill(PASSWORD)
    await provider.getByRole('button', { name: '显示', exact: true }).click()
    const valueOf = (name: string) =>
      provider.locator('dt', { hasText: name }).locator('xpath=../dd').locator('span').first().innerText()
    await expect(provider.getByRole('button', { name: '复制 secret' })).toBeVisible()
    const keys = { appKey: await valueOf('appKey'), secret: await valueOf('secret') }
    note('keys')

    await provider.getByText('建筑', { exact: true }).click()
    await provider.getByLabel('建筑密钥').fill(buildingKey)
    await provider.getByRole('button', { name: '绑定', exact: true }).click()
    const bound = provider.getByRole('table', { name: '绑定的建筑' })
    await expect(bound).toContainText('首栋大厦')
    const projectId = await bound.locator('.font-mono').first().innerText()
    note('building bound')

    const named = { projectId, pointNumber: 'YG-001' }
    const device = { ...named, deviceNo: 'YG-001', deviceName: '3层走道烟感', deviceType: 42, apiId: 1, floor: '3层' }
    expect(await report(server.url, keys, '/open/v1/points', { items: [device] })).toMatchObject({ code: 200 })
    const fire = { ...named, kind: 'fire', phase: 'begin', time: toWireTime(new Date()) }
    expect(await report(server.url, keys, '/open/v1/events', { items: [{ ...fire, time: '昨天' }] })).toMatchObject({
      code: 400,
    })
    expect(await report(server.url, keys, '/open/v1/events', { items: [fire] })).toMatchObject({ code: 200 })
    note('first report')

    await provider.getByText('最近上报', { exact: true }).first().click()
    await expect(provider.getByRole('table', { name: '最近上报的点位' })).toContainText('3层走道烟感')
    await provider.getByText('未接收 1', { exact: true }).click()
    await expect(provider.getByRole('table', { name: '被拒绝的上报' })).toContainText('时间格式应为')

    await page.goto(`${server.url}/biPage`)
    await expect(page.getByText('首栋大厦').first()).toBeVisible()
    note('alarm on the wall')
    console.log(taken.join('\n'))
  },
)
