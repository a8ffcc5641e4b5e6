import type { APIRequestContext, Page } from '@playwright/test'
import { drawGauge } from '#demo/seed/draw-gauge.ts'
import { complaintsBySize, sideways } from './complaints.ts'
import { expect, test } from './fixtures.ts'
import { pressInRow, pressOf, signIn, signInElsewhere, signOut } from './people.ts'

async function holds(page: Page, place: string, within = 'html') {
  expect.soft([place, await complaintsBySize(page, within), await sideways(page)]).toEqual([place, [], 0])
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()

async function opens(page: Page, name: string | RegExp, title: string | RegExp, shows: string | RegExp) {
  await pressInRow(page, name)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(shows)
  await holds(page, String(title))
  await dialog.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

const filled = async (page: Page, path: string, shows: string | RegExp) => {
  await page.goto(path)
  await expect(page.getByRole('table').first()).toContainText(shows)
}

/** A stored photo, by the last part of its path. */
async function sentPhoto(request: APIRequestContext): Promise<string> {
  const file = { name: '消防水泵房压力表.png', mimeType: 'image/png', buffer: drawGauge() }
  const headers = { 'x-auth-token': await signInElsewhere(request, 'unit39') }
  const answer = await (await request.post('/file/upload', { headers, multipart: { file } })).json()
  return (answer.data as string).split('/').pop()!
}

test.use({ reducedMotion: 'reduce' })

test('every page and dialog of level 2 is accessible and fits the window', async ({ page, sql, request }) => {
  test.slow()
  // Other tests may have judged the demo city's alarms.
  await sql(`insert into provider (name, status, app_key, secret, created_at)
      select '申请中物联网有限公司', 2, md5(random()::text), '-', now()`)
  await sql(
    `with one as (insert into approval (building_id, unit_id, kind, reason, status, applied_at)
        select b.building_id, b.unit_id, 'access', '附照片的申请', 0, now() from building_unit b
          where b.kind = 'bound' and not exists (select 1 from approval a where a.building_id = b.building_id) limit 1 returning id)
      update upload set approval_id = (select id from one) where token = $1`,
    [await sentPhoto(request)],
  )
  await signIn(page, 'zhidui', '/loginxf')
  const overview = page.getByRole('region', { name: '接入概况' })
  await expect(overview.getByRole('row', { name: /^已接入/ })).toContainText(/\d/)
  await expect(page.getByRole('list', { name: '物联网服务商接入排名' })).toContainText('栋')
  await holds(page, 'dashboard')
  await press(page, /选择区域/)
  const areas = page.getByRole('region', { name: '选择区域' })
  await expect(areas.getByRole('button', { name: '浦东新区', exact: true })).toBeVisible()
  await holds(page, 'areas', 'section[aria-label="选择区域"]')
  await page.keyboard.press('Escape')

  await page.goto('/examineList')
  await expect(page.getByRole('link', { name: /附照片的申请/ })).toBeVisible()
  await holds(page, 'pending applications')
  await page.getByRole('link', { name: /附照片的申请/ }).click()
  await expect(page.getByRole('region', { name: '现在的对接状态' }).getByRole('listitem').first()).toBeVisible()
  await holds(page, 'an application')
  await opens(page, '拒绝', '拒绝申请', '拒绝原因')
  await page.getByRole('button', { name: /消防水泵房压力表.png/ }).click()
  const photo = page.getByRole('dialog', { name: '附件' }).getByRole('img', { name: '消防水泵房压力表.png' })
  await expect(photo).toHaveJSProperty('naturalWidth', 800)
  await holds(page, 'attachments')
  await page.keyboard.press('Escape')
  await page.goto('/examineList?tab=approved')
  await expect(page.getByRole('region', { name: '申请列表' })).toContainText('已通过')
  await holds(page, 'decided applications')

  await filled(page, '/companyList', /必接项 \d+%/)
  await holds(page, 'providers')
  await opens(page, /^审核，/, '审核服务商', '联系人')
  await pressInRow(page, /^审核，/)
  await page.getByRole('dialog', { name: '审核服务商' }).getByRole('button', { name: '驳回' }).click()
  const rejecting = page.getByRole('dialog', { name: '驳回服务商' })
  await expect(rejecting).toContainText('至少选一项')
  await holds(page, 'rejecting a provider')
  await rejecting.getByRole('button', { name: '关闭', exact: true }).click()
  await opens(page, '驳回原因', '驳回原因', '。')

  await filled(page, '/unitList', /unit\d\d/)
  await holds(page, 'units')
  await pressInRow(page, '编辑')
  const form = page.getByRole('dialog', { name: '编辑单位' })
  await expect(form.getByRole('button', { name: /^地图，中心为/ })).toBeVisible()
  await holds(page, 'a unit')
  await form.getByLabel('门牌号').fill('东门旁')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await opens(page, '修改账号', '修改账号', '账号')
  await filled(page, '/accountList', /unit\d\d/)
  await holds(page, 'accounts')
  await opens(page, '新增账号', '新增账号', '单位名称')
  await pressOf(page.getByRole('row').filter({ hasText: 'unit39' }), '重置密码')
  await page.getByRole('alertdialog').getByRole('button', { name: '重置' }).click()
  await expect(page.getByRole('dialog', { name: '一次性密码' })).toContainText('unit39')
  await holds(page, 'a one-time password')
  await press(page, '我已记下')

  await filled(page, '/publishing', '置顶')
  await holds(page, 'announcements')
  await pressInRow(page, '编辑')
  await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible()
  await holds(page, 'the editor')
  await filled(page, '/publishing?kind=3', '次序')
  await opens(page, '预览', /^预览：/, '关闭预览')

  await filled(page, '/auditLog', '内容')
  await expect(page.getByText(/^今天 \d/)).toBeVisible()
  await holds(page, 'the audit')
  const change = page.getByTitle('查看变更前后')
  await page.getByRole('row').filter({ has: change }).first().getByRole('button').first().click()
  await change.filter({ visible: true }).first().click()
  await expect(page.getByRole('dialog')).toContainText('变更后')
  await holds(page, 'a change')
})

test(
  'level 3 has its district fixed, level 1 a wall; both are accessible and fit the window',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, 'jingan', '/loginxf')
    await expect(page.getByText('仅可查看本辖区')).toBeVisible()
    await expect(page.getByRole('region', { name: '街道接入率排名' })).toContainText('%')
    await holds(page, 'the dashboard of a district')
    await filled(page, '/unitList', '编辑')
    await holds(page, 'the units of a district')
    await signOut(page)
    await signIn(page, 'zongdui', '/loginxf')
    await page.waitForURL(/fireDepData/)
    await page.goto('/biPage')
    await expect(page.getByRole('region', { name: '建筑接入' })).toContainText('栋')
    await expect(page.getByRole('list', { name: '服务商接入' })).toContainText('栋')
    await holds(page, 'the wall')
  },
)
