import { expect, type Page } from '@playwright/test'
import { type Keys, signatureOf } from '../support/sign-request.ts'
import { signIn } from './people.ts'
import { fillInformation } from './unit-information.ts'

export const CREDIT_CODE = '91310000MA1FL00001'
export const UNIT_HEAD =
  '单位名称,注册名称,区,街道,详细地址,监管类别,单位类型,所有制性质,场所类型,是否建筑管理单位,消防管辖机构,法定代表人,法定代表人电话,统一社会信用代码,成立时间'
export const unitRow = (name: string, code: string, kind = '办公楼') =>
  `${name},${name},静安区,静安寺街道,南京西路100号,重点单位,${kind},私营,商场,否,静安区消防救援大队,张三,13800000000,${code},2010-05-01`
export const BUILDINGS =
  '建筑名称,综合体名称,区,街道,详细地址,占地面积,建筑面积,建筑高度,地上层数,地下层数,使用性质,结构类型,建筑年份,管理单位信用代码\n' +
  `首栋大厦,示例广场,静安区,静安寺街道,南京西路100号,2000,30000,80,20,2,办公建筑,钢筋混凝土结构,2008,${CREDIT_CODE}\n`
export const csv = (text: string) => ({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** On the page of organs. */
export async function addDistrictOrgan(page: Page): Promise<void> {
  await page.getByRole('button', { name: '新增区级机构' }).click()
  const organ = page.getByRole('dialog', { name: '新增区级机构' })
  await organ.getByLabel(/^机构名称/).fill('静安区消防救援大队')
  await organ.getByLabel(/^所辖的区/).selectOption({ label: '静安区' })
  await organ.getByLabel(/^使用人/).fill('李四')
  await organ.getByLabel(/^账号/).fill('jingan01')
  await organ.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByRole('dialog', { name: '一次性密码' }).getByRole('button', { name: '我已记下' }).click()
}

/** @param entry URL of the sign-in page */
export async function firstSignIn(page: Page, account: string, entry: string, handed: string, own: string) {
  await signIn(page, account, entry, handed)
  const dialog = page.getByRole('dialog', { name: '修改初始密码' })
  await dialog.getByLabel('旧密码').fill(handed)
  await dialog.getByLabel('新密码').fill(own)
  await dialog.getByLabel('确认密码').fill(own)
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)
  await signIn(page, account, entry, own)
}

export async function completeInformation(page: Page): Promise<void> {
  const information = page.getByRole('dialog', { name: '完善基本信息' })
  await fillInformation(information)
  await expect(information).toHaveCount(0)
}

/** A provider's signed call. */
export async function report<T>(url: string, keys: Keys, path: string, input: object) {
  const request = new Request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const headers = await signatureOf(request, keys, new Date())
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return (await (await fetch(request)).json()) as { code: number; message: string; data: T }
}
