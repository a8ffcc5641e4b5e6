import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { callBatch } from '#contract/call-batch.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { score } from '#contract/score.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

async function ask<E extends Endpoint>(account: string, call: E, input: InputOf<E>): Promise<OutputOf<E>> {
  return (await t.call(call, input, await t.signIn(account))).body.data as OutputOf<E>
}

function replace<E extends Endpoint>({ path }: E, answer: (input: URLSearchParams) => unknown) {
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${path}`, async ({ request }) =>
      HttpResponse.json({ code: 200, message: '', msg: '', data: await answer(new URL(request.url).searchParams) }),
    ),
  )
}

test('a chosen district is called calm only if all points of the city report', async () => {
  const duty = await ask('zongdui', dashboard.duty, {})
  const offline = (points: number) => ({ ...duty, offline: { points, buildings: Math.sign(points), worst: [] } })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  replace(alarm.list, () => ({ list: [], total: 0 }))
  replace(dashboard.duty, (input) => (input.get('countyNo') ? held.then(() => offline(0)) : offline(300)))
  const { router } = await signIn('zongdui', '/loginxf')
  expect(await screen.findByText('300 个点位离线，其火警可能收不到')).toBeVisible()
  await router.navigate({ to: '/fireDepData', search: { county: '310151' } })
  expect(await screen.findByText('全辖区 300 个点位离线，其火警可能收不到')).toBeVisible()
  expect(screen.getByRole('list', { name: '待处理' })).toHaveAttribute('aria-busy', 'true')
  release()
  await waitFor(() => expect(screen.queryByRole('button', { name: /个点位离线/ })).toBeNull())
  expect(screen.getByText('全辖区 300 个点位离线，其火警可能收不到')).toBeVisible()
  expect(screen.queryByText('当前无火警')).toBeNull()
})

test('a chosen district asks again for the points of the city that did not arrive', async () => {
  const duty = await ask('zongdui', dashboard.duty, {})
  const offline = { points: 300, buildings: 1, worst: [] }
  let isLost = true
  replace(alarm.list, () => ({ list: [], total: 0 }))
  replace(dashboard.duty, () => ({ ...duty, offline }))
  network.use(
    http.get(`*${dashboard.duty.path}`, ({ request }) =>
      isLost && !new URL(request.url).searchParams.get('countyNo') ? HttpResponse.error() : undefined,
    ),
  )
  const { user, router } = await signIn('zongdui', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ to: '/fireDepData', search: { county: '310151' } })
  const retry = await screen.findByRole('button', { name: /^待处理未能取得/ })
  expect(await screen.findByText('数据未更新，请以消控室主机为准')).toBeVisible()
  isLost = false
  await user.click(retry)
  expect(await screen.findByText('全辖区 300 个点位离线，其火警可能收不到')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^待处理未能取得/ })).toBeNull()
})

test('a district without a place in the ranking has its fires on the map and in the list', async () => {
  const ranking = await ask('zongdui', dashboard.areaRanking, { rankType: 1 })
  const { list } = await ask('zongdui', alarm.list, { open: 1 })
  replace(alarm.list, () => ({ list: [{ ...list[0], countyNo: '310151' }], total: 1 }))
  replace(dashboard.areaRanking, () => ranking.filter(({ areaName }) => !/崇明|松江/.test(areaName)))
  const { user, router } = await signIn('zongdui', '/loginxf')
  const card = within(await screen.findByRole('region', { name: '各区评分与火警' }))
  const rows = within(await card.findByRole('list', { name: '区域接入评分排名' }))
  await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(16))
  expect(rows.getByRole('button', { name: '崇明区' }).closest('li')).toHaveTextContent(/1 处火警$/)
  await waitFor(() => expect(screen.getByText('崇明').parentElement).toHaveTextContent('崇明1'))
  expect(card.getByRole('link', { name: '建筑列表' })).toHaveAttribute('href', expect.not.stringContaining('county'))
  await user.click(rows.getByRole('button', { name: '崇明区' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ county: '310151' }))
  const own = await card.findByRole('link', { name: '本区建筑' })
  expect(own).toHaveAttribute('href', expect.stringContaining('county'))
  expect(await card.findByRole('link', { name: /^火警 1 处/ })).toHaveAttribute(
    'href',
    expect.stringContaining('310151'),
  )
  await router.navigate({ to: '/fireDepData', search: { county: '310117' } })
  expect(await card.findByRole('heading', { name: '松江区' })).toBeVisible()
  expect(card.queryByRole('link', { name: /^火警/ })).toBeNull()
})

test('the map says that it is loading, and one that did not arrive can be asked for again', async () => {
  let [release, isLost] = [() => {}, true]
  const held = new Promise<void>((done) => (release = done))
  network.use(
    http.get('*/geo/districts.json', async () => {
      await held
      return isLost ? HttpResponse.error() : undefined
    }),
  )
  const { user } = await signIn('zongdui', '/loginxf')
  const card = within(await screen.findByRole('region', { name: '各区评分与火警' }))
  expect(await card.findByText('地图加载中')).toBeVisible()
  release()
  const lost = await card.findByText('地图未加载')
  isLost = false
  await user.click(within(lost).getByRole('button', { name: '重试' }))
  expect(await screen.findByText('崇明')).toBeInTheDocument()
  expect(card.queryByText('地图未加载')).toBeNull()
})

function twoPages<E extends Endpoint>(call: E, size: number, row: (number: number) => object) {
  let total = size + 2
  replace(call, (input) => {
    const from = (Number(input.get('currentPage') ?? 1) - 1) * size
    return {
      list: Array.from({ length: Math.max(0, Math.min(total - from, size)) }, (_, at) => row(from + at + 1)),
      total,
    }
  })
  return () => {
    total = size - 1
  }
}

test('points: the last page left takes the place of one that is gone', async () => {
  const { list } = (await ask('unit01', dashboard.points, { connectStatus: 0 })) as { list: readonly object[] }
  const shrink = twoPages(dashboard.points, 10, (number) => ({
    ...list[0],
    id: `${number}`,
    deviceName: `点位${number}`,
  }))
  const { user, client } = await signIn('unit01')
  await user.click(await screen.findByRole('button', { name: /个点位离线/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '设备点位' }))
  await dialog.findByText('点位1')
  await user.click(dialog.getByRole('button', { name: '下一页' }))
  await dialog.findByText('点位12')
  shrink()
  await client.invalidateQueries({ queryKey: [dashboard.points.id] })
  await waitFor(() => expect(dialog.getByText(/^共/)).toHaveTextContent('共 9 条'))
  expect(await dialog.findByText('点位1')).toBeVisible()
  expect(dialog.queryByText('没有离线的点位')).toBeNull()
})

test('problems of the score: the last page left takes the place of one that is gone', async () => {
  const { list } = await ask('unit01', score.items, { questionStatus: 0 })
  const shrink = twoPages(score.items, 8, (number) => ({ ...list[0], id: `${number}`, describe: `问题${number}` }))
  const { user, client } = await signIn('unit01')
  const card = within(await screen.findByRole('region', { name: '问题统计' }))
  await card.findByText('问题1')
  await user.click(card.getByRole('button', { name: '下一页' }))
  await card.findByText('问题10')
  shrink()
  await client.invalidateQueries({ queryKey: [score.items.id] })
  await waitFor(() => expect(card.getByText(/^共/)).toHaveTextContent('共 7 条'))
  expect(await card.findByText('问题1')).toBeVisible()
  expect(card.queryByText('没有扣分的问题')).toBeNull()
})
