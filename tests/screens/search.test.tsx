import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { providerReview } from '#contract/dict/provider.ts'
import { globalSearch } from '#contract/search.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { OTHER_PAGES } from '#app/features/search/pages.ts'
import { createAppRouter } from '#app/router.ts'
import { createSessionLifecycle } from '#app/offline/session-lifecycle.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

async function buildingOf(account: string) {
  const { rows } = await t.db.execute<{ id: string; name: string; point: string; device: string }>(sql`
    select b.id::text, b.name, p.point_number as point, p.device_name as device from building b
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id
    join point p on p.building_id = b.id
    where a.account = ${account} and b.access_status = 1 order by b.id, p.id limit 1`)
  return rows[0]!
}

async function openSearch(account: string, entry = '/login') {
  const app = await signIn(account, entry)
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.user.click(screen.getByRole('button', { name: '搜索' }))
  const box = await screen.findByRole('combobox', { name: /搜索建筑/ })
  await waitFor(() => expect(box).toHaveFocus())
  return { ...app, box }
}

const options = () => within(screen.getByRole('listbox', { name: '搜索结果' })).getAllByRole('option')
const chosen = () => options().find((option) => option.getAttribute('aria-selected') === 'true')
const group = (name: RegExp) => screen.findByRole('group', { name })

test('a building is found by two characters of its name, marked, and opened by Enter', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, box, router } = await openSearch('unit01')
  await user.type(box, name)
  const buildings = await group(/^建筑/)
  const option = await within(buildings).findByRole('option', { name: new RegExp(name.slice(0, 2)) })
  expect(option.querySelector('mark')).toHaveTextContent(name)
  fireEvent.mouseMove(option)
  await waitFor(() => expect(chosen()).toBe(option))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/buildDetail/${id}/1/baseInfo`))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /搜索建筑/ })).toBeNull())
})

test('an open alarm beyond the first page is found by the server', async () => {
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    http.get('*/field/v1/alarms', ({ request }) =>
      new URL(request.url).searchParams.get('search')
        ? undefined
        : HttpResponse.json({ code: 200, message: '', msg: '', data: { list: [], total: 50 } }),
    ),
  )
  const { rows } = await t.db.execute<{ name: string }>(sql`
    select b.name from alarm a join building b on b.id = a.building_id join building_unit u on u.building_id = b.id
    join account c on c.unit_id = u.unit_id and c.account = 'unit01' where a.verdict is null and a.joined_to is null limit 1`)
  const { user, box } = await openSearch('unit01')
  await user.type(box, rows[0]!.name)
  expect((await within(await group(/^正在发生/)).findAllByRole('option'))[0]).toHaveTextContent(rows[0]!.name)
  await user.type(box, '无此火警')
  await waitFor(() => expect(screen.queryByRole('group', { name: /^正在发生/ })).toBeNull())
})

test('Ctrl+K opens the search; what was opened last is offered again', async () => {
  const { user, box, router } = await openSearch('unit01')
  await user.type(box, '检修登记')
  await user.click(await screen.findByRole('option', { name: /检修登记/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/shelves'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  expect(within(await group(/^最近打开/)).getByRole('option', { name: /检修登记/ })).toBeVisible()
})

test('arrows move, a kind narrows, Escape closes and returns the focus', async () => {
  const { name } = await buildingOf('unit01')
  const { user, box } = await openSearch('unit01')
  await user.type(box, name.slice(0, 2))
  await group(/^建筑/)
  const first = chosen()
  await user.keyboard('{ArrowDown}')
  expect(chosen()).not.toBe(first)
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe(first)
  await user.click(screen.getByRole('radio', { name: '建筑' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: /^正在发生/ })).toBeNull())
  expect(await screen.findByText(/^建筑，列出 [1-9]\d* 条$/, { selector: 'output' })).toBeInTheDocument()
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true })
  await user.click(box)
  expect(box).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: '搜索' })).toHaveFocus())
})

test('a point opens its building’s points, filtered to it', async () => {
  const { id, name, point, device } = await buildingOf('unit01')
  const { user, box, router } = await openSearch('unit01')
  await user.type(box, `${name} ${point}`)
  const points = await group(/^点位/)
  await user.click(await within(points).findByRole('option', { name: new RegExp(`${device} ${point}`) }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/buildDetail/${id}/1/pointInfo`))
  expect(await screen.findByRole('searchbox', { name: '搜索编号、名称、楼层、部位' })).toHaveValue(point)
})

test('a point with an open problem is not called normal', async () => {
  const { id, name, point, device } = await buildingOf('unit01')
  const ofPoint = sql`building_id = ${id} and point_number = ${point}`
  await t.db.execute(sql`update point set online = true, open_rank = 0 where ${ofPoint}`)
  await t.db.execute(sql`
    insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, problem_type, happened_at, opened_at)
    select building_id, id, 'pressure-low', 2, '', '管网：压力过低（0.03 MPa）', 2, now(), now() from point where ${ofPoint}
    on conflict do nothing`)
  const { user, box } = await openSearch('unit01')
  await user.type(box, `${name} ${point}`)
  const option = await within(await group(/^点位/)).findByRole('option', { name: new RegExp(`${device} ${point}`) })
  expect(option).toHaveTextContent(/异常|报警/)
  expect(option).not.toHaveTextContent('正常')
})

test('only pages the account may open are found', async () => {
  const { user, box } = await openSearch('unit01')
  await user.type(box, '管理')
  const pages = await group(/^页面/)
  expect(within(pages).getByRole('option', { name: /建筑 ?管理/ })).toBeVisible()
  expect(within(pages).queryByRole('option', { name: /服务商 ?管理/ })).toBeNull()
})

test('the authority finds providers and units, each in its list', async () => {
  const { rows } = await t.db.execute<{ name: string }>(sql`select name from provider where status = 1 limit 1`)
  const { user, box, router } = await openSearch('zhidui', '/loginxf')
  await user.type(box, rows[0]!.name)
  const providers = await group(/^服务商/)
  await user.click(await within(providers).findByRole('option'))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/companyList' }))
  expect(router.state.location.search).toMatchObject({ search: rows[0]!.name })
})

test('what was opened last is offered without the state it had then', async () => {
  const { rows } = await t.db.execute<{ name: string }>(sql`
    select name from provider where status = 1 and suspended_at is null limit 1`)
  const { name } = rows[0]!
  const { user, box, router } = await openSearch('zhidui', '/loginxf')
  await user.type(box, name)
  const found = await within(await group(/^服务商/)).findByRole('option')
  expect(found).toHaveTextContent(`服务商 · ${providerReview.label(1)}`)
  await user.click(found)
  await waitFor(() => expect(router.state.location.pathname).toBe('/companyList'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  const recent = within(await group(/^最近打开/)).getByRole('option', { name: new RegExp(name) })
  expect(recent).toHaveTextContent('服务商')
  expect(recent).not.toHaveTextContent(providerReview.label(1))
})

test('a word without a result says so and how to go on', async () => {
  const { user, box } = await openSearch('unit01')
  await user.type(box, '没有这样的东西')
  expect(await screen.findByText('没有找到“没有这样的东西”')).toBeVisible()
})

test('Tab leads from the field to the retry of a failed search', async () => {
  const { user, box } = await openSearch('unit01')
  network.use(refuse(globalSearch.all, 500))
  await user.type(box, '没有这样的东西')
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(box).toHaveFocus()
  for (let stops = 0; stops < 6 && document.activeElement !== retry; stops += 1) await user.tab()
  expect(retry).toHaveFocus()
})

test('offline it finds what this device keeps, and says so', async () => {
  const { id, name } = await buildingOf('unit01')
  const { user, box, router } = await openSearch('unit01')
  await user.keyboard('{Escape}')
  await router.navigate({ href: '/buildingList' })
  expect(await screen.findAllByText(name)).not.toHaveLength(0)
  network.use(cut())
  act(() => noteSilence())
  await user.click(screen.getByRole('button', { name: '搜索' }))
  const again = await screen.findByRole('combobox', { name: /搜索建筑/ })
  expect(again).not.toBe(box)
  await user.type(again, name)
  expect(await screen.findByText(/只在本机看过的列表和离线资料中查找/)).toBeVisible()
  await user.click(await within(await group(/^建筑/)).findByRole('option'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/buildDetail/${id}/1/baseInfo`))
})

test('a building outside the scope says so and leads on', async () => {
  const { id } = await buildingOf('unit02')
  const { router, user } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  for (const path of [`/buildDetail/${id}/1/baseInfo`, `/wlw/${id}`, `/editBuilding/${id}`]) {
    await router.navigate({ href: path })
    expect(await screen.findByText('该建筑不存在')).toBeVisible()
    expect(screen.getByRole('link', { name: '建筑列表' })).toHaveAttribute('href', '/buildingList')
    await router.navigate({ href: '/mine' })
    await waitFor(() => expect(screen.queryByText('该建筑不存在')).toBeNull())
  }
  await router.navigate({ href: '/nowhere' })
  expect(await screen.findByText(/“\/nowhere”这个地址/)).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: '搜索' }).at(-1)!)
  expect(await screen.findByRole('combobox', { name: /搜索建筑/ })).toBeVisible()
})

test('a page of another kind of account says whom it is for and offers to change the account', async () => {
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await router.navigate({ href: '/companyList' })
  expect(await screen.findByText('不能打开“服务商管理”')).toBeVisible()
  expect(screen.getByText('此页面供总队使用')).toBeVisible()
  expect(screen.getByText(/^当前账号 unit01（.+）$/)).toBeVisible()
  expect(screen.getByRole('button', { name: '换账号登录' })).toBeVisible()
  expect(screen.getByRole('link', { name: '回首页' })).toHaveAttribute('href', '/socialData')
})

test('each page with a title and a fixed path can be found', () => {
  const { routesByPath } = createAppRouter({ sessions: createSessionLifecycle(() => undefined) })
  const known = OTHER_PAGES.map(({ to }) => to)
  const titled = Object.values(routesByPath).filter(
    ({ fullPath, id, options }) =>
      (id.startsWith('/_shell') || fullPath === '/biPage') &&
      options.staticData?.title &&
      !options.staticData.menu &&
      !/[$]|noAccess/.test(fullPath),
  )
  expect(titled.map(({ fullPath }) => fullPath as string).filter((path) => !known.includes(path))).toEqual([])
})
