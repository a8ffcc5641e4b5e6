import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { cut } from '#mocks/faults.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const HERE = { longitude: 121.4737, latitude: 31.2304 }

type Fix = { readonly accuracy: number } | { readonly code: number }
const getCurrentPosition = vi.fn<(found: PositionCallback, failed: PositionErrorCallback) => void>()

function answerWith(fix: Fix) {
  getCurrentPosition.mockImplementation((found, failed) => {
    if ('code' in fix) failed(fix as GeolocationPositionError)
    else found({ coords: { ...HERE, accuracy: fix.accuracy } } as GeolocationPosition)
  })
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
}

afterEach(() => {
  vi.unstubAllGlobals()
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: undefined })
  getCurrentPosition.mockReset()
})

test('a district’s officer sees the streets of the buildings, not the district', async () => {
  const { router } = await signIn('jingan', '/loginxf')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fireDepData'))
  await router.navigate({ href: '/nearby' })
  const region = () => within(screen.getByRole('region', { name: '建筑' }))
  const list = within(await waitFor(() => region().getByRole('list')))
  expect(list.getAllByText(/(街道|镇)$/).length).toBeGreaterThan(0)
  expect(list.queryByText(/静安区/)).toBeNull()
})

test('the buildings keep their place with a head and rows until they are read', async () => {
  const { router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  let release: () => void = () => undefined
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  network.use(http.all('*', () => held))
  await router.navigate({ href: '/nearby' })
  expect(within(await screen.findByRole('region', { name: '建筑' })).getByText('正在加载')).toBeInTheDocument()
  release()
  const links = () => within(screen.getByRole('region', { name: '建筑' })).getAllByRole('link')
  await waitFor(() => expect(links()).not.toHaveLength(0))
})

async function openNearby() {
  const app = await signIn('unit01')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  await app.router.navigate({ href: '/buildingList' })
  await app.user.click(await screen.findByRole('link', { name: '附近' }))
  await screen.findByRole('region', { name: '附近建筑' })
  return app
}

const names = (list: HTMLElement) => within(list).getAllByRole('link', { name: /^(?!导航)/ })

test('each failure to find the position is a sentence with what to do; the position is asked for only at the tap', async () => {
  answerWith({ code: 1 })
  const { user } = await openNearby()
  expect(getCurrentPosition).not.toHaveBeenCalled()
  expect(await screen.findByText(/未定位，最严重在前$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '使用我的位置' }))
  const alert = () => within(screen.getByRole('alert'))
  expect(alert().getByText('没有使用位置的权限')).toBeVisible()
  expect(alert().getByText(/请在浏览器的网站设置中允许/)).toBeVisible()
  for (const [code, title] of [
    [2, '未能确定位置'],
    [3, '定位超时'],
  ] as const) {
    answerWith({ code })
    await user.click(alert().getByRole('button', { name: '重试' }))
    expect(alert().getByText(title)).toBeVisible()
  }
  expect(alert().getByRole('link', { name: '扫码' })).toBeVisible()
  vi.stubGlobal('isSecureContext', false)
  await user.click(alert().getByRole('button', { name: '重试' }))
  expect(alert().getByText('浏览器不允许定位')).toBeVisible()
  expect(alert().queryByRole('button', { name: '重试' })).toBeNull()
})

test.each([
  ['granted', '定位超时', 1],
  ['prompt', '允许定位后按距离排序', 0],
])('with the permission %s the page shows %s', async (state, words, times) => {
  answerWith({ code: 3 })
  const query = vi.fn<() => Promise<{ state: string }>>(async () => ({ state }))
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } })
  await openNearby()
  await waitFor(() => expect(query).toHaveBeenCalled())
  expect(await screen.findByText(words)).toBeVisible()
  expect(getCurrentPosition).toHaveBeenCalledTimes(times)
})

test('a permission answered after the page was left does not ask for the position', async () => {
  answerWith({ code: 3 })
  let answer: (found: { state: string }) => void = () => undefined
  const query = () => new Promise<{ state: string }>((resolve) => (answer = resolve))
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } })
  const { router } = await openNearby()
  await router.navigate({ href: '/buildingList' })
  await waitFor(() => expect(screen.queryByRole('region', { name: '附近建筑' })).toBeNull())
  await act(async () => answer({ state: 'granted' }))
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

test('a question put aside is given up by hand, or when the page is left', async () => {
  answerWith({ code: 1 })
  getCurrentPosition.mockImplementation(() => undefined)
  const { user, router } = await openNearby()
  const ask = async () => user.click(await screen.findByRole('button', { name: '使用我的位置' }))
  await ask()
  expect(screen.getByText('正在定位，如浏览器询问，请选择允许')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '取消' }))
  await ask()
  await router.navigate({ href: '/buildingList' })
  await waitFor(() => expect(screen.queryByRole('region', { name: '附近建筑' })).toBeNull())
  await router.navigate({ href: '/nearby' })
  expect(await screen.findByRole('button', { name: '使用我的位置' })).toBeVisible()
})

test('buildings are listed by distance, also from the device; those without coordinates are counted', async () => {
  const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
    select b.id::text, b.name from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
    join account a on a.unit_id = u.unit_id where a.account = 'unit01' order by b.id`)
  const [near, far, lost] = rows
  await t.db.execute(
    sql`update building set gis_x = ${HERE.longitude + 0.00315}, gis_y = ${HERE.latitude} where id = ${near!.id}`,
  )
  await t.db.execute(
    sql`update building set gis_x = ${HERE.longitude}, gis_y = ${HERE.latitude - 0.018} where id = ${far!.id}`,
  )
  await t.db.execute(sql`update building set gis_x = null where id = ${lost!.id}`)
  answerWith({ accuracy: 900 })
  const { user } = await openNearby()
  await user.click(await screen.findByRole('button', { name: '使用我的位置' }))
  const list = await screen.findByRole('list', { name: '附近建筑，由近到远' })
  expect(screen.getByText(/定位精度较差/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '20 公里' }))
  await waitFor(() => expect(names(screen.getByRole('list', { name: '附近建筑，由近到远' })).length).toBeGreaterThan(1))
  expect(screen.getByRole('heading', { name: /^\d+ 栋 · 按距离，近的在前$/ })).toBeVisible()
  const [first, second] = names(screen.getByRole('list', { name: '附近建筑，由近到远' }))
  expect(first).toHaveTextContent(near!.name)
  expect(first).toHaveTextContent('300 米东')
  expect(second).toHaveTextContent('2 公里南')
  expect(list).toBeDefined()
  answerWith({ code: 3 })
  await user.click(screen.getByRole('button', { name: '重新定位' }))
  expect(await screen.findByText('未能重新定位，仍按上次位置')).toBeVisible()
  expect(screen.getByRole('list', { name: '附近建筑，由近到远' })).toBeVisible()

  expect(screen.getByText(/另有 1 栋建筑没有坐标/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '查看' }))
  const unplaced = await screen.findByRole('list', { name: '没有坐标的建筑' })
  expect(names(unplaced)).toHaveLength(1)
  expect(unplaced).toHaveTextContent(lost!.name)
  await user.click(screen.getByRole('button', { name: '返回附近建筑' }))

  network.use(cut())
  act(() => noteSilence())
  const kept = await screen.findByRole('list', { name: '本机保存的附近建筑，由近到远' })
  expect(screen.getByText(/以下来自本机保存的 \d+ 栋建筑，不是全部建筑/)).toBeVisible()
  expect(names(kept)[0]).toHaveTextContent(near!.name)
  expect(names(kept)[0]).toHaveTextContent(/300 米东/)
  expect(names(kept)[0]).toHaveTextContent(/截至/)
  expect(screen.getByText(/另有 1 栋，本机没有保存坐标/)).toBeVisible()
  await user.click(names(kept)[0]!)
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
})
