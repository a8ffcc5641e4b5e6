import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import { REPORT_REFUSAL } from '#contract/building-detail.rules.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { point, type PointRow } from '#contract/point.ts'
import { alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { loadedTable } from '../support/loaded-table.ts'
import { screenTests } from '../support/render-app.tsx'
import { onWideScreen } from '../support/window-width.ts'

const { t, signIn } = await screenTests()

interface Place {
  readonly id: string
  readonly name: string
  readonly open: string
}

async function buildingOf(account: string, access = 1): Promise<Place> {
  const { rows } = await t.db.execute(sql`
    select b.id::text, b.name, b.open_project_id as open from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = ${access} order by b.id limit 1`)
  return rows[0] as unknown as Place
}

async function openAs(account: string, to: string, entry = '/login') {
  const app = await signIn(account, entry)
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: to })
  return app
}

const summary = () => screen.findByRole('region', { name: '建筑概要' })
async function wholeHead(user: ReturnType<typeof userEvent.setup>) {
  const head = within(await summary())
  await user.click(head.getByRole('button', { name: '更多' }))
  return head
}

test('a building’s name is the title of its page and tab until it is left', async () => {
  const own = await buildingOf('unit01')
  const { router } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  await summary()
  expect(await screen.findByRole('heading', { level: 1, name: own.name })).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe(`${own.name} - 消防物联网数据对接平台`))
  await router.navigate({ to: '/buildingList' })
  await waitFor(() => expect(document.title).toBe('建筑管理 - 消防物联网数据对接平台'))
  expect(screen.getByRole('heading', { level: 1, name: '建筑管理' })).toBeInTheDocument()
})

test('the head leads to a call and the map, a tab to the unresolved problems, and the head names the condition', async () => {
  const own = await buildingOf('unit01')
  const { body } = await t.call(buildingDetail.detail, { buildingId: own.id }, await t.signIn('unit01'))
  const told = body.data as OutputOf<typeof buildingDetail.detail>
  const { user, router } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  const head = within(await summary())
  expect(head.getByRole('link', { name: '呼叫' })).toHaveAttribute('href', `tel:${told.safeManagerPhone}`)
  expect(head.getByRole('link', { name: '导航' })).toHaveAttribute('href', expect.stringContaining('uri.amap.com'))
  const shown = ['火警', '异常', '离线'].map((label) => head.queryByText(label)?.textContent ?? '')
  const numbers = [told.alarmNum, told.faultNum, told.offlineNum]
  expect(shown).toEqual(['火警', '异常', '离线'].map((label, at) => (numbers[at] ? `${label}${numbers[at]}` : '')))
  expect(told.exceptionNum).toBeGreaterThan(0)
  expect(screen.getAllByRole('link', { name: `问题 ${told.exceptionNum}` })).toHaveLength(1)
  const tabs = within(screen.getByRole('navigation', { name: '建筑详情分栏' }))
  await user.click(tabs.getByRole('link', { name: `问题 ${told.exceptionNum}` }))
  await waitFor(() => expect(router.state.location.href).toMatch(/todoInfo$/))
})

test('a number that another server masks is no call', async () => {
  const own = await buildingOf('unit01')
  await t.db.execute(sql`update unit set safe_manager_phone = '138****5678'`)
  await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  expect(within(await summary()).getByRole('button', { name: '呼叫' })).toBeDisabled()
})

test('the head of a building shows status, score, key to copy, and provider with certificate and history', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  const head = await wholeHead(user)
  expect(head.getByText('已接入')).toBeVisible()
  expect(head.getByRole('button', { name: '复制建筑密钥' })).toBeVisible()
  expect(head.queryByRole('button', { name: '接入告知书' })).toBeNull()
  const card = within(await screen.findByRole('region', { name: '建筑信息' }))
  await waitFor(() => expect(card.getByText('钢筋混凝土结构')).toBeVisible())
  expect(card.getByText('商业 / 零售 / 百货')).toBeVisible()

  await user.click(head.getByRole('button', { name: /有限公司$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '服务商信息' }))
  expect(dialog.getByText('已取得数据传输证书')).toBeVisible()
  const year = await dialog.findByRole('combobox', { name: '选择年份' })
  const choices = within(year).getAllByRole('option')
  await user.selectOptions(year, choices[choices.length - 1]!)
  expect(await dialog.findByText('注册平台账号')).toBeVisible()
})

test('the authority reads the key masked and without a copy button, and has the access notice', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('zhidui', `/buildDetail/${own.id}/1/baseInfo`, '/loginxf')
  const head = await wholeHead(user)
  expect(head.getByText(/^..\*{12}..$/)).toBeVisible()
  expect(head.queryByRole('button', { name: '复制建筑密钥' })).toBeNull()
  expect(head.getByRole('button', { name: '接入告知书' })).toBeEnabled()
})

test('the city level ends the ties of a building’s units after a question that says what is lost', async () => {
  const { id, name } = await buildingOf('unit02')
  const { user } = await openAs('zhidui', `/buildDetail/${id}/0/baseInfo`, '/loginxf')
  await user.click((await wholeHead(user)).getByRole('button', { name: '解除管理单位' }))
  const question = within(await screen.findByRole('alertdialog', { name: `是否解除“${name}”的管理单位？` }))
  expect(question.getByText(/不再接收其火警通知；.*建筑密钥随即更换/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: '解除' }))
  expect(await screen.findByText(`已解除“${name}”的管理单位`)).toBeInTheDocument()
  const { rows } = await t.db.execute(sql`select 1 from building_unit where building_id = ${id} and kind = 'bound'`)
  expect(rows).toEqual([])
})

test('the report of a building without its required data is rejected with a message', async () => {
  const own = await buildingOf('unit01', 2)
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  await user.click((await wholeHead(user)).getByRole('button', { name: '下载报告' }))
  expect(await screen.findByText(REPORT_REFUSAL)).toBeVisible()
})

test('a building of others is shown as not found', async () => {
  const foreign = await buildingOf('unit02')
  await openAs('unit01', `/buildDetail/${foreign.id}/1/baseInfo`)
  expect(await screen.findByText('该建筑不存在')).toBeVisible()
  expect(screen.queryByText(foreign.name)).toBeNull()
})

test('a tenant is added once every field is valid, edited, and removed after a confirmation', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  await user.click(await screen.findByRole('button', { name: '添加单位' }))
  const dialog = within(await screen.findByRole('dialog', { name: '添加入驻单位' }))
  const choice = await dialog.findByRole('combobox', { name: /^单位名称/ })
  await user.click(dialog.getByRole('button', { name: '确定' }))
  for (const said of ['请选择单位', '请选择入驻日期', '请输入入驻面积', '请选择单位标签'])
    expect(dialog.getAllByText(said).length).toBeGreaterThan(0)
  const [first] = within(choice).getAllByRole('option').slice(1)
  const name = first!.textContent
  await user.selectOptions(choice, first!)
  await user.type(dialog.getByLabelText(/^入驻日期/), '2026-03-01')
  await user.type(dialog.getByLabelText(/^入驻面积/), '86.5')
  await user.selectOptions(dialog.getByRole('combobox', { name: /^单位标签/ }), '承租单位')
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: `修改${name}` }))
  const edit = within(await screen.findByRole('dialog', { name: '修改入驻单位' }))
  expect(edit.getByText(name)).toBeVisible()
  const area = await edit.findByLabelText(/^入驻面积/)
  expect(area).toHaveValue('86.5')
  await user.clear(area)
  await user.click(edit.getByRole('button', { name: '确定' }))
  expect(edit.getByText('请输入入驻面积')).toBeVisible()
  await user.type(area, '91')
  await user.click(edit.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = (await screen.findByRole('button', { name: `${name}：更多` })).closest('tr')!
  await waitFor(() => expect(within(row).getByText('91')).toBeVisible())

  await user.click(within(row).getByRole('button', { name: `${name}：更多` }))
  await user.click(within(row).getByRole('menuitem', { name: '移除' }))
  await user.click(await screen.findByRole('button', { name: '移除' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: `${name}：更多` })).toBeNull())
})

test('a tenant’s page shows its start date, category and label', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  const table = within(await screen.findByRole('table', { name: '入驻单位' }))
  const link = (await table.findAllByRole('link'))[0]!
  const name = link.textContent
  await user.click(link)
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeVisible()
  const entry = within(screen.getByRole('region', { name: '入驻信息' }))
  for (const label of ['入驻日期', '监管类别', '单位标签', '法定代表人', '场所类型'])
    expect(await entry.findByText(label)).toBeVisible()
  expect(entry.getByText(/^\d{4}-\d\d-\d\d$/)).toBeVisible()
  const others = within(await screen.findByRole('region', { name: /^本建筑其他 \d+ 家入驻单位$/ }))
  expect(others.getAllByRole('link').length).toBeGreaterThan(0)
  expect(others.queryByRole('link', { name })).toBeNull()
  expect(others.queryByRole('button')).toBeNull()
  const order = ['入驻信息', '所在建筑', '建筑联系人'].map((label) => screen.getByRole('region', { name: label }))
  const sections = screen.getAllByRole('region').filter((one) => order.includes(one))
  expect(sections).toEqual(order)
})

test('removing the last tenant of a page shows the page before it', async () => {
  const own = await buildingOf('unit01')
  await t.db.execute(sql`delete from building_unit where building_id = ${own.id} and kind = 'tenant'`)
  const { rows } = await t.db.execute<{ name: string }>(sql`
    with moved as (
      insert into building_unit (building_id, unit_id, kind, entered_at, enter_area, label, created_at, modified_at)
      select ${own.id}::bigint, u.id, 'tenant', timestamptz '2026-03-01 00:00+08', 80, '3', now(), now()
      from unit u order by u.id limit 11 returning unit_id)
    select u.name from moved m join unit u on u.id = m.unit_id order by u.id`)
  expect(rows).toHaveLength(11)
  const [first, last] = [rows[0]!.name, rows[10]!.name]
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  await screen.findByRole('button', { name: `${first}：更多` })
  await user.click(within(screen.getByRole('navigation', { name: '分页' })).getByRole('button', { name: '下一页' }))
  await user.click(await screen.findByRole('button', { name: `${last}：更多` }))
  await user.click(await screen.findByRole('menuitem', { name: '移除' }))
  await user.click(await screen.findByRole('button', { name: '移除' }))
  expect(await screen.findByRole('button', { name: `${first}：更多` })).toBeVisible()
  expect(screen.queryByText('暂无入驻单位')).toBeNull()
})

test('a point’s floor is changed; on a conflict both versions are shown side by side for a choice', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/pointInfo`)
  const edit = (await screen.findAllByRole('button', { name: /^编辑点位/ }))[0]!
  await user.click(edit)
  const dialog = within(await screen.findByRole('dialog', { name: /^编辑点位/ }))
  const number = edit.getAttribute('aria-label')!.slice('编辑点位 '.length)
  const { rows } = await t.db.execute(
    sql`select id::text from point where building_id = ${own.id} and point_number = ${number}`,
  )
  const id = rows[0]!.id as string
  // On another device meanwhile.
  await t.db.execute(sql`update point set floor = '他人层', version = version + 1 where id = ${id}`)

  expect(dialog.getByRole('button', { name: '删除点位' })).toBeVisible()
  const floor = dialog.getByLabelText('楼层')
  await user.clear(floor)
  await user.type(floor, '我的层')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  const conflict = within(await dialog.findByRole('region', { name: '修改冲突' }))
  expect(conflict.getByText('我的层')).toBeVisible()
  expect(conflict.getByText('他人层')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '按所选保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const now = await t.db.execute(sql`select floor from point where id = ${id}`)
  expect(now.rows[0]!.floor).toBe('我的层')
  expect(await screen.findByText(/^我的层( |$)/)).toBeVisible()
})

test('points are filtered by device type, and a read-only page offers no edit', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/0/pointInfo`)
  const table = within(await screen.findByRole('table', { name: '点位' }))
  await waitFor(() => expect(table.getAllByRole('row').length).toBe(16))
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^编辑点位/ })).toBeNull()
  const type = screen.getByRole('combobox', { name: '设备类型' })
  await waitFor(() => expect(within(type).getAllByRole('option').length).toBeGreaterThan(5))
  await user.selectOptions(type, '火灾报警控制器')
  const token = await t.signIn('zhidui')
  const { list } = (await t.call(point.list, { openProjectId: own.open, deviceType: '1' }, token)).body.data as {
    list: PointRow[]
  }
  await waitFor(() => expect(table.getAllByRole('row').length).toBe(list.length + 1))
})

test('the score tab lists deductions and passed checks; the to-dos are filtered and opened', async () => {
  const own = await buildingOf('unit01')
  const { user, router } = await openAs('unit01', `/buildDetail/${own.id}/1/scoreInfo`)
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  await waitFor(() => expect(failed.getAllByText(/分$/).length).toBeGreaterThan(0))
  const story = screen.getByRole('button', { name: /^近 30 天评分/ })
  await waitFor(() => expect(story).toHaveTextContent(/30 天.*全市平均 \d/))
  await router.navigate({ href: `/buildDetail/${own.id}/1/todoInfo` })
  const todos = within(await screen.findByRole('region', { name: '问题' }))
  await user.click((await todos.findAllByRole('button', { name: /^查看/ }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '问题详情' }))
  expect(await dialog.findByText('处理建议')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(todos.getByRole('radio', { name: '未处理' }))
  await waitFor(() => expect(todos.queryAllByText(/^已处理/)).toHaveLength(1))
  expect(todos.getByRole('button', { name: '未解决', pressed: true })).toBeVisible()
  await user.click(todos.getByRole('button', { name: '已解决' }))
  expect(todos.getByRole('radio', { name: '不限' })).toBeChecked()
})

test('a filter without problems does not deny the others', async () => {
  const own = await buildingOf('unit01')
  await t.db.execute(sql`delete from problem where building_id = ${own.id} and closed_for is not null`)
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/todoInfo`)
  const todos = within(await screen.findByRole('region', { name: '问题' }))
  await user.click(await todos.findByRole('button', { name: /^已关闭\s*0$/ }))
  expect(await todos.findByText('没有符合条件的问题')).toBeVisible()
  expect(todos.queryByText('没有问题')).toBeNull()
})

test('the score tab begins with the fires that are not confirmed and the longest problems', async () => {
  const scene = await alarmScene(t)
  await scene.fire()
  const item = { systemId: 1, since: null }
  const items = [
    { ...item, rule: 'fire-unhandled', pointId: 1e9, describe: '火警超过 30 分钟未确认', deduction: 5 },
    { ...item, rule: 'fire-unhandled', pointId: 2e9, describe: '火警超过 30 分钟未确认', deduction: 4.5 },
    { ...item, rule: 'problem-month', pointId: 3e9, describe: '故障超过 30 天未解决', deduction: 2 },
  ]
  await t.db.execute(sql`update score_day set items = ${JSON.stringify(items)} where building_id = ${scene.id}`)
  const { user, router } = await openAs('unit01', `/buildDetail/${scene.id}/1/scoreInfo`)
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  const fires = await failed.findByText(
    (_, of) => of?.tagName === 'P' && of.textContent.startsWith('火警待确认核实确认后 +9.5 分，可到 98 分'),
  )
  expect(failed.getByRole('link', { name: /^超过 30 天未解决 ?1 项，其中超期扣 2 分$/ })).toHaveAttribute(
    'href',
    `/buildDetail/${scene.id}/1/todoInfo`,
  )
  await user.click(within(fires.closest('p')!).getByRole('link', { name: '去确认' }))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/alarms' }))
})

test('a building’s page and its IoT data lead back to the list', async () => {
  const own = await buildingOf('unit01')
  const { router } = await openAs('unit01', `/buildDetail/${own.id}/1/baseInfo`)
  const crumb = async () =>
    within(await screen.findByRole('region', { name: '建筑概要' })).getByRole('link', { name: '建筑管理' })
  expect(await crumb()).toHaveAttribute('href', '/buildingList')
  await router.navigate({ href: `/wlw/${own.id}` })
  await screen.findByRole('link', { name: '建筑详情' })
  expect(await crumb()).toHaveAttribute('href', '/buildingList')
})

test('the documented URL of a building opens its page', async () => {
  const own = await buildingOf('unit01')
  const { router } = await openAs('unit01', `/buildingMain?id=${own.id}&canEdit=0&tabName=scoreInfo`)
  expect(await screen.findByRole('region', { name: '扣分项' })).toBeVisible()
  expect(router.state.location.pathname).toBe(`/buildDetail/${own.id}/0/scoreInfo`)
})

test.each([1, 0])('a faulty point names its problem, with canEdit %i', async (canEdit) => {
  const { rows } = await t.db.execute<{ id: string; device: string }>(sql`
    select p.building_id::text as id, p.device_no as device from problem pr
    join point p on p.id = pr.point_id join building_unit bu on bu.building_id = p.building_id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and pr.solved_at is null and pr.cause = 'fault' and pr.item_desc like '%：故障%' limit 1`)
  const [{ id, device } = { id: '', device: '' }] = rows
  const { user } = await openAs('unit01', `/buildDetail/${id}/${canEdit}/pointInfo`)
  await user.type(await screen.findByRole('searchbox'), device)
  const row = () => screen.getByText(device, { selector: 'td' }).closest('tr')
  await waitFor(() => expect(row()).toHaveTextContent('状态故障'))
  await user.click(await within(row()!).findByRole('button', { name: /^查看问题/ }))
  expect(await screen.findByRole('dialog', { name: '问题详情' })).toBeVisible()
})

test('an offline point says for how long it has sent nothing, also to the authority', async () => {
  onWideScreen()
  const { rows } = await t.db.execute<{ id: string; device: string }>(sql`
    select p.building_id::text as id, p.device_no as device from point p join building_unit bu
    on bu.building_id = p.building_id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and p.device_no is not null
    and not exists (select from problem pr where pr.point_id = p.id and pr.solved_at is null) order by p.id limit 1`)
  const [{ id, device } = { id: '', device: '' }] = rows
  const since = new Date(Date.now() - 200 * MINUTE).toISOString()
  await t.db.execute(sql`update point set online = false, reported_at = ${since}
    where building_id = ${id} and device_no = ${device}`)
  const { user } = await openAs('zongdui', `/buildDetail/${id}/0/pointInfo`, '/loginxf')
  await user.type(await screen.findByRole('searchbox'), device)
  const row = () => screen.getByText(device, { selector: 'td' }).closest('tr')!
  await waitFor(() => expect(row()).toHaveTextContent('离线'))
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === '已持续')
  expect(within(row()).getAllByRole('cell')[at]).toHaveTextContent(/3 小时$/)
})

test('each point of a fire shows its own age, the latest when it reported; the records of one fire are headed by it', async () => {
  const scene = await alarmScene(t)
  await scene.fire(0, 10 * MINUTE)
  await scene.fire(1)
  const { router } = await openAs('unit01', `/buildDetail/${scene.id}/1/pointInfo`)
  const age = `${Math.floor((Date.now() - t.clock.now().getTime() + 10 * MINUTE) / (24 * 60 * MINUTE))} 天`
  const points = within(await screen.findByRole('table', { name: '点位' }))
  await waitFor(() => {
    const burning = points.getAllByRole('row').filter((row) => within(row).queryByText('报警'))
    expect(burning.map((row) => within(row).queryByText(/^\d+ 天$/)?.textContent)).toEqual([undefined, age])
    expect(burning.map((row) => within(row).queryByText(/又报$/)?.textContent)).toEqual([
      expect.stringMatching(/\d\d:\d\d 又报$/),
      undefined,
    ])
  })
  await router.navigate({ href: `/buildDetail/${scene.id}/1/iotInfo` })
  const records = await loadedTable('火警信息')
  await waitFor(() => expect(records.getAllByText(/待确认/)).toHaveLength(2))
  const [lead, latest, first, ...others] = records.getAllByRole('row').slice(1)
  expect(others.filter((row) => within(row).queryByText('待确认'))).toEqual([])
  expect(lead).toHaveTextContent(/^同一起火警 · 2 个设备 · 最早 [^·]+$/)
  expect(latest).toHaveTextContent(/待确认 · 又报 .*\d\d:\d\d/)
  expect(first).toHaveTextContent(`待确认 ${age}`)
  expect(records.queryByRole('link', { name: '去确认' })).toBeNull()
  for (const row of [latest!, first!]) expect(within(row).getByRole('button', { name: '去确认' })).toBeVisible()
})

test('the first point of a fire leads to its confirmation, and is edited beside it', async () => {
  const scene = await alarmScene(t)
  await scene.fire()
  await scene.fire(1)
  const { user, router } = await openAs('unit01', `/buildDetail/${scene.id}/1/pointInfo`)
  const confirm = await screen.findByRole('button', { name: '去确认' })
  expect(screen.getAllByRole('button', { name: /^同.+火警，./ })).toHaveLength(1)
  expect(within(confirm.closest('tr')!).getByRole('button', { name: /^编辑点位/ })).toBeVisible()
  await user.click(confirm)
  const { id } = await scene.open()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/alarms', search: { id } }))
})
