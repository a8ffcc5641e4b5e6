import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

const addProblems = (building: number, points: readonly number[], since: number, status = 0) =>
  t.db.execute(sql`
    insert into problem (building_id, point_id, cause, system_id, device_no, item_desc, problem_type, todo_status, happened_at)
    select building_id, id, 'alarm-unhandled', system_id, device_no, device_name || '：火警超过 24 小时未确认', 1, ${status},
      ${new Date(since).toISOString()}
    from point where building_id = ${building} and id in (${sql.join([...points], sql`, `)}) on conflict do nothing`)

async function openAs(account: string, to: string) {
  const app = await signIn(account)
  await screen.findByRole('navigation', { name: '主菜单' })
  await app.router.navigate({ href: to })
  return app
}

test('a point whose first report is not known says that the age is its fire’s', async () => {
  const scene = await alarmScene(t)
  for (const at of [0, 1, 2]) await scene.fire(at, (10 - at) * MINUTE)
  await t.db.execute(
    sql`update alarm set occurred_at = occurred_at - interval '2 days' where building_id = ${scene.id}`,
  )
  const { client } = await openAs('unit01', `/buildDetail/${scene.id}/1/pointInfo`)
  const days = Math.floor((Date.now() - t.clock.now().getTime()) / (24 * 60 * MINUTE))
  const points = within(await screen.findByRole('table', { name: '点位' }))
  const burning = () => points.getAllByRole('row').filter((row) => within(row).queryByText('报警'))
  const ages = () => burning().map((row) => within(row).queryByText(/^(火警 )?\d+ 天$/)?.textContent)
  await waitFor(() => expect(ages()).toEqual([undefined, `火警 ${days + 2} 天`, `${days + 2} 天`]))
  expect(burning().map((row) => within(row).queryByText(/又报$/) !== null)).toEqual([true, false, false])
  await scene.fire(2)
  await client.invalidateQueries()
  await waitFor(() => expect(ages()).toEqual([`火警 ${days + 2} 天`, `火警 ${days + 2} 天`, `${days + 2} 天`]))
  await addProblems(scene.id, [scene.points[1]!.id], t.clock.now().getTime() - 24 * 60 * MINUTE)
  await client.invalidateQueries()
  await waitFor(() => expect(ages()).toEqual([`火警 ${days + 2} 天`, `${days + 1} 天`, `${days + 2} 天`]))
})

test.each([0, 1])('the head of a fire is no problem of the list, with to-dos of status %i', async (status) => {
  const scene = await alarmScene(t)
  for (const at of [0, 1, 2]) await scene.fire(at, (10 - at) * MINUTE)
  await t.db.execute(sql`delete from problem where building_id = ${scene.id}`)
  await addProblems(scene.id, [scene.points[0]!.id, scene.points[1]!.id], t.clock.now().getTime(), status)
  const { id } = await scene.open()
  await openAs('unit01', `/buildDetail/${scene.id}/1/todoInfo`)
  const region = within(await screen.findByRole('region', { name: '问题' }))
  expect(await region.findByRole('button', { name: /^未解决\s*2$/ })).toBeVisible()
  const [, ...rows] = within(region.getByRole('table', { name: '问题' })).getAllByRole('row')
  const heads = rows.filter((row) => row.querySelector('th[scope=rowgroup]'))
  expect([rows.length, rows.indexOf(heads[0]!), heads.length]).toEqual([3, 0, 1])
  expect(within(heads[0]!).getByRole('link', { name: '去确认' })).toHaveAttribute('href', `/alarms?id=${id}`)
  expect(heads[0]).not.toHaveTextContent('已处理')
  expect(within(heads[0]!).queryByRole('button')).toBeNull()
})
