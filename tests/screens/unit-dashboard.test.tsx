import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { type FacilityProblemPage, problem } from '#contract/problem.ts'
import { callBatch } from '#contract/call-batch.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { WaterCounts } from '#contract/equipment.ts'
import { type ScoreProblem, score } from '#contract/score.ts'
import { building } from '#contract/building.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

const card = (name: string) => screen.findByRole('region', { name })

test('a unit sees its own figures, and selecting a building filters every card', async () => {
  const token = await t.signIn('unit01')
  const [, second] = (await t.call(building.entered, {}, token)).body.data as { buildingId: string; name: string }[]
  const devices = (await t.call(dashboard.devices, { buildingId: second!.buildingId }, token)).body.data as {
    totalBuildPointNum: number
  }
  const { user } = await signIn('unit01')
  const selector = await screen.findByLabelText('选择建筑')
  await within(selector).findByRole('option', { name: second!.name })
  await user.selectOptions(selector, second!.name)
  const figure = within(await card('设备信息'))
  await waitFor(() => expect(figure.getByText('点位总数')).toBeVisible())
  expect(await figure.findAllByText(String(devices.totalBuildPointNum))).not.toHaveLength(0)
})

test('查看 opens 处理说明 with a link to the building, the cause and the measures', async () => {
  const { user } = await signIn('unit01')
  const rows = within(await card('消防设施问题'))
  await rows.findAllByRole('button', { name: '查看' })
  const fault = rows.getAllByRole('row').find((row) => /故障|离线|过低|过高|手动|断电/.test(row.textContent))!
  await user.click(within(fault).getByRole('button', { name: '查看' }))
  const dialog = within(await screen.findByRole('dialog', { name: '处理说明' }))
  for (const label of ['建筑名称', '问题描述', '处理建议']) expect(await dialog.findByText(label)).toBeVisible()
  expect(within(dialog.getByRole('region', { name: '问题资料' })).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/buildDetail\/\d+\/1\/todoInfo$/),
  )
  await user.click(dialog.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the pages of the problem panel number their rows continuously', async () => {
  const { user } = await signIn('unit01')
  const rows = within(await card('消防设施问题'))
  await rows.findAllByRole('button', { name: '查看' })
  await user.click(rows.getByRole('button', { name: '下一页' }))
  expect(await rows.findByText('6')).toBeVisible()
})

test('offline without cached data a card shows a message', async () => {
  await signIn('unit01')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  network.use(cut())
  await open('/socialData?buildingId=1')
  expect(await screen.findByText(/^服务器无响应，\d+ 项本机未保存$/)).toBeVisible()
})

test('a card with a failed call shows its message, the others their figures', async () => {
  network.use(refuse(callBatch.read, 400), refuse(problem.facilityCounts, 500))
  await signIn('unit01')
  expect(await within(await card('消防设施问题')).findByText('服务连接出错，请稍后再试！')).toBeVisible()
  const devices = within(await card('设备信息'))
  await waitFor(() => expect(devices.getByText('点位总数')).toBeVisible())
})

test('a card whose two calls fail alike shows one message, and 重试 repeats both', async () => {
  network.use(refuse(callBatch.read, 400), refuse(problem.facilityCounts, 500), refuse(problem.facilityList, 500))
  const { client, user } = await signIn('unit01')
  const failed = within(await card('消防设施问题'))
  await waitFor(() => expect(failed.getByText('服务连接出错，请稍后再试！')).toBeVisible())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(failed.getAllByText('服务连接出错，请稍后再试！')).toHaveLength(1)
  network.resetHandlers()
  await user.click(failed.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(failed.getByText('总问题')).toBeVisible())
  expect(await failed.findByRole('table', { name: '未解决的消防设施问题' })).toBeVisible()
})

function listenTo() {
  const asked: string[] = []
  const note = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  network.events.on('request:start', note)
  return asked
}

const statCard = async (name: string) => {
  const figures = within(await card(name))
  await waitFor(() => expect(figures.getByRole('button', { name: /^非正常/ })).toBeVisible())
  return figures
}
const shown = (button: HTMLElement) => Number(/\d+/.exec(button.textContent)?.[0])

const FIGURES = [dashboard.hydrant, dashboard.devices, dashboard.areaRanking, score.rate, score.items, building.entered]

test('a visit loads all figures in one call', async () => {
  const asked = listenTo()
  await signIn('unit01')
  await statCard('火灾自动报警系统')
  // The shell's.
  expect(asked.filter((path) => path === callBatch.read.path).length).toBeLessThanOrEqual(2)
  const apart = [...FIGURES, dashboard.fireAlarm, dashboard.sprinkler, dashboard.providers, problem.facilityCounts]
  expect(apart.filter(({ path }) => asked.includes(path))).toEqual([])
})

test('without this call on the server, every card loads separately', async () => {
  network.use(refuse(callBatch.read, 404))
  const asked = listenTo()
  await signIn('unit01')
  await statCard('消防给水及消火栓系统')
  for (const call of FIGURES) expect(asked).toContain(call.path)
})

test('the comprehensive score is shown with its place in the city, and 明细 links to the deductions of each building', async () => {
  const token = await t.signIn('unit01')
  const { score: own, rate } = (await t.call(score.rate, {}, token)).body.data as { score: number; rate: number }
  const [first] = (await t.call(building.entered, {}, token)).body.data as { buildingId: string; name: string }[]
  const groups = (await t.call(score.checks, { buildingId: first!.buildingId, state: 'fail' }, token)).body
    .data as unknown as { logs: { describe: string }[] }[]
  const { user } = await signIn('unit01')
  const figures = within(await card('消防综合评分'))
  await waitFor(() => expect(figures.getByText(/超过全市/)).toHaveTextContent(`超过全市 ${rate}% 的建筑管理单位`))
  expect(await card('消防综合评分')).toHaveTextContent(`${own} 分`)
  await user.click(figures.getByRole('button', { name: '明细' }))
  const dialog = within(await screen.findByRole('dialog', { name: '评分明细' }))
  await user.click(await dialog.findByRole('button', { name: first!.name }))
  expect(await dialog.findByText(groups[0]!.logs[0]!.describe)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: '达标项' }))
  await waitFor(() => expect(dialog.queryByText(groups[0]!.logs[0]!.describe)).toBeNull())
  await waitFor(() => expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(0))
})

test('each figure of a status card opens exactly the devices it counts, filtered by state in the dialog', async () => {
  const { user } = await signIn('unit01')
  const figures = await statCard('火灾自动报警系统')
  const fault = figures.getByRole('button', { name: /^故障/ })
  const count = shown(fault)
  const abnormal = shown(figures.getByRole('button', { name: /^非正常/ }))
  expect(count).toBeGreaterThan(0)
  await user.click(fault)
  const dialog = within(await screen.findByRole('dialog', { name: '火灾自动报警系统' }))
  await waitFor(() => expect(dialog.getByText(/^共/)).toHaveTextContent(`共 ${count} 条`))
  expect(dialog.getByRole('radio', { name: '故障' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: '非正常' }))
  await waitFor(() => expect(dialog.getByText(/^共/)).toHaveTextContent(`共 ${abnormal} 条`))
})

test('the hydrant card shows the pipes first; its tabs carry their abnormal counts, the others show tanks and pumps', async () => {
  const token = await t.signIn('unit01')
  const of = async (type: 1 | 2 | 3) => (await t.call(dashboard.hydrant, { type }, token)).body.data as WaterCounts
  const [pipes, tanks, pumps] = [await of(1), await of(2), await of(3)]
  const { user } = await signIn('unit01')
  const figures = await statCard('消防给水及消火栓系统')
  const tab = (name: string, { abnormalDeviceNumber: count }: WaterCounts) =>
    figures.getByRole('radio', { name: count > 0 ? `${name} ${count}` : name })
  expect(tab('管网压力', pipes)).toBeChecked()
  await user.click(tab('水箱液位', tanks))
  expect(await figures.findByText('液位过低')).toBeVisible()
  await user.click(tab('消防泵', pumps))
  expect(await figures.findByText('断电')).toBeVisible()
  await waitFor(() => expect(shown(figures.getByRole('button', { name: /^正常/ }))).toBe(pumps.normalDeviceNumber))
})

test('each row of 消防设施问题 and 问题统计 names its building and opens its detail', async () => {
  const token = await t.signIn('unit01')
  const facility = (await t.call(problem.facilityList, { questionStatus: 0 }, token)).body.data as FacilityProblemPage
  const items = (await t.call(score.items, { questionStatus: 0 }, token)).body.data as { list: ScoreProblem[] }
  await signIn('unit01')
  const linksOf = async (name: string) => {
    const figures = within(await card(name))
    await waitFor(() => expect(figures.queryAllByRole('link')).not.toEqual([]))
    return figures.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  }
  const wanted = (list: readonly { buildingName: string; buildingId: string }[], tab: string) =>
    list.map(({ buildingName, buildingId }) => `${buildingName} /buildDetail/${buildingId}/1/${tab}`)
  expect(await linksOf('消防设施问题')).toEqual(expect.arrayContaining(wanted(facility.list, 'todoInfo')))
  expect(await linksOf('问题统计')).toEqual(expect.arrayContaining(wanted(items.list, 'scoreInfo')))
})

test('a problem of a device has 查看, one of the building does not; both have 处理说明', async () => {
  const token = await t.signIn('unit01')
  const { list } = (await t.call(score.items, { questionStatus: 0 }, token)).body.data as { list: ScoreProblem[] }
  const whole = list.filter(({ catDevTypeId }) => catDevTypeId === 5).length
  expect(whole).toBeGreaterThan(0)
  const { user } = await signIn('unit01')
  const figures = within(await card('问题统计'))
  const explain = await figures.findAllByRole('button', { name: '处理说明' })
  expect(explain).toHaveLength(list.length)
  expect(figures.getAllByRole('button', { name: '查看' })).toHaveLength(list.length - whole)
  await user.click(explain[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '处理说明' }))
  expect(dialog.getByText(list[0]!.describe)).toBeVisible()
  expect(dialog.getByText(list[0]!.buildingName)).toBeVisible()
})

test('a unit without a score learns that scoring begins with the first data', async () => {
  const data = { score: null, rate: null }
  network.use(
    refuse(callBatch.read, 400),
    http.get(`*${score.rate.path}`, () => HttpResponse.json({ code: 200, message: '', msg: '', data })),
  )
  await signIn('unit01')
  expect(await within(await card('消防综合评分')).findByText('暂无评分：建筑接入并上报数据后开始评分')).toBeVisible()
})

test('districts are ranked, one to three with medals, equal rates alike', async () => {
  await signIn('unit01')
  const ranking = within(await within(await card('区域接入率排名')).findByRole('list', { name: '区域接入率排名' }))
  const rows = ranking.getAllByRole('listitem').map((row) => ({
    rate: Number(/([\d.]+)%/.exec(row.textContent)?.[1]),
    medal: /(金|银|铜)牌/.exec(row.textContent)?.[0],
  }))
  expect(rows.length).toBeGreaterThan(4)
  const better = ({ rate }: { rate: number }) => rows.filter((other) => other.rate > rate).length
  expect(rows.map(({ medal }) => medal)).toEqual(rows.map((row) => ['金牌', '银牌', '铜牌'][better(row)]))
  expect(rows.some(({ medal }) => medal === undefined)).toBe(true)
})

test("each count links to its rows: problems, buildings, and 更多 to the unit's own information", async () => {
  const { user } = await signIn('unit01')
  const own = within(await card('建筑信息'))
  await user.click(await own.findByRole('button', { name: '更多' }))
  const dialog = within(await screen.findByRole('dialog', { name: '单位信息' }))
  expect(await dialog.findByRole('button', { name: '编辑' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const problems = within(await card('消防设施问题'))
  // Its label comes first.
  const figure = await waitFor(() => within(problems.getByText('未解决').closest('div')!).getByRole('link'))
  await user.click(figure)
  expect(await screen.findByRole('heading', { name: '问题', level: 1 })).toBeVisible()
  expect(await screen.findByRole('button', { name: /^未解决/, pressed: true })).toBeVisible()
})

test('a count of connected buildings opens the list of exactly those', async () => {
  const token = await t.signIn('unit01')
  const { accessedCount } = (await t.call(dashboard.accessOverview, {}, token)).body.data as { accessedCount: number }
  const { user } = await signIn('unit01')
  const connected = await within(await card('接入概况')).findByRole('row', { name: /^已接入/ })
  await user.click(within(connected).getByRole('link'))
  await user.click(await screen.findByRole('button', { name: '筛选 ·1' }))
  expect(await screen.findByLabelText('接入状态')).toHaveValue('1')
  await waitFor(() => expect(screen.getByText(/^共/)).toHaveTextContent(`共 ${accessedCount} 条`))
})
