import { expect } from '../e2e/fixtures.ts'
import { button, dialog, signIn, test, turnTo } from './support/keyboard.ts'

test('the authority approves and rejects applications, rejects a provider, creates a unit and its account, and publishes', async ({
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
  const list = page.getByRole('region', { name: '申请列表' })
  const detail = page.getByRole('region', { name: '申请详情' })
  await keys.on(list.getByRole('link', { name: passed!.name }).first())
  await expect(detail.getByRole('heading', { level: 3, name: passed!.name })).toBeVisible()
  await keys.press('a')
  await expect(list.getByRole('link', { name: passed!.name })).toHaveCount(0)
  await keys.on(list.getByRole('link', { name: refused!.name }).first())
  await expect(detail.getByRole('heading', { level: 3, name: refused!.name })).toBeVisible()
  await keys.type(detail.getByLabel('补充说明'), '请补充现场照片')
  await keys.on(detail.getByRole('button', { name: /^拒绝/ }))
  await expect(list.getByRole('link', { name: refused!.name })).toHaveCount(0)

  await turnTo(page, keys, '服务商管理')
  await keys.skip()
  await keys.on(row(waiting!.name).getByRole('button', { name: /^审核/ }))
  await keys.on(dialog(page, '审核服务商').getByRole('button', { name: '驳回' }))
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
    ['成立日期', '2015-06-01'],
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
  const made = page.getByRole('row').filter({ hasText: '键盘测试商贸公司' })
  await keys.on(made.getByRole('button', { name: '创建账号' }))
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
  await expect(row('键盘公告')).toBeVisible()
  await expect(row('键盘公告').getByText('草稿', { exact: true })).toHaveCount(0)
})
