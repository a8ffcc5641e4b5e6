import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { floorPlan } from '#contract/floor-plan.ts'
import { refuse } from '#mocks/faults.ts'
import { alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone } from '../support/window-width.ts'

const { t, signIn, network } = await screenTests()

async function openAs(account: string, to: string) {
  const app = await signIn(account)
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: to })
  return app
}

async function fireOnTwoFloors() {
  const scene = await alarmScene(t)
  const { rows } = await t.db.execute<{ floor: string }>(sql`
    select floor from point where building_id = ${scene.id} and api_id = 1 order by id limit 6`)
  const later = rows.findIndex(({ floor }) => floor && floor !== rows[0]!.floor)
  await scene.fire(0, MINUTE)
  await scene.fire(later)
  return { id: scene.id, first: rows[0]!.floor, latest: rows[later]!.floor }
}

test('the plan tab opens on the floor of the latest record; the fire’s other floors lead to the same fire', async () => {
  const { id, first, latest } = await fireOnTwoFloors()
  const { user } = await openAs('unit01', `/buildDetail/${id}/1/planInfo`)
  const floors = within(await screen.findByRole('list', { name: '楼层' }))
  expect(floors.getByRole('button', { pressed: true })).toHaveTextContent(latest)
  expect(floors.getAllByText('无点位')).not.toEqual([])
  const missing = await screen.findByRole('heading', { name: `${latest}暂无平面图` })
  const points = screen.getByRole('region', { name: '本层点位' })
  expect(points.compareDocumentPosition(missing) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const here = () => within(screen.getByRole('region', { name: '本层点位' }))
  expect(here().getAllByRole('link', { name: '去确认' })).toHaveLength(1)
  const elsewhere = within(screen.getByRole('region', { name: '其他楼层的报警' }))
  await user.click(await elsewhere.findByRole('button', { name: new RegExp(first) }))
  expect(floors.getByRole('button', { pressed: true })).toHaveTextContent(first)
  const same = await within(await screen.findByRole('region', { name: '本层点位' })).findByRole('link', {
    name: new RegExp(`^同 ${latest}火警，`),
  })
  expect(same).toHaveAttribute('href', expect.stringMatching(/^\/alarms\?id=/))
})

test('a fire on another floor does not take away the floor that a plan is chosen for', async () => {
  const scene = await alarmScene(t)
  const { rows } = await t.db.execute<{ floor: string }>(sql`
    select floor from point where building_id = ${scene.id} and api_id = 1 order by id limit 6`)
  const own = rows[0]!.floor
  const later = rows.findIndex(({ floor }) => floor && floor !== own)
  await scene.fire(0, MINUTE)
  const { user, client } = await openAs('unit01', `/buildDetail/${scene.id}/1/planInfo`)
  await screen.findByRole('heading', { name: `${own}暂无平面图` })
  await user.click(screen.getByRole('button', { name: '上传平面图' }))
  await scene.fire(later)
  await client.invalidateQueries()
  const elsewhere = within(await screen.findByRole('region', { name: '其他楼层的报警' }))
  expect(await elsewhere.findByRole('button', { name: new RegExp(rows[later]!.floor) })).toBeVisible()
  expect(within(screen.getByRole('list', { name: '楼层' })).getByRole('button', { pressed: true })).toHaveTextContent(
    own,
  )
})

test('a burning floor that cannot be read keeps its row', async () => {
  const { id, first, latest } = await fireOnTwoFloors()
  network.use(refuse(floorPlan.floor, 503))
  const { user } = await openAs('unit01', `/buildDetail/${id}/1/planInfo`)
  expect(await screen.findByRole('button', { pressed: true })).toHaveTextContent(latest)
  const alarms = within(await screen.findByRole('region', { name: '其他楼层的报警' }))
  expect(alarms.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([`${first}1 个点位报警`])
  await user.click(alarms.getByRole('button', { name: new RegExp(`^${first}`) }))
  expect(within(screen.getByRole('list', { name: '楼层' })).getByRole('button', { pressed: true })).toHaveTextContent(
    first,
  )
})

test('on a phone the plan tab lists the fire’s other floors', async () => {
  onPhone()
  const { id, latest } = await fireOnTwoFloors()
  await openAs('unit01', `/buildDetail/${id}/1/planInfo`)
  const elsewhere = within(await screen.findByRole('region', { name: '其他楼层的报警' }))
  expect(await elsewhere.findByText('报警', { selector: 'span' })).toHaveTextContent(/^报警 \d+ 天$/)
  expect(elsewhere.getByRole('link', { name: new RegExp(`^同 ${latest}火警，`) })).toBeVisible()
  const floor = within(screen.getByRole('region', { name: '本层点位' }))
  expect(floor.getAllByRole('link', { name: '去确认' })).toHaveLength(1)
})

test('a plan whose picture cannot be read leaves the other burning floors in view', async () => {
  const { id, first, latest } = await fireOnTwoFloors()
  await t.db.execute(sql`
    insert into floor_plan (building_id, floor, file_key, content_type, width, height, size, sha256, changed_at)
    values (${id}, ${latest}, 'plans/none', 'image/png', 2, 2, 2, 'a', now()) on conflict do nothing`)
  network.use(refuse(floorPlan.picture, 503))
  await openAs('unit01', `/buildDetail/${id}/1/planInfo`)
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible()
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent(latest)
  const elsewhere = within(screen.getByRole('region', { name: '其他楼层的报警' }))
  expect(await elsewhere.findByRole('button', { name: new RegExp(first) })).toBeVisible()
})
