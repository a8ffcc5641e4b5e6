import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEMO_NOW } from '../support/demo-now.ts'
import { loadedTable } from '../support/loaded-table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
const width = windowWidth(true)

// Histories and series count from the device's date.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

async function buildingOf(account: string, access = 1) {
  const { rows } = await t.db.execute(sql`
    select b.id::text, b.name from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = ${access} order by b.id limit 1`)
  return rows[0] as { id: string; name: string }
}

async function openAs(account: string, to: string) {
  const app = await signIn(account, '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(to)
  return app
}

const menu = async () => within(await screen.findByRole('navigation', { name: '消防系统' }))
const rowsOf = (list: ReturnType<typeof within>) => list.getAllByRole('row').slice(1)

test('a connected building shows its fire alarms, filtered by handling and by device', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/iotInfo`)
  const list = await loadedTable('火警信息')
  for (const head of ['报警状态', '报警时间', '平台接收时间', '处理结果', '处理人'])
    expect(list.getByRole('columnheader', { name: head })).toBeVisible()
  await waitFor(() => expect(rowsOf(list)).toHaveLength(10))
  const results = () =>
    rowsOf(list).filter((row: HTMLElement) => within(row).queryAllByText(/误报|测试|维保|待确认/).length > 0)
  await waitFor(() => expect(results()).toHaveLength(10))

  await user.selectOptions(screen.getByRole('combobox', { name: '处理结果' }), '误报')
  await waitFor(() => expect(list.queryAllByText(/测试|维保|待确认/)).toEqual([]))
  expect(list.getAllByText('误报').length).toBeGreaterThan(0)
  await user.type(screen.getByRole('searchbox', { name: '搜索设备编号、名称、位置' }), '没有这台设备')
  expect(await screen.findByText('没有火警记录')).toBeVisible()
})

test('the menu links systems to items; long names are truncated with the full title', async () => {
  const own = await buildingOf('unit01')
  await t.db.execute(sql`
    insert into point (building_id, device_no, point_number, device_name, device_type, system_id, api_id, api_type, created_at)
    values (${own.id}, 'D-8-38', 'P-8-38', '应急照明灯', 145, 8, 38, 2, now())`)
  const { user } = await openAs('unit01', `/buildDetail/${own.id}/1/iotInfo`)
  const systems = await menu()
  expect(systems.getByTitle('应急照明和疏散指示系统')).toHaveTextContent('应急照明和疏散指示系…')
  await user.click(systems.getByRole('button', { name: /^火灾报警控制器状态/ }))
  const hosts = await loadedTable('火灾报警控制器状态')
  for (const head of ['连接状态', '设备状态', '主电', '备电', '设备上报时间'])
    expect(hosts.getByRole('columnheader', { name: head })).toBeVisible()
  await user.click(systems.getByRole('button', { name: /^消防泵运行状态/ }))
  const pumps = await loadedTable('消防泵运行状态')
  await waitFor(() => expect(pumps.getAllByText(/^(自动|手动)$/).length).toBeGreaterThan(0))
  expect(pumps.getByRole('columnheader', { name: '手自动' })).toBeVisible()
})

test('readings are paged by cursor: back is disabled on the first page, next on the last; a device’s history spans a month', async () => {
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/wlw/${own.id}`)
  await user.click((await menu()).getByRole('button', { name: /^消火栓管网压力/ }))
  const list = await loadedTable('消火栓管网压力')
  await waitFor(() => expect(rowsOf(list)).toHaveLength(10))
  await waitFor(() => expect(list.getAllByRole('button', { name: /^历史记录/ })).toHaveLength(10))
  const back = () => screen.getByRole('button', { name: '上一页' })
  const next = () => screen.getByRole('button', { name: '下一页' })
  const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
  expect(isOff(back())).toBe(true)
  const firstPage = rowsOf(list).map((row: HTMLElement) => row.textContent)
  await user.click(next())
  await waitFor(() => expect(isOff(back())).toBe(false))
  expect(next()).toHaveFocus()
  expect(rowsOf(list).map((row: HTMLElement) => row.textContent)).not.toEqual(firstPage)
  while (!isOff(next())) {
    const page = screen.getByText(/^第/).textContent
    await user.click(next())
    await waitFor(() => expect(screen.getByText(/^第/).textContent).not.toBe(page))
    await waitFor(() => expect(isOff(back())).toBe(false))
  }
  while (!isOff(back())) {
    const page = screen.getByText(/^第/).textContent
    await user.click(back())
    await waitFor(() => expect(screen.getByText(/^第/).textContent).not.toBe(page))
    await waitFor(() => expect(isOff(next())).toBe(false))
  }
  const again = await loadedTable('消火栓管网压力')
  await waitFor(() => expect(rowsOf(again).map((row: HTMLElement) => row.textContent)).toEqual(firstPage))

  await user.click(again.getAllByRole('button', { name: /^历史记录/ })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: /^历史记录 · / }))
  expect(dialog.getByLabelText('上报时间，开始日期')).toHaveValue('2026-02-21')
  expect(dialog.getByLabelText('上报时间，结束日期')).toHaveValue('2026-03-23')
  await waitFor(() => expect(dialog.getAllByText(/^2026-03-2\d \d\d:\d\d:\d\d$/)).toHaveLength(10))
  expect(dialog.getByRole('columnheader', { name: '压力(MPa)' })).toBeVisible()
})

test('late records show their delay', async () => {
  const own = await buildingOf('unit01')
  await t.db.execute(sql`
    insert into reading (point_id, at, sequence, building_id, api_id, received_at, measures)
    select id, '2026-03-23 10:14:59+08', 77, building_id, api_id, '2026-03-23 13:15:00+08', '{"level": 1.234, "alarmStatus": 1}'
    from point where building_id = ${own.id} and api_id = 16 order by id limit 1`)
  const { user } = await openAs('unit01', `/wlw/${own.id}`)
  await user.click((await menu()).getByRole('button', { name: /^消防水箱/ }))
  const list = await loadedTable('消防水箱（池）液位')
  await waitFor(() => expect(list.getByText('延迟 3 小时')).toBeVisible())
  expect(list.getByText('1.234')).toBeVisible()
  expect(list.getAllByText('过低').length).toBeGreaterThan(0)
})

test('on a phone a record is its device, time and place; unfolded it offers its history', async () => {
  width.isWide = false
  const own = await buildingOf('unit01')
  const { user } = await openAs('unit01', `/wlw/${own.id}`)
  const list = await loadedTable('火警信息')
  await waitFor(() => expect(list.getAllByRole('button')).toHaveLength(10))
  const row = within(rowsOf(list)[0]!)
  const [device] = row.getAllByRole('button')
  expect(device).toHaveTextContent(/\D\d{8,}.*\d\d:\d\d · /)
  expect(row.queryByRole('button', { name: '历史记录' })).toBeNull()
  await user.click(device!)
  await user.click(row.getByRole('button', { name: '历史记录' }))
  expect(await screen.findByRole('dialog', { name: /^历史记录 · / })).toBeVisible()
})

test('the IoT page counts abnormal items; another’s building is not found', async () => {
  const own = await buildingOf('unit01')
  const { rows } = await t.db.execute(
    sql`select count(*)::int as n from problem where building_id = ${own.id} and solved_at is null`,
  )
  const open = Number(rows[0]!.n)
  expect(open).toBeGreaterThan(0)
  const { router } = await openAs('unit01', `/wlw/${own.id}`)
  const head = within(await screen.findByRole('region', { name: '建筑概要' }))
  expect(screen.getByRole('heading', { level: 1, name: own.name })).toBeInTheDocument()
  expect(head.getByRole('link', { name: '呼叫' })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  expect(screen.getByRole('link', { name: new RegExp(`^${open} 个问题未解决$`) })).toBeVisible()
  expect(screen.getByRole('link', { name: '建筑详情' })).toHaveAttribute('href', `/buildDetail/${own.id}/1/stateInfo`)
  const foreign = await buildingOf('unit02')
  router.history.push(`/wlw/${foreign.id}`)
  expect(await screen.findByText('该建筑不存在')).toBeVisible()
})

test('a building that is not connected lists its connected items; the self-test opens for it, repeats and accepts another one', async () => {
  const own = await buildingOf('unit01', 2)
  const other = await buildingOf('unit01', 1)
  const { user, router } = await openAs('unit01', `/buildDetail/${own.id}/1/iotInfo`)
  expect(await screen.findByText(/全部接入后显示物联网数据/)).toBeVisible()
  expect(screen.queryByRole('navigation', { name: '消防系统' })).toBeNull()
  expect(screen.getAllByText('未接入').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('link', { name: '接入自检' }))
  expect(await screen.findByRole('heading', { name: '接入自检', level: 1 })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull()
  const alarms = within(await screen.findByRole('region', { name: '火灾自动报警系统' }))
  expect(alarms.getAllByRole('listitem')).toHaveLength(6)
  const result = () => screen.getByText('必接项', { selector: 'output *' }).textContent
  const before = result()
  expect(screen.getByText(/^检测于 \d\d:\d\d$/)).toBeVisible()
  await t.db.execute(sql`update building_state set connected = '{}' where building_id = ${own.id}`)
  await user.click(screen.getByRole('button', { name: '重新检测' }))
  await waitFor(() => expect(result()).not.toBe(before))
  expect(result()).toMatch(/必接项 0 /)
  expect(screen.getByText(/^必接项：\d+ 个未接入/)).toBeVisible()

  const choice = screen.getByRole('combobox', { name: '建筑' })
  await waitFor(() => expect(within(choice).getByRole('option', { name: other.name })).toBeTruthy())
  await user.selectOptions(choice, other.name)
  await waitFor(() => expect(router.state.location.search).toEqual({ id: other.id }))
  await waitFor(() => expect(result()).toMatch(/必接项 (\d+) \/ \1 已接入/))
  expect(screen.getByText(/^(全部接入|选接项：.*\d+ 个(异常|未接入))$/)).toBeVisible()
})

test('a silent required item stays connected in the self-test, which filters by state', async () => {
  const own = await buildingOf('unit01', 1)
  const [silent] = (
    await t.db.execute<{ system: number; api: number }>(sql`update point set online = false
      where building_id = ${own.id} and (system_id, api_id) = (select system_id, api_id from point
        where building_id = ${own.id} and api_type = 1 order by id limit 1)
      returning system_id as system, api_id as api`)
  ).rows
  expect(silent).toBeDefined()
  const { user } = await openAs('unit01', `/deviceTest?id=${own.id}`)
  expect(await screen.findByText(/^必接项：\d+ 个异常/)).toBeVisible()
  expect(screen.getByText('必接项', { selector: 'output *' })).toHaveTextContent(/必接项 (\d+) \/ \1 已接入$/)
  const states = within(screen.getByRole('group', { name: '接入状态' }))
  const shown = () => screen.getAllByRole('listitem').length
  const abnormal = states.getByRole('button', { name: /^接入异常 ?\d+$/ })
  expect(states.getByRole('button', { name: /^全部 ?\d+$/ })).toHaveTextContent(String(shown()))
  const counted = [/^接入正常/, /^接入异常/, /^未接入/].map((name) =>
    Number(/\d+$/.exec(states.queryByRole('button', { name })?.textContent ?? '0')),
  )
  expect(counted.reduce((sum, count) => sum + count)).toBe(shown())
  await user.click(abnormal)
  expect(abnormal).toHaveTextContent(String(shown()))
  expect(screen.queryByText('已接入', { selector: 'li *' })).toBeNull()
})

test('the self-test counts the problems of its building and leads to them', async () => {
  const own = await buildingOf('unit01', 1)
  const { rows } = await t.db.execute<{ n: number }>(
    sql`select count(*)::int as n from problem where building_id = ${own.id} and solved_at is null`,
  )
  const open = Number(rows[0]!.n)
  expect(open).toBeGreaterThan(0)
  await openAs('unit01', `/deviceTest?id=${own.id}`)
  const [first] = await screen.findAllByRole('link', { name: /个问题未解决/ })
  expect(first).toHaveTextContent(`${open} 个问题未解决`)
  expect(first).toHaveAttribute('href', expect.stringMatching(`^/buildDetail/${own.id}/\\d/todoInfo`))
})
