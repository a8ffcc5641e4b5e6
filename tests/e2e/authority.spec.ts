import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pressOf, signIn, signOut } from './people.ts'

const COUNTS = `select count(*)::int as total, (count(*) filter (where access_status = 1))::int as accessed from building b where registered`
const NEW_PASSWORD = 'Water@2026'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function overviewShows(page: Page, counted: { total: number; accessed: number }) {
  const card = page.getByRole('region', { name: '接入概况' })
  await expect(card.getByText('建筑总数')).toHaveText(new RegExp(`建筑总数\\s*${counted.total}\\s*栋`))
  await expect(card.getByRole('row', { name: /^已接入/ })).toContainText(String(counted.accessed))
}

test(
  'level 2 approves an application, rejects another, and rejects a provider with its reasons',
  { tag: '@desktop' },
  async ({ page, sql }) => {
    const [passed, refused] = await sql<{ id: string; name: string }>(
      `select a.id, b.name from approval a join building b on b.id = a.building_id
        where a.status = 0 and a.withdrawn_at is null order by a.applied_at desc, a.id desc limit 2`,
    )
    const [waiting] = await sql<{ id: string; name: string }>(
      `select id, name from provider where status = 2 order by id limit 1`,
    )
    // The copied database comes without the demo's files.
    await sql(`update upload set approval_id = null where approval_id is not null`)
    await signIn(page, 'zhidui', '/loginxf')
    await page.getByRole('link', { name: '接入审批' }).click()
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const list = page.getByRole('region', { name: '申请列表' })
    const detail = page.getByRole('region', { name: '申请详情' })
    const openRow = async (id: string, name: string) => {
      await list.locator(`a[data-row="${id}"]`).click()
      await expect(detail.getByRole('heading', { level: 3, name })).toBeVisible()
    }
    await openRow(passed!.id, passed!.name)
    await detail.getByRole('button', { name: /^通过/ }).click()
    await expect(list.locator(`a[data-row="${passed!.id}"]`)).toHaveCount(0)

    await openRow(refused!.id, refused!.name)
    await detail.getByLabel('补充说明').fill('请补充现场照片')
    await detail.getByRole('button', { name: /^拒绝/ }).click()
    await expect(list.locator(`a[data-row="${refused!.id}"]`)).toHaveCount(0)
    await expect(async () => {
      const rows = await sql<{ status: number }>(
        `select status from approval where id in (${passed!.id}, ${refused!.id}) order by status`,
      )
      expect(rows).toEqual([{ status: 1 }, { status: 2 }])
    }).toPass()
    await page.getByRole('link', { name: '已审批' }).click()
    await openRow(refused!.id, refused!.name)
    await expect(detail).toContainText('请补充现场照片')
    await openRow(passed!.id, passed!.name)
    await expect(detail).toContainText('已通过')

    await page.getByRole('link', { name: '服务商管理' }).click()
    await row(waiting!.name).getByRole('button', { name: /^审核/ }).click()
    await page.getByRole('dialog', { name: '审核服务商' }).getByRole('button', { name: '驳回' }).click()
    const reject = page.getByRole('dialog', { name: '驳回服务商' })
    await reject.getByText('营业执照不清晰或已过有效期').click()
    await reject.getByRole('button', { name: '驳回' }).click()
    await expect(row(waiting!.name).getByRole('button', { name: '驳回原因' })).toBeVisible()
    const decided = await sql<{ status: number }>(
      `select status from approval where id in ($1, $2) union all select status from provider where id = $3 order by 1`,
      [passed!.id, refused!.id, waiting!.id],
    )
    expect(decided.map(({ status }) => status)).toEqual([1, 2, 3])
  },
)

test('level 2 creates a unit and its account, which signs in', async ({ page }) => {
  await signIn(page, 'zhidui', '/loginxf')
  await page.waitForURL(/fireDepData/)
  await page.goto('/unitList')
  await press(page, '新增单位')
  const dialog = page.getByRole('dialog', { name: '新增单位' })
  for (const [label, said] of [
    ['单位名称', '开箱测试商贸公司'],
    ['注册名称', '开箱测试商贸有限公司'],
    ['统一社会信用代码', '91310106MA1FY0AB1X'],
    ['成立日期', '2015-06-01'],
    ['详细地址', '江宁路10号'],
    ['法定代表人', '王测试'],
    ['法定代表人电话', '13900000001'],
  ] as const)
    await dialog.getByLabel(new RegExp(`^${label}\\*?$`)).fill(said)
  await dialog.getByLabel('所在区域').click()
  await page.getByRole('menuitem', { name: '静安区' }).click()
  await page.getByRole('menuitemradio', { name: '江宁路街道' }).click()
  await expect(dialog.getByLabel(/^街道名称/)).toHaveValue('江宁路街道')
  for (const label of ['监管类别', '单位类型', '所有制性质', '场所类型', '是否建筑管理单位', '消防管辖机构'])
    await dialog.getByLabel(label).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()

  const made = page.getByRole('row').filter({ hasText: '开箱测试商贸公司' })
  await pressOf(made, '创建账号')
  const making = page.getByRole('dialog', { name: '创建账号' })
  await expect(making.getByLabel('单位名称')).toHaveValue('开箱测试商贸公司')
  await expect(making.getByLabel(/^账号/)).toHaveValue(/^dw\d+$/)
  const account = await making.getByLabel(/^账号/).inputValue()
  await making.getByRole('button', { name: '确定' }).click()
  const told = page.getByRole('dialog', { name: '一次性密码' })
  const password = await told.getByText(/^\S{12}$/).innerText()
  await told.getByRole('button', { name: '我已记下' }).click()
  await expect(page.getByText(password)).toHaveCount(0)
  await signOut(page)

  const begin = async (secret: string) => {
    await page.goto('/login')
    for (const [name, said] of [
      ['账号', account],
      ['密码', secret],
      ['验证码', '0000'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(said)
    await page.getByAltText('图形验证码').waitFor()
    await press(page, '登录')
  }
  await begin(password)
  await page.getByRole('textbox', { name: '旧密码' }).fill(password)
  await page.getByRole('textbox', { name: '新密码' }).fill(NEW_PASSWORD)
  await page.getByRole('textbox', { name: '确认密码' }).fill(NEW_PASSWORD)
  await press(page, '完成')
  await expect(page).toHaveURL(/\/portal$/)
  await begin(NEW_PASSWORD)
  await expect(page).toHaveURL(/\/socialData$/)
  // The authority's values are kept; the unit is asked for the others.
  const information = page.getByRole('dialog', { name: '完善基本信息' })
  await expect(information.getByLabel('单位名称')).toHaveValue('开箱测试商贸公司')
  await expect(information.getByLabel(/^统一社会信用代码/)).toHaveValue('91310106MA1FY0AB1X')
})

test('level 1 selects any area; a figure links to exactly its buildings, and back returns to the area', async ({
  page,
  sql,
}) => {
  const [city] = await sql<{ total: number; accessed: number }>(COUNTS)
  const [pudong] = await sql<{ total: number; accessed: number }>(`${COUNTS} and county = '310115'`)
  await signIn(page, 'zongdui', '/loginxf')
  await overviewShows(page, city!)
  await page.getByRole('button', { name: /选择区域/ }).click()
  const areas = page.getByRole('region', { name: '选择区域' })
  await areas.getByRole('button', { name: '浦东新区', exact: true }).click()
  await overviewShows(page, pudong!)
  const card = page.getByRole('region', { name: '接入概况' })
  await card
    .getByRole('row', { name: /^已接入/ })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(/buildingList/)
  await expect(page.getByText(new RegExp(`共 ${pudong!.accessed} 条`)).first()).toBeVisible()
  await page.goBack()
  await overviewShows(page, pudong!)
})

test('level 3 reads its district only, for any URL, on the dashboard and on the wall', async ({ page, sql }) => {
  const [own] = await sql<{ total: number; accessed: number }>(`${COUNTS} and county = '310106'`)
  await signIn(page, 'jingan', '/loginxf')
  await overviewShows(page, own!)
  await expect(page.getByRole('button', { name: /选择区域.*静安区/ })).toBeDisabled()
  await page.goto('/fireDepData?county=310115')
  await overviewShows(page, own!)
  await page.goto('/biPage?county=310115')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('静安区')
  await expect(page.getByRole('region', { name: '建筑接入' })).toContainText(`建筑总数${own!.total}栋`)
})

test(
  'a press on a day of the trend of alarms lists exactly its alarms',
  { tag: '@sizes' },
  async ({ page, isMobile }) => {
    await signIn(page, 'zhidui', '/loginxf')
    await expect(page).toHaveURL(/\/fireDepData/)
    await page.goto('/alarms/statistics')
    const chart = page.getByRole('figure', { name: '火警趋势' })
    const slider = chart.getByRole('slider')
    await slider.scrollIntoViewIfNeeded()
    const counts = await chart
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map(({ lastElementChild }) => Number(lastElementChild?.textContent)))
    expect(counts).toHaveLength(30)
    const at = counts.findIndex((count) => count > 0)
    const { x, y, width, height } = (await slider.boundingBox())!
    const [left, top] = [x + (width * (at + 0.5)) / counts.length, y + height / 2]
    if (isMobile) {
      await page.touchscreen.tap(left, top)
      await expect(slider).toHaveValue(String(at))
      await chart.getByRole('link', { name: /^查看 / }).click()
    } else await page.mouse.click(left, top)
    await expect(page.getByRole('heading', { name: /^明细：全部火警，\d{4}-\d\d-\d\d$/ })).toBeVisible()
    await expect(page.locator('#picked-alarms')).toContainText(`共 ${counts[at]} 条`)
  },
)
