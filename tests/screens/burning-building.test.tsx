import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type BuildingInfo, buildingDetail } from '#contract/building-detail.ts'
import { building, type BuildingRow } from '#contract/building.ts'
import { alarmScene } from '../support/alarm-scene.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
const scene = await alarmScene(t)
await scene.fire()
const { list } = (await t.call(building.list, {}, await t.signIn('unit01'))).body.data as { list: BuildingRow[] }
const rows = list.map(({ id, name, alarmNum = 0 }) => ({ id, name, fires: alarmNum > 0 }))
const burning = rows.find(({ id }) => id === String(scene.id))!

async function openAt(href: string) {
  const app = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href })
  return app
}

test('the pages of a building come in the order of work', async () => {
  await openAt(`/buildDetail/${scene.id}/1/stateInfo`)
  const tabs = within(await screen.findByRole('navigation', { name: '建筑详情分栏' })).getAllByRole('link')
  expect(tabs.map((link) => link.getAttribute('href')?.split('/').pop())).toEqual([
    'stateInfo',
    'todoInfo',
    'iotInfo',
    'pointInfo',
    'planInfo',
    'scoreInfo',
    'baseInfo',
  ])
})

test('a building with a fire opens on its state from the list, the search and a scanned number; others on their data', async () => {
  const { user, router } = await openAt('/buildingList')
  const of = ({ id, fires }: { id: string; fires: boolean }) =>
    `/buildDetail/${id}/1/${fires ? 'stateInfo' : 'baseInfo'}`
  for (const row of rows) expect(await screen.findByRole('link', { name: row.name })).toHaveAttribute('href', of(row))
  expect(rows.map(({ fires }) => fires)).toEqual(expect.arrayContaining([true, false]))

  await user.click(screen.getByRole('button', { name: '搜索' }))
  await user.type(await screen.findByRole('combobox', { name: /搜索建筑/ }), burning.name)
  const hits = within(await screen.findByRole('group', { name: /^建筑/ }))
  await user.click(await hits.findByRole('option', { name: new RegExp(burning.name) }))
  await waitFor(() => expect(router.state.location.pathname).toBe(of(burning)))

  for (const { id, fires } of [burning, rows.find((row) => !row.fires)!]) {
    await router.navigate({ href: '/scan' })
    await user.type(await screen.findByRole('textbox', { name: '建筑编号' }), id)
    await user.click(screen.getByRole('button', { name: '打开' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/buildDetail/${id}/0/${fires ? 'stateInfo' : 'baseInfo'}`),
    )
  }
})

test('the self-test names the devices on fire before the problems they are counted in', async () => {
  await openAt(`/deviceTest?id=${scene.id}`)
  const [all] = await screen.findAllByRole('link', { name: /个问题未解决/ })
  expect(all).toHaveTextContent(/^[1-9]\d* 处火警（[1-9]\d* 个设备）共 [1-9]\d* 个问题未解决$/)
  const item = (await screen.findByText('火警信息')).closest('li')!
  expect(within(item).getByRole('link')).toHaveTextContent(/^[1-9]\d* 个设备火警$/)
})

test('on a phone the self-test names them, too', async () => {
  onPhone()
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ href: `/deviceTest?id=${scene.id}` })
  const [all] = await screen.findAllByRole('link', { name: /个问题未解决/ })
  expect(all).toHaveTextContent(/^[1-9]\d* 处火警（[1-9]\d* 个设备）共 [1-9]\d* 个问题未解决$/)
})

test('the contacts of a building lead with the person, each with a call button', async () => {
  await t.db.execute(sql`update provider set link_man = '秦永康', link_man_phone = '13000007334'`)
  await openAt(`/buildDetail/${scene.id}/1/stateInfo`)
  const people = within(await screen.findByRole('region', { name: '联系人' }))
  const call = people.getByRole('link', { name: '呼叫 秦永康 13000007334' })
  expect(call).toHaveAttribute('href', 'tel:13000007334')
  expect(people.getByText(/^服务商 · ./)).toBeVisible()
  expect(people.getByText('消防安全管理人')).toBeVisible()
})

test('the list of other tenants leads to all of them', async () => {
  await t.db.execute(sql`insert into building_unit (building_id, unit_id, kind, created_at, modified_at)
    select ${scene.id}, id, 'tenant', now(), now() from unit order by id limit 13 on conflict do nothing`)
  const { rows: tenants } = await t.db.execute<{ id: string }>(
    sql`select unit_id::text as id from building_unit where building_id = ${scene.id} and kind = 'tenant'`,
  )
  await openAt(`/buildUnitDetail/${scene.id}/1/${tenants[0]!.id}`)
  const all = await screen.findByRole('link', { name: `全部 ${tenants.length} 家入驻单位` })
  expect(all).toHaveAttribute('href', `/buildDetail/${scene.id}/1/baseInfo`)
})

test('the page of a tenant says once that its building has a fire, and begins with the tenant', async () => {
  const { rows: bound } = await t.db.execute<{ id: string }>(
    sql`select unit_id::text as id from building_unit where building_id = ${scene.id} limit 1`,
  )
  await openAt(`/buildUnitDetail/${scene.id}/1/${bound[0]!.id}`)
  const place = within(await screen.findByRole('region', { name: '所在建筑' }))
  expect(await screen.findByText(/^本栋/)).toBeVisible()
  expect(place.queryByText('火警')).toBeNull()
  const own = screen.getByRole('region', { name: '入驻信息' })
  expect(own.compareDocumentPosition(screen.getByRole('region', { name: '所在建筑' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

test('an approved application is a line below the building’s facts', async () => {
  const token = await t.signIn('zongdui')
  const infos = await Promise.all(
    rows.map(async ({ id }) => {
      const { body } = await t.call(buildingDetail.info, { buildingId: id }, token)
      return { id, status: (body.data as BuildingInfo).application?.approveStatus }
    }),
  )
  const { id } = infos.find(({ status }) => status === 1)!
  const { user } = await openAt(`/buildDetail/${id}/1/baseInfo`)
  const line = await screen.findByRole('button', { name: '申报记录' })
  expect(screen.queryByRole('region', { name: '审批情况' })).toBeNull()
  await user.click(line)
  expect(within(screen.getByRole('region', { name: '审批情况' })).getByText('已通过')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '联系和位置',
    '规模',
    '用途和构造',
  ])
})

test.each(['/deviceTest?id=', '/buildingCard/'])(
  'the window %s counts the open fires of all buildings and has the watermark',
  async (path) => {
    await openAt(`${path}${scene.id}`)
    const pill = await within(await screen.findByRole('banner')).findByRole('link', {
      name: /^\d+ ?处火警$|火警 ?\d+ ?处/,
    })
    expect(pill).toHaveAttribute('href', '/alarms')
    expect(screen.queryByRole('link', { name: '返回首页' })).toBeNull()
    expect(document.querySelector('[data-watermark]')).toBeInTheDocument()
  },
)

test('the card of a building is headed by its name and says where to hang it', async () => {
  await openAt(`/buildingCard/${scene.id}`)
  expect(await screen.findByRole('heading', { name: `建筑卡片 · ${burning.name}` })).toBeVisible()
  expect(screen.getByText('贴在消控室门口和大堂，扫码登录后查看')).toBeVisible()
})
