import type { Page } from '@playwright/test'
import { chunkFile } from '../support/chunk-file.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './people.ts'

const REGISTERED =
  'insert into building (id, name, complex_name, province_no, city_no, county, street_no, address, address_detail, area, floor_space, height, upper_level, under_level, nature_id, construct_id, building_year, open_project_id, app_key, created_at, modified_at) values (900200, $1, $2, $3, $4, $5, $6, $7, $8, 9000, 900, 20, 5, 1, $9, $10, 2001, $11, $12, now(), now())'

async function openForm(page: Page): Promise<void> {
  await page.goto('/buildingList')
  await page.getByRole('button', { name: /^新增/ }).click()
  // The list's filters have the same labels.
  await expect(page.getByRole('heading', { name: '新增/绑定建筑' })).toBeVisible()
  await expect(page.getByLabel('综合体名称')).toBeVisible()
}

async function hold(page: Page, what: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route(what, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return release
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: '提交审批' }).click()
  await expect(page.getByText(/已提交“.+”，待消防救援机构审批/)).toBeVisible()
  await page.waitForURL(/buildingList/)
}

test.describe('without a service worker, which has all code', () => {
  test('what is typed on a slow device stays when code and answers arrive late', async ({ page }) => {
    await signIn(page, 'unit01')
    await page.waitForURL(/socialData/)
    // Before the list may fetch it.
    const sendCode = await hold(page, new RegExp(chunkFile('bindBuilding')))
    await page.goto('/buildingList', { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('button', { name: /^新增/ })).toBeVisible()
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setCPUThrottlingRate', { rate: 10 })
    const answer = await hold(page, /\/(wuye|field|iot)\/|\/geo\//)

    await page.getByRole('button', { name: /^新增/ }).click()
    await expect(page).toHaveURL(/bindBuilding/)
    await expect(page.getByRole('heading', { name: '建筑管理' })).toBeVisible()
    sendCode()
    const name = page.getByLabel(/^建筑名称/)
    await name.pressSequentially('手工新增大厦')
    await page.getByLabel('详细地址').pressSequentially('江宁路10号')
    answer()
    await expect(page.getByLabel('使用性质').getByRole('option')).not.toHaveCount(1)
    await expect(page.getByRole('button', { name: /^地图，/ })).toBeVisible()
    await expect(name).toHaveValue('手工新增大厦')
    await expect(page.getByLabel('详细地址')).toHaveValue('江宁路10号')
  })
})

test('a unit adds a building by suggestion and one manually; the rejected one is submitted again', async ({
  page,
  sql,
}) => {
  const place = ['310000', '310100', '310106', '310106006', '上海市静安区江宁路9号', '江宁路9号']
  await sql(REGISTERED, ['江宁路预登记大厦', '江宁中心', ...place, '1', '4', 'OP-e2e', 'k'.repeat(32)])
  await signIn(page, 'unit01')
  await page.waitForURL(/socialData/)

  await openForm(page)
  await page.getByLabel('建筑名称').fill('江宁路预')
  await page.getByRole('list', { name: '预登记建筑' }).getByRole('button').click()
  await expect(page.getByLabel('综合体名称')).toHaveValue('江宁中心')
  await expect(page.getByLabel('高度类别')).toHaveValue('多层建筑')
  await save(page)
  const ties = await sql<{ kind: string }>('select kind from building_unit where building_id = 900200')
  expect(ties).toEqual([{ kind: 'bound' }])

  await openForm(page)
  await page.getByLabel('建筑名称').fill('手工新增大厦')
  await page.getByLabel('综合体名称').fill('手工中心')
  await page.getByLabel('所在区域').click()
  await page.getByRole('menuitem', { name: '静安区' }).click()
  await page.getByRole('menuitemradio', { name: '江宁路街道' }).click()
  await page.getByLabel('详细地址').fill('江宁路10号')
  await page.getByLabel('地图地址').fill('上海市静安区江宁路10号')
  await page.getByLabel('占地面积').fill('800')
  await page.getByLabel('建筑面积').fill('8000')
  await page.getByLabel('建筑高度').fill('30')
  await page.getByLabel('地上层数').fill('8')
  await page.getByLabel('地下层数').fill('1')
  await page.getByLabel('使用性质').selectOption({ index: 1 })
  await page.getByLabel('结构类型').selectOption({ index: 1 })
  await page.getByLabel('竣工年份').fill('2012')
  await save(page)

  const [row] = await sql<{ id: string }>(
    'update building set approve_status = 1, refuse_reason = $1 where name = $2 returning id::text',
    ['面积与产证不符', '手工新增大厦'],
  )
  await sql('update approval set status = 2 where building_id = $1', [row!.id])
  await page.goto(`/editBuilding/${row!.id}?fnc=add`)
  await expect(page.getByText('面积与产证不符')).toBeVisible()
  await page.getByLabel('建筑面积').fill('8100')
  await page.getByRole('button', { name: '提交审批' }).click()
  await expect(page.getByText(/已提交“.+”，待消防救援机构审批/)).toBeVisible()
  const [after] = await sql<{ area: number; state: number }>(
    'select area, approve_status as state from building where id = $1',
    [row!.id],
  )
  expect(after).toEqual({ area: 8100, state: 0 })
})
