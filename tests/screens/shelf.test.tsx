import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shelf } from '#contract/shelf.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { type AlarmScene, alarmScene } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  await t.db.execute(sql`delete from shelf`)
  scene = await alarmScene(t)
})

async function open(path: string) {
  const app = await signIn('unit01', '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(path)
  return app
}
const shelves = async () =>
  (
    await t.db.execute<{ reason: string; point: number | null; ended: boolean }>(sql`
      select reason, point_id::int as point, ended_at is not null as ended from shelf order by id`)
  ).rows

test('work at a building is announced in its detail, shown there and in the list, and ended early', async () => {
  const { user, router } = await open(`/buildDetail/${scene.id}/1/baseInfo`)
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('button', { name: '检修登记' }))
  const form = within(await screen.findByRole('dialog', { name: '检修登记' }))
  await user.click(form.getByRole('button', { name: '登记' }))
  expect(await form.findByText('请选择检修原因')).toHaveFocus()
  expect(await shelves()).toEqual([])
  await user.click(form.getByRole('radio', { name: '测试' }))
  await user.click(form.getByRole('button', { name: '登记' }))
  const notice = within(await screen.findByRole('region', { name: '检修中' }))
  expect(notice.getByText(/整栋建筑，测试，至/)).toBeVisible()
  expect(await shelves()).toMatchObject([{ reason: 'test', point: null, ended: false }])

  router.history.push('/shelves')
  const table = within(await screen.findByRole('table', { name: '检修登记' }))
  await table.findByText('检修中')
  await user.click(table.getByRole('button', { name: '结束检修' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束检修' }))
  expect(await table.findByText('已结束')).toBeVisible()
  expect(await shelves()).toMatchObject([{ ended: true }])
})

test('an alarm during announced work is marked; one judged as maintenance offers to announce work at its device', async () => {
  const until = scene.wire(-2 * 3_600_000)
  await t.db.execute(sql`
    insert into shelf (building_id, reason, from_at, until_at, by_name, created_at)
    values (${scene.id}, 'maintenance', ${t.clock.now().toISOString()}::timestamptz, ${until}::timestamp at time zone 'Asia/Shanghai', '王一', now())`)
  await scene.fire(0)
  const { id } = await scene.open('jingan')
  const { user } = await open(`/alarms?building=${scene.id}&id=${id}`)
  const detail = within(await screen.findByRole('region', { name: '火警详情' }))
  expect(await detail.findByText('检修期间报警，未通知任何人')).toBeVisible()
  await user.click(await detail.findByRole('radio', { name: '维保' }))
  await user.click(detail.getByRole('button', { name: '确认为维保' }))
  await waitFor(async () => expect(await scene.open('jingan')).toMatchObject({ verdict: 3 }))
  await t.db.execute(sql`delete from shelf`)
  await user.click(await detail.findByRole('button', { name: '检修登记' }))
  const form = within(await screen.findByRole('dialog', { name: '检修登记' }))
  expect(form.getByRole('radio', { name: '一个设备' })).toBeChecked()
  await user.click(form.getByRole('button', { name: '登记' }))
  await waitFor(async () =>
    expect(await shelves()).toMatchObject([{ reason: 'maintenance', point: scene.points[0]!.id }]),
  )
})

test('a refused end of work is not shown as pending, and the next one replaces it', async () => {
  await scene.send('unit01', shelf.create, {
    buildingId: String(scene.id),
    reason: 'test',
    untilTime: scene.wire(-3_600_000),
  })
  const { user, router } = await open('/shelves')
  const table = async () => within(await screen.findByRole('table', { name: '检修登记' }))
  const end = async () => {
    await user.click(await (await table()).findByRole('button', { name: '结束检修' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束检修' }))
  }
  network.use(refuse(shelf.end, 503))
  await end()
  expect(await (await table()).findByRole('button', { name: '待提交' })).toBeDisabled()
  network.use(refuse(shelf.end, 409, '检修不能结束'))
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '全部重试' }))
  expect(await screen.findByText('检修不能结束')).toBeVisible()
  network.resetHandlers()
  await router.navigate({ to: '/shelves' })
  await end()
  await waitFor(async () => expect(await shelves()).toMatchObject([{ ended: true }]))
  await router.navigate({ to: '/outbox' })
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
})

test('the early end of work waits on the device while there is no network', async () => {
  await scene.send('unit01', shelf.create, {
    buildingId: String(scene.id),
    reason: 'test',
    untilTime: scene.wire(-3_600_000),
  })
  const { user } = await open('/shelves')
  const table = within(await screen.findByRole('table', { name: '检修登记' }))
  await table.findByText('检修中')
  network.use(cut())
  await user.click(table.getByRole('button', { name: '结束检修' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '结束检修' }))
  expect(await table.findByRole('button', { name: '待提交' })).toBeDisabled()
  expect(await shelves()).toMatchObject([{ ended: false }])
  network.resetHandlers()
})

test('a building with an open fire follows those without one, behind the link to its confirmation', async () => {
  await scene.fire(0)
  const { rows: pointless } = await t.db.execute<{ id: string; name: string }>(sql`
    select b.id, b.name from building b join building_unit bu on bu.building_id = b.id and bu.kind = 'bound'
    join account a on a.unit_id = bu.unit_id where a.account = 'unit01' and b.id <> ${scene.id} order by b.id desc limit 1`)
  await t.db.execute(sql`update point set building_id = ${scene.id} where building_id = ${pointless[0]!.id}`)
  const { user, router } = await open('/shelves')
  const { rows } = await t.db.execute<{ name: string }>(sql`select name from building where id = ${scene.id}`)
  await screen.findByRole('button', { name: new RegExp(`${rows[0]!.name}.*仍要登记 ?不再通知$`) })
  const list = within(screen.getByRole('heading', { name: '选择建筑登记检修' }).closest('section')!)
  const items = await list.findAllByRole('listitem')
  const at = items.findIndex((item) => item.textContent!.includes('栋有火警，先确认再登记'))
  const head = items[at]
  expect(at).toBeGreaterThan(0)
  for (const item of items.slice(0, at)) expect(item).not.toHaveTextContent('火警')
  const bare = items.findIndex((item) => item.textContent!.endsWith('无需登记'))
  for (const item of items.slice(0, bare))
    expect(within(item).getByRole('button', { name: /[^要]登记$/ })).toBeVisible()
  const unconnected = items.slice(bare, at)
  expect(unconnected.some((item) => item.textContent!.includes(pointless[0]!.name))).toBe(true)
  for (const item of unconnected) {
    expect(item).toHaveTextContent(/无需登记$/)
    expect(within(item).queryByRole('button')).toBeNull()
  }
  for (const item of items.slice(at + 1)) expect(item).toHaveTextContent(/火警.*仍要登记不再通知$/)
  const burning = list.getByRole('button', { name: new RegExp(`${rows[0]!.name}.*火警.*仍要登记 ?不再通知$`) })
  expect(items.indexOf(burning.closest('li')!)).toBeGreaterThan(at)
  await user.click(burning)
  const form = within(await screen.findByRole('dialog', { name: '检修登记' }))
  await user.type(form.getByRole('textbox', { name: /^说明/ }), '更换探测器')
  await user.keyboard('{Escape}')
  expect(form.getByRole('textbox', { name: /^说明/ })).toHaveValue('更换探测器')
  await user.click(form.getByRole('button', { name: '关闭' }))
  await user.click(within(head!).getByRole('link', { name: '去确认' }))
  expect(router.state.location.pathname).toBe('/alarms')
})
