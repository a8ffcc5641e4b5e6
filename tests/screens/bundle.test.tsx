import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { content } from '#contract/content.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { accountHash } from '#app/lib/account-hash.ts'
import { writeStored } from '#app/lib/storage.ts'
import { readRows } from '#app/offline/cache-rows.ts'
import { openReadStore } from '#app/offline/cache-store.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { currentSession } from '#app/session/session.ts'
import { PASSWORD, PICTURE } from '../support/api-context.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

async function buildingOf(account: string) {
  const { rows } = await t.db.execute<{ id: string; name: string }>(sql`
    select b.id::text, b.name from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    where a.account = ${account} and b.access_status = 1 order by b.id limit 1`)
  return rows[0]!
}

async function openAs(account: string, to: string, entry = '/login') {
  const app = await signIn(account, entry)
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: to })
  return app
}

test('a saved building is read offline, each part with its time and complete', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, router, client } = await openAs('unit01', `/buildDetail/${id}/1/baseInfo`)
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('button', { name: '离线下载' }))
  const taken = () => expect(screen.getByRole('button', { name: '更新离线资料' })).toBeVisible()
  await waitFor(taken, { timeout: 20_000 })

  await router.navigate({ href: '/packs' })
  expect(await screen.findByRole('link', { name })).toBeVisible()
  expect(await screen.findByText('可离线查看')).toBeVisible()

  network.use(cut())
  client.clear()
  act(() => noteSilence())
  await router.navigate({ href: '/buildingList' })
  const onDevice = () => screen.queryByRole('region', { name: '本机离线资料' })
  await waitFor(() => expect(onDevice()).toBeVisible())
  await router.navigate({ href: `/buildingList?search=${encodeURIComponent(name.slice(0, 2))}` })
  expect(await screen.findByRole('link', { name })).toBeVisible()
  await router.navigate({ href: '/buildingList?search=nothing-like-it' })
  await waitFor(() => expect(onDevice()).toBeNull())
  const panels: Record<string, RegExp> = {
    baseInfo: /建筑信息|入驻单位/,
    pointInfo: /^点位$/,
    scoreInfo: /扣分项|达标项/,
    todoInfo: /^问题$/,
    iotInfo: /./,
  }
  for (const [tab, heading] of Object.entries(panels)) {
    await router.navigate({ href: `/buildDetail/${id}/0/${tab}` })
    const summary = within(await screen.findByRole('region', { name: '建筑概要' }))
    expect(screen.getByRole('heading', { level: 1, name })).toBeInTheDocument()
    expect(summary.getByText(/截至/)).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2, name: heading }).length).toBeGreaterThan(0))
    await waitFor(() => expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(0))
    expect(screen.queryByText(/本机未保存/)).toBeNull()
  }
  const head = within(screen.getByRole('region', { name: '建筑概要' }))
  await user.click(head.getByRole('button', { name: '更多' }))
  expect(head.getByText('建筑密钥')).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: '建筑概要' })).queryByRole('button', { name: '复制建筑密钥' }),
  ).toBeNull()
})

test('of lost buildings one that is gone is named and forgotten, the others are downloaded', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, router } = await openAs('unit01', '/outbox')
  const lost = { '1': '拆除的大楼', [id]: name }
  writeStored('packs-known', { of: accountHash(currentSession()!.user.id), here: {}, lost })
  await router.navigate({ href: '/packs' })
  await user.click(await screen.findByRole('button', { name: '重新下载' }))
  expect(await screen.findByText(/^“拆除的大楼”：/)).toBeVisible()
  expect(await screen.findByRole('link', { name })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: '重新下载' })).toBeNull())
})

test('kept pages are cleared alone: saved buildings stay', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, router } = await openAs('unit01', `/buildDetail/${id}/1/baseInfo`)
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('button', { name: '离线下载' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '更新离线资料' })).toBeVisible(), { timeout: 20_000 })
  await router.navigate({ href: '/packs' })
  const store = openReadStore(currentSession()!.user.id)
  await waitFor(async () => expect((await readRows(store)).length).toBeGreaterThan(0), { timeout: 5000 })
  const before = new Set((await readRows(store)).map(({ hash, at }) => `${hash} ${at}`))
  await user.click(await screen.findByRole('button', { name: '清除页面数据' }))
  await user.click(await screen.findByRole('button', { name: '清除' }))
  expect(await screen.findByText('已清除页面数据')).toBeVisible()
  const after = (await readRows(store)).map(({ hash, at }) => `${hash} ${at}`)
  expect(after.filter((row) => before.has(row))).toEqual([])
  expect(screen.getByRole('link', { name })).toBeVisible()
  expect(screen.getByText('可离线查看')).toBeVisible()
})

test('a building that was not saved shows this offline', async () => {
  const { id } = await buildingOf('wuye01')
  const { router } = await openAs('wuye01', '/packs')
  expect(await screen.findByText('下载后 7 天内断网可看')).toBeVisible()
  expect(screen.getByText(/不含电话$/)).toBeVisible()
  expect(screen.getByRole('link', { name: '扫码打开建筑后下载' })).toHaveAttribute('href', '/scan')
  await router.navigate({ href: '/outbox' })
  expect(await screen.findByText('未下载，断网只能看打开过的页面')).toBeVisible()
  expect(screen.getByText('断网时怎样操作').closest('details')).toHaveAttribute('open')
  network.use(cut())
  await router.navigate({ href: `/buildDetail/${id}/0/baseInfo` })
  expect(await screen.findByText(/本机未保存/)).toBeVisible()
})

test('the number on a building’s card opens it; other codes show a message', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user } = await openAs('unit01', '/scan')
  expect(await screen.findByText('没有可用的摄像头')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('仍未找到摄像头，请输入编号')).toBeVisible()
  expect(await screen.findByRole('link', { name: new RegExp(`编号 ${id} `) })).toHaveTextContent(name)
  const number = screen.getByRole('textbox', { name: '建筑编号' })
  await user.type(number, '12x')
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByText('不是本平台的建筑二维码或编号')).toBeVisible()
  await user.clear(number)
  await user.type(number, id)
  expect(screen.getAllByRole('link', { name: /编号 \d+ / })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByRole('heading', { name })).toBeVisible()
})

test('a card printed on the authority’s host opens the building on the unit’s', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, client } = await openAs('unit01', '/scan')
  await screen.findByRole('link', { name: new RegExp(`编号 ${id} `) })
  await waitFor(() => expect(client.isFetching({ queryKey: [content.settings.id] })).toBe(0))
  const number = screen.getByRole('textbox', { name: '建筑编号' })
  fireEvent.change(number, { target: { value: `https://supervision.example.com/pack/${id}` } })
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(await screen.findByRole('heading', { name })).toBeVisible()
})

test('a card of another host is not called foreign while the platform’s hosts are unknown', async () => {
  const { id } = await buildingOf('unit01')
  const { user, client, router } = await openAs('unit01', '/packs')
  network.use(refuse(content.settings, 503))
  client.removeQueries({ queryKey: [content.settings.id] })
  await router.navigate({ href: '/scan' })
  await screen.findByRole('link', { name: new RegExp(`编号 ${id} `) })
  const enter = (code: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: '建筑编号' }), { target: { value: code } })
    return user.click(screen.getByRole('button', { name: '打开' }))
  }
  await enter(`https://supervision.example.com/pack/${id}`)
  expect(await screen.findByText('未能核对，请输入编号')).toBeVisible()
  await enter('https://example.com/menu')
  expect(await screen.findByText('不是本平台的建筑二维码或编号')).toBeVisible()
})

test('a building’s card shows its name, number and code', async () => {
  const { id, name } = await buildingOf('unit01')
  await openAs('unit01', `/buildingCard/${id}`)
  const card = within(await screen.findByRole('article', { name: '卡片预览' }))
  expect(card.getByRole('heading', { name })).toBeVisible()
  expect(await card.findByRole('img', { name: `建筑编号 ${id} 的二维码` })).toBeVisible()
  expect(card.getByText(`编号 ${id}`)).toBeVisible()
})

test("the browser's install prompt from another page is used on the page of saved buildings", async () => {
  const { user, router } = await openAs('unit01', '/outbox')
  const prompt = vi.fn<() => Promise<void>>(async () => undefined)
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })))
  await router.navigate({ href: '/packs' })
  await user.click(await screen.findByRole('button', { name: '安装到本机' }))
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('button', { name: '安装到本机' })).toBeNull())
})

test('opening a sign-in page clears no data while the server is unreachable, and never saved bundles', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, router } = await openAs('unit01', `/buildDetail/${id}/1/baseInfo`)
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('button', { name: '离线下载' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '更新离线资料' })).toBeVisible(), { timeout: 20_000 })

  network.use(cut())
  await router.navigate({ href: '/login' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  expect(currentSession()?.user.account).toBe('unit01')

  network.resetHandlers()
  await router.navigate({ href: '/login' })
  await screen.findByRole('heading', { name: '社会单位登录' })
  expect(currentSession()).toBeNull()
  await user.type(screen.getByLabelText(/^账号/), 'unit01')
  await user.type(screen.getByLabelText(/^密码/), PASSWORD)
  await user.type(screen.getByLabelText(/^验证码/), PICTURE)
  await screen.findByAltText('图形验证码')
  await user.click(screen.getByRole('button', { name: '登录' }))
  await screen.findByRole('navigation', { name: '主菜单' })
  await router.navigate({ href: '/packs' })
  expect(await screen.findByRole('link', { name })).toBeVisible()
})
