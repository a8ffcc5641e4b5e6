import type { APIRequestContext, Page } from '@playwright/test'
import { complaints, sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import { pressInRow, signOut, ticketFor } from './people.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

async function holds(page: Page, place: string) {
  expect.soft([place, await complaints(page), await sideways(page)]).toEqual([place, [], 0])
  await page.setViewportSize(DESK)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft([`${place}, desk`, await complaints(page), await sideways(page)]).toEqual([`${place}, desk`, [], 0])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

type Sql = <Row extends Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>

const of = (more: string) => `select b.id::text from building b
  join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
  where a.account = 'unit01' and ${more} order by b.id limit 1`

const LONG = '上海市黄浦区外滩滨江历史风貌保护街区综合商业办公及文化展示中心一期工程北区主楼及附属裙房'

/** A connected building of unit01 with a long name. */
async function connected(sql: Sql): Promise<string> {
  const [{ id } = { id: '' }] = await sql<{ id: string }>(of('b.access_status = 1'))
  await sql('update building set name = $2 where id = $1', [id, LONG])
  return id
}

async function enter(page: Page, request: APIRequestContext, account: string) {
  await page.goto(`/login#${await ticketFor(request, account)}`)
  await page.waitForURL(/socialData|fireDepData/)
}

const dialog = (page: Page, name?: string | RegExp) => {
  const named = name === undefined ? {} : { name }
  return page.getByRole('dialog', named).or(page.getByRole('alertdialog', named))
}

async function shows(page: Page, name: string | RegExp, text: string | RegExp) {
  await expect(dialog(page, name).getByText(text).first()).toBeVisible()
}

const close = async (page: Page) => {
  await dialog(page)
    .getByRole('button', { name: /^(取消|关闭)$/ })
    .first()
    .click()
  await expect(dialog(page)).toHaveCount(0)
}

test.use({ reducedMotion: 'reduce' })
test.beforeEach(() => test.slow())

test('the building list and its dialogs are accessible and fit the window', async ({ page, request, sql }) => {
  await connected(sql)
  await sql(
    `update building set approve_status = 1, refuse_reason = '面积与产证不符' where id::text = (${of('b.access_status = 2')})`,
  )
  await enter(page, request, 'unit01')
  await page.goto('/buildingList')
  await expect(page.getByRole('link', { name: LONG })).toBeVisible()
  await holds(page, 'list')
  await pressInRow(page, '申报')
  await shows(page, '特殊申报', '可选多项')
  await holds(page, 'declaration')
  await close(page)
  await pressInRow(page, '解绑服务商')
  await shows(page, '解绑服务商', '不能恢复')
  await holds(page, 'release of the provider')
  await close(page)
  await page.goto('/buildingList?tab=approve')
  await page.getByRole('button', { name: /查看拒绝原因/ }).click()
  await expect(page.getByText('面积与产证不符')).toBeVisible()
  await holds(page, 'refusal')
  await page.goto('/buildingList?search=zzz')
  await expect(page.getByText('没有符合条件的建筑')).toBeVisible()
  await holds(page, 'empty list')
})

test('a building’s own data and dialogs are accessible and fit the window, the authority’s too', async ({
  page,
  request,
  sql,
}) => {
  const id = await connected(sql)
  await enter(page, request, 'unit01')
  await page.goto(`/buildDetail/${id}/1/baseInfo`)
  await page.getByRole('button', { name: '查看地图' }).click()
  await expect(page.locator('.leaflet-overlay-pane path')).toHaveCount(16)
  await holds(page, 'basic information')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await holds(page, 'key and documents')
  await page.getByRole('button', { name: /^上海.*有限公司$/ }).click()
  await shows(page, '服务商信息', '服务历程')
  await holds(page, 'provider')
  await close(page)
  await page.getByRole('button', { name: '添加单位' }).click()
  await shows(page, '添加入驻单位', '单位标签')
  await holds(page, 'adding a tenant')
  await close(page)
  await page.locator('a[href*="/buildUnitDetail/"]').first().click()
  await page.waitForURL(/buildUnitDetail/)
  await expect(page.locator('dt', { hasText: '场所类型' })).toBeVisible()
  await holds(page, 'tenant')
  await signOut(page)
  await page.waitForURL(/portal/)
  await enter(page, request, 'zhidui')
  await page.goto(`/buildDetail/${id}/1/scoreInfo`)
  await expect(page.getByText(/扣分|通过/).first()).toBeVisible()
  await holds(page, 'score, to the authority')
})

test('a building’s points, to-dos, card and form are accessible and fit the window', async ({ page, request, sql }) => {
  const id = await connected(sql)
  await enter(page, request, 'unit01')
  await page.goto(`/buildDetail/${id}/1/pointInfo`)
  await page.getByRole('button', { name: '导入' }).click()
  await shows(page, '导入点位', '全部导入或全部不导入')
  await holds(page, 'import')
  await close(page)
  await pressInRow(page, /^编辑点位/)
  await shows(page, /编辑点位/, '楼层')
  await holds(page, 'a point')
  await page.goto(`/buildDetail/${id}/1/todoInfo`)
  await page
    .getByRole('row', { name: /(查看|处理|待恢复)$/ })
    .first()
    .locator('.row-title')
    .click()
  await shows(page, '问题详情', '处理建议')
  await holds(page, 'to-do')
  await page.goto(`/buildingCard/${id}`)
  await expect(page.getByText(LONG).first()).toBeVisible()
  await holds(page, 'card')
  await page.goto('/bindBuilding?fnc=add')
  await page.getByRole('button', { name: '提交审批' }).click()
  await expect(page.getByText('请输入建筑名称')).toBeVisible()
  await expect(page.locator('.leaflet-overlay-pane path')).toHaveCount(16)
  await holds(page, 'form')
})
