import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { dashboard } from '#contract/dashboard.ts'
import { building } from '#contract/building.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

const card = (name: string) => screen.findByRole('region', { name })

test('a unit sees its own figures, and choosing a building narrows every card to it', async () => {
  const token = await t.signIn('unit01')
  const [, second] = (await t.call(building.entered, {}, token)).body.data as { buildingId: string; name: string }[]
  const devices = (await t.call(dashboard.devices, { buildingId: second!.buildingId }, token)).body.data as {
    totalBuildPointNum: number
  }
  const { user } = await signIn('unit01')
  await screen.findByRole('option', { name: second!.name })
  await user.selectOptions(screen.getByLabelText('选择建筑'), second!.name)
  const figure = within(await card('设备信息'))
  await waitFor(() => expect(figure.getByText('点位总数')).toBeVisible())
  expect(await figure.findAllByText(String(devices.totalBuildPointNum))).not.toHaveLength(0)
})

test('查看 opens 处理说明 with the building, what is wrong and what to do; 确定 closes it', async () => {
  const { user } = await signIn('unit01')
  const rows = within(await card('消防设施问题'))
  await user.click((await rows.findAllByRole('button', { name: '查看' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '处理说明' }))
  for (const label of ['建筑名称', '问题描述', '处理建议']) expect(dialog.getByText(label)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the pages of the problem panel number their rows onward', async () => {
  const { user } = await signIn('unit01')
  const rows = within(await card('消防设施问题'))
  await rows.findAllByRole('button', { name: '查看' })
  await user.click(rows.getByRole('button', { name: '下一页' }))
  expect(await rows.findByText('6')).toBeVisible()
})

test('with the network gone and nothing kept, a card says so instead of showing nothing', async () => {
  await signIn('unit01')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  network.use(cut())
  const { client } = await open('/socialData?buildingId=1')
  client.clear()
  expect((await screen.findAllByText('服务器无应答，此项尚未缓存')).length).toBeGreaterThan(0)
})

test('a card whose call is refused shows the sentence, the others their figures', async () => {
  network.use(refuse(problem.facilityCounts, 500))
  await signIn('unit01')
  expect(await within(await card('消防设施问题')).findByText('服务连接出错，请稍后再试！')).toBeVisible()
  const devices = within(await card('设备信息'))
  await waitFor(() => expect(devices.getByText('点位总数')).toBeVisible())
})
