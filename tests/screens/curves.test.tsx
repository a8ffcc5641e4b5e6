import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { point } from '#contract/point.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { buildingOf, pointOf } from '../support/ask-records.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

const before = (minutes: number) => new Date(DEMO_NOW.getTime() - minutes * 60_000).toISOString()

async function openBuilding(tab: string) {
  const id = await buildingOf(t, 'unit01')
  const low = await pointOf(t, id, 17)
  await t.db.execute(
    sql`update point set online = true, latest = '{"pressure": 0.02}', latest_at = ${before(5)} where id = ${low.id}`,
  )
  await t.db
    .execute(sql`insert into trouble (point_id, cause, building_id, since) values (${low.id}, 'pressure-low', ${id}, ${before(120)})
    on conflict do nothing`)
  await t.db.execute(sql`insert into reading (point_id, at, building_id, api_id, received_at, measures)
    values (${low.id}, ${before(5)}, ${id}, 17, ${before(5)}, '{"pressure": 0.02}') on conflict do nothing`)
  const { body } = await t.call(point.measured, { buildingId: id }, await t.signIn('unit01'))
  const { list } = body.data as OutputOf<typeof point.measured>
  const app = await signIn('unit01', '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: `/buildDetail/${id}/1/${tab}` })
  return { ...app, list, low: list.find(({ deviceId }) => deviceId === String(low.id))! }
}

const curveCard = async () => within(await screen.findByRole('region', { name: '测点曲线' }))

test('the state of a building begins with the worst gauge: value, range, since when, and its curve as a table', async () => {
  const { low } = await openBuilding('stateInfo')
  const card = await curveCard()
  expect(card.getByRole('heading', { level: 2 })).toHaveTextContent(low.deviceName!)
  expect(card.getByText('压力过低')).toBeVisible()
  expect(card.getByText(/^正常 .*，低了 0\./)).toBeVisible()
  expect(card.getByText(/起，已 2 小时/)).toBeVisible()
  const table = within(await card.findByRole('table', { name: new RegExp(`${low.deviceName!} 压力，.*正常不低于`) }))
  expect(table.getAllByRole('row').length).toBeGreaterThan(5)
  expect(table.getAllByText(/0\.02 MPa/).length).toBeGreaterThan(0)
  expect(await screen.findByRole('table', { name: /近 30 天评分/ })).toBeInTheDocument()
})

test('pressing a point shows its curve, for a day or a longer time', async () => {
  const { user, list } = await openBuilding('stateInfo')
  const other = list.find(
    ({ figure, since, connectStatus }) => figure !== null && since === null && connectStatus === 1,
  )!
  const row = await screen.findByRole('button', { name: new RegExp(other.deviceName!) })
  await user.click(row)
  expect(row).toHaveAttribute('aria-pressed', 'true')
  const card = await curveCard()
  expect(card.getByRole('heading', { level: 2 })).toHaveTextContent(other.deviceName!)
  await card.findByRole('table', { name: new RegExp(other.deviceName!) })
  const first = card.getByRole('figure').getAttribute('aria-label')
  await user.click(card.getByRole('radio', { name: '7 天' }))
  await waitFor(() => expect(card.getByRole('figure').getAttribute('aria-label')).not.toBe(first))
})

test('the list of points has the current value of those that measure', async () => {
  const { user, low } = await openBuilding('pointInfo')
  await user.type(await screen.findByRole('searchbox', { name: '搜索编号、名称、楼层、部位' }), low.deviceName!)
  const name = await screen.findByText(low.deviceName!)
  await waitFor(() => expect(name.closest('tr')).toHaveTextContent('0.02MPa，压力过低'))
})

test('the history of a gauge has its curve above the table', async () => {
  const { user, low } = await openBuilding('iotInfo')
  await user.click(await screen.findByRole('button', { name: /消火栓管网压力/ }))
  const [row] = await screen.findAllByRole('row', { name: new RegExp(low.deviceName!) })
  await user.click(within(row!).getByRole('button', { name: '历史记录' }))
  const dialog = within(await screen.findByRole('dialog', { name: /历史记录/ }))
  expect(await dialog.findByRole('table', { name: /压力，.*至/ })).toBeInTheDocument()
  expect(await dialog.findByRole('table', { name: '历史记录' })).toBeInTheDocument()
})

test('the curve of a fault begins before the fault, and the system with faults comes first', async () => {
  const low = await pointOf(t, await buildingOf(t, 'unit01'), 17)
  await t.db.execute(sql`update trouble set since = ${before(9 * 24 * 60)} where point_id = ${low.id}`)
  await openBuilding('stateInfo')
  const card = await curveCard()
  expect(card.getByRole('radio', { name: '30 天' })).toBeChecked()
  const counts = screen.getAllByText(/^\d+ 个测点/)
  expect(counts[0]).toHaveTextContent(/个异常$/)
})
