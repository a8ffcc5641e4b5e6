import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { approval } from '#contract/approval.ts'
import { building } from '#contract/building.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { callBatch } from '#contract/call-batch.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { redact } from '#contract/redact.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { openOutboxStore } from '#app/offline/outbox/outbox-store.ts'
import { callOf } from '#app/offline/outbox/unsent-call.ts'
import { currentSession } from '#app/session/session.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()

const size = windowWidth(true)

type Row = OutputOf<typeof building.list>['list'][number]

async function rowsOf(account: string): Promise<Row[]> {
  const { body } = await t.call(building.list, { pageSize: 50 }, await t.signIn(account))
  return (body.data as OutputOf<typeof building.list>).list
}

async function openList(account: string, search: Record<string, string> = {}, entry = '/login') {
  const app = await signIn(account, entry)
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
  await app.router.navigate({ to: '/buildingList', search })
  await screen.findAllByRole('button', { name: /^详情$|：更多$/ })
  return app
}

const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('tr')!)
const has = (name: string, button: string) => rowOf(name).queryByRole('button', { name: button }) !== null

function menuOf(name: string): string[] {
  const more = rowOf(name).queryByRole('button', { name: `${name}：更多` })
  if (!more) return []
  fireEvent.click(more)
  const entries = rowOf(name)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent ?? '')
  fireEvent.click(more)
  return entries
}

test('each row offers a unit exactly the actions of its state, and marks pending applications', async () => {
  const rows = await rowsOf('unit01')
  await openList('unit01')
  for (const row of rows) {
    const provided = row.iotProviderId !== '0'
    expect([row.name, has(row.name, '申报')]).toEqual([row.name, row.approveStatus !== 0 && provided])
    expect([row.name, ...menuOf(row.name)]).toEqual([row.name, ...(provided ? ['解绑服务商'] : []), '解绑建筑'])
    expect([row.name, has(row.name, '接入告知书')]).toEqual([row.name, false])
    const marked = rowOf(row.name).queryByText('正在审批') !== null
    expect([row.name, marked]).toEqual([row.name, row.accessStatus !== 1 && row.approveStatus === 0])
  }
})

test('the authority of a district has its district fixed, and the access notice at 100 %', async () => {
  const rows = await rowsOf('jingan')
  await openList('jingan', {}, '/loginxf')
  expect(screen.getByLabelText('区')).toBeDisabled()
  await waitFor(() => expect(screen.getByLabelText('区')).toHaveDisplayValue('静安区'))
  expect(screen.getByRole('button', { name: /^新增/ })).toBeDisabled()
  for (const row of rows.slice(0, 10)) {
    expect([row.name, menuOf(row.name).includes('接入告知书')]).toEqual([row.name, row.mustNumPre === 100])
    expect([row.name, has(row.name, '申报')]).toEqual([row.name, false])
  }
})

test('a building without a contact is called, or its unit notified, from its row', async () => {
  await openList('zhidui', { condition: 'contactless' }, '/loginxf')
  const [call] = await screen.findAllByRole('link', { name: /^呼叫(单位|服务商) \d+$/ })
  expect(call).toHaveAttribute('href', expect.stringMatching(/^tel:\d+$/))
  expect(within(call!.closest('tr')!).getByRole('link', { name: '发消息通知' })).toHaveAttribute(
    'href',
    '/publishing?kind=5',
  )
})

test('a restored building’s number is awaited or called not read, and only without a connection not kept', async () => {
  const { client } = await openList('zhidui', { condition: 'contactless' }, '/loginxf')
  await screen.findAllByRole('link', { name: /^呼叫(单位|服务商) \d+$/ })
  client.setQueriesData({ predicate: ({ state }) => 'safeManagerPhone' in Object(state.data) }, (data: unknown) =>
    redact(data, ['safeManagerPhone', 'iotIsv.linkManPhone']),
  )
  expect((await screen.findAllByText('号码未取得'))[0]).toBeVisible()
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${buildingDetail.detail.path}`, () => new Promise<never>(() => undefined)),
  )
  void client.invalidateQueries()
  await waitFor(() => expect(screen.queryByText('号码未取得')).toBeNull())
  expect(screen.queryByText('离线时不保存号码')).toBeNull()
  noteSilence()
  expect((await screen.findAllByText('离线时不保存号码'))[0]).toBeVisible()
})

test('filters are kept in the URL and restored from it', async () => {
  const { user, router } = await openList('unit01')
  await user.click(screen.getByRole('button', { name: /^筛选/ }))
  await user.selectOptions(await screen.findByLabelText('接入状态'), '接入中')
  await user.click(screen.getByRole('button', { name: /^(查看|完成)/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ isAccess: '2' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '详情' })).toHaveLength(1))
  await router.navigate({ to: '/buildingList', search: { isAccess: '3' } })
  await user.click(await screen.findByRole('button', { name: '筛选 ·1' }))
  expect(await screen.findByLabelText('接入状态')).toHaveDisplayValue('接入失败')
})

test('releasing the provider requires a wait of five seconds, which restarts after closing', async () => {
  const { user } = await openList('unit01')
  const name = names().find((one) => menuOf(one!).includes('解绑服务商'))!
  const press = async () => {
    await user.click(rowOf(name).getByRole('button', { name: `${name}：更多` }))
    await user.click(rowOf(name).getByRole('menuitem', { name: '解绑服务商' }))
  }
  await press()
  const dialog = within(await screen.findByRole('alertdialog', { name: /^是否解绑服务商/ }))
  expect(dialog.getByText(/点位和实时状态将被清空/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: /^解绑（[1-5]）$/ })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press()
  const again = within(await screen.findByRole('alertdialog', { name: /^是否解绑服务商/ }))
  expect(again.getByRole('button', { name: /^解绑（[3-5]）$/ })).toBeDisabled()
  await waitFor(() => expect(again.getByRole('button', { name: '解绑' })).toBeEnabled(), { timeout: 20_000 })
  const before = (await t.db.execute('select 1 from building where provider_id is null')).rows.length
  await user.click(again.getByRole('button', { name: '解绑' }))
  await screen.findByText(/^已解绑服务商/)
  expect((await t.db.execute('select 1 from building where provider_id is null')).rows.length).toBe(before + 1)
})

test('a declaration reports missing values at their fields, and counts the characters of the reason', async () => {
  const { user } = await openList('unit01', { isAccess: '1' })
  await user.click(screen.getAllByRole('button', { name: '申报' })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '特殊申报' }))
  await user.click(dialog.getByRole('button', { name: '提交' }))
  for (const said of ['请选择申报类型', '请输入申报原因', '请上传附件，最多 5 个'])
    expect((await dialog.findAllByText(said)).length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText(/^申报原因/), '水箱共用')
  expect(dialog.getByText('4/100')).toBeInTheDocument()
})

test('a declaration refused after its dialog was closed is shown when it is opened again', async () => {
  const rows = await rowsOf('unit01')
  const { user } = await openList('unit01', { isAccess: '1' })
  const press = screen.getAllByRole('button', { name: '申报' })[0]!
  const name = within(press.closest('tr')!).getAllByRole('link')[0]!.textContent!
  const { id } = rows.find((row) => row.name === name)!
  const open = async () => {
    await user.click(rowOf(name).getByRole('button', { name: '申报' }))
    return within(await screen.findByRole('dialog', { name: '特殊申报' }))
  }
  await user.click((await open()).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const uid = currentSession()!.user.id
  const store = openOutboxStore(uid)
  const thing = `declaration:${id}`
  const { seq } = await store.add({
    uid,
    key: 'refused declaration',
    call: callOf(approval.submit),
    input: {},
    files: [],
    thing,
    label: `特殊申报 ${name}`,
    form: { name: thing, entered: { types: [], reason: '水箱共用' } },
    schema: 1,
    tappedAt: 0,
    attempts: 1,
    nextAt: 0,
    state: 'refused',
  })
  const again = await open()
  await waitFor(() => expect(again.getByLabelText(/^申报原因/)).toHaveValue('水箱共用'))
  await store.remove(seq)
})

const inList = () => within(screen.getByRole('table', { name: '建筑列表' }))
const names = () =>
  inList()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the worst building comes first, with score, open alarms, faults and offline points in its row', async () => {
  const { body } = await t.call(building.list, { order: 'worst' }, await t.signIn('unit01'))
  const { list } = body.data as OutputOf<typeof building.list>
  await openList('unit01')
  expect(names()).toEqual(list.map(({ name }) => name))
  for (const { name, alarmNum = 0, faultNum = 0, offlineNum = 0, pointNum, safetyScore = null } of list) {
    const row = rowOf(name)
    const labels = ['火警', '异常', offlineNum === pointNum ? '全部离线' : '离线']
    const marks = labels.map((label) => row.queryByText(label)?.textContent ?? '')
    const numbers = [alarmNum, faultNum, offlineNum]
    expect(marks).toEqual(labels.map((label, at) => (numbers[at] ? `${label}${numbers[at]}` : '')))
    expect(row.getByText(safetyScore === null ? '无评分' : /^(良好|需关注|高风险)$/)).toBeVisible()
  }
})

test('no score is green beside an open alarm', async () => {
  const { body } = await t.call(building.list, { order: 'worst' }, await t.signIn('unit01'))
  const burning = (body.data as OutputOf<typeof building.list>).list.filter(({ alarmNum = 0 }) => alarmNum > 0)
  await openList('unit01')
  expect(burning.map(({ safetyScore }) => (safetyScore ?? 0) >= 80)).toContain(true)
  for (const { name } of burning)
    expect(rowOf(name).getByText(/^(良好|需关注|高风险|无评分)$/).parentElement).not.toHaveClass('bg-ok-soft')
})

test('each figure of the head filters the list to as many buildings; one condition applies at a time', async () => {
  const { user, router } = await openList('unit01')
  const chips = within(screen.getByRole('group', { name: '建筑状态' }))
  await waitFor(() => expect(chips.getByRole('button', { name: /^全部 ?\d+$/ })).toBeVisible())
  const labels = chips.getAllByRole('button').map(({ textContent }) => textContent?.replace(/\d+$/, '') ?? '')
  expect(labels).toEqual(['全部', '有火警', '低于 60 分', '接入失败', '有异常', '有离线', '已接入', '接入中', '未接入'])
  for (const label of labels) {
    const chip = () => screen.getByRole('button', { name: new RegExp(`^${label} ?\\d+$`) })
    const count = Number(/\d+$/.exec(chip().textContent ?? '')?.[0])
    await user.click(chip())
    await waitFor(() => expect(chip()).toHaveAttribute('aria-pressed', 'true'))
    const total = () => (screen.queryByText('没有符合条件的建筑') ? 0 : names().length)
    await waitFor(() => expect([label, total()]).toEqual([label, count]))
  }
  await user.click(screen.getByRole('button', { name: /^有火警/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'alarm' }))
})

test('rejected buildings have a tab of their own next to the pending ones', async () => {
  const { body } = await t.call(building.approveStatistic, {}, await t.signIn('zhidui'))
  const { refused } = body.data as OutputOf<typeof building.approveStatistic>
  expect(refused).toBeGreaterThan(0)
  const { user, router } = await openList('zhidui', {}, '/loginxf')
  await user.click(await screen.findByRole('link', { name: new RegExp(`^已拒绝 ?${refused}$`) }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'approve', approveStatus: '1' }))
  const tabs = screen.getByRole('navigation', { name: '列表' })
  expect(tabs.querySelectorAll('[aria-current=page]')).toHaveLength(1)
  expect(tabs.querySelector('[aria-current=page]')).toHaveTextContent(/^已拒绝/)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(refused + 1))
  await user.click(within(tabs).getByRole('link', { name: /^待审批 ?建筑/ }))
  await waitFor(() => expect(tabs.querySelector('[aria-current=page]')).toHaveTextContent(/^待审批建筑/))
  expect(router.state.location.search).toEqual({ tab: 'approve', approveStatus: '0' })
  await router.navigate({
    to: '/buildingList',
    search: { tab: 'approve', approveStatus: '1', approveSearch: '没有这栋' },
  })
  expect(await screen.findByText('没有符合条件的建筑')).toBeVisible()
  expect(tabs.querySelector('[aria-current=page]')).toHaveTextContent(/^已拒绝/)
})

test('a row has its actions in a menu, too', async () => {
  size.isWide = false
  const { user, router } = await openList('unit01')
  const [first] = names()
  await user.click(rowOf(first!).getByRole('button', { name: `${first}：更多` }))
  await user.click(rowOf(first!).getByRole('menuitem', { name: '问题' }))
  await waitFor(() => expect(router.state.location.href).toMatch(/\/todoInfo$/))
})

test('the default order names its groups, an order by score has none', async () => {
  const { body } = await t.call(building.list, { order: 'worst' }, await t.signIn('unit01'))
  const burning = (body.data as OutputOf<typeof building.list>).list.filter(({ alarmNum }) => alarmNum)
  const { router } = await openList('unit01')
  const heads = () =>
    inList()
      .queryAllByRole('rowheader')
      .flatMap(({ textContent }) => (/^(有|没有)火警.*在前/.test(textContent ?? '') ? [textContent] : []))
  await waitFor(() =>
    expect(heads()).toEqual([
      `有火警 ${burning.length} 栋 · 火警多的在前，其次低于 60 分的、异常多的`,
      '没有火警 · 低于 60 分的在前，其次异常多的',
    ]),
  )
  await router.navigate({ to: '/buildingList', search: { order: 'scoreAsc' } })
  await waitFor(() => expect(heads()).toEqual([]))
  size.isWide = false
  await router.navigate({ to: '/alarms' })
  await router.navigate({ to: '/buildingList' })
  await waitFor(() => expect(heads()).toEqual(['没有火警 · 低于 60 分的在前，其次异常多的']))
  expect(screen.getByText(`有火警 ${burning.length} 栋在前`)).toBeVisible()
})

test('on a phone the authority’s list says its order, whatever it is narrowed to', async () => {
  size.isWide = false
  const { router } = await openList('zhidui', { condition: 'low' }, '/loginxf')
  expect(screen.getByText('最严重在前', { selector: 'span' })).toBeVisible()
  expect(screen.queryByText(/火警多的在前/)).toBeNull()
  await router.navigate({ to: '/buildingList', search: { order: 'newest' } })
  await waitFor(() => expect(screen.queryByText('最严重在前', { selector: 'span' })).toBeNull())
})
