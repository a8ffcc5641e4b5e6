import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { http, HttpResponse } from 'msw'
import { score } from '#contract/score.ts'
import { refuse } from '#mocks/faults.ts'
import { one } from '../support/alarm-scene.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

test('the score of 30 days does not depend on the deductions', async () => {
  const { id } = await one<{ id: string }>(
    t.db,
    sql`select b.id::text from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id where a.account = 'unit01' and b.scored_on is not null limit 1`,
  )
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    refuse(score.checks, 500),
  )
  const { router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  await router.navigate({ href: `/buildDetail/${id}/1/scoreInfo` })
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  expect(await failed.findByText(/未取得/)).toBeVisible()
  expect(failed.getByRole('button', { name: /^近 30 天评分/ })).toBeVisible()
  const trend = within(await screen.findByRole('region', { name: '近 30 天评分' }))
  expect(await trend.findByText(/^30 天内/)).toBeVisible()
})

test('a building without deductions has its score of 30 days', async () => {
  const { id } = await one<{ id: string }>(
    t.db,
    sql`select b.id::text from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
      join account a on a.unit_id = u.unit_id where a.account = 'unit01' and b.scored_on is not null limit 1`,
  )
  await t.db.execute(sql`update score_day set items = '[]' where building_id = ${id}`)
  const { router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  await router.navigate({ href: `/buildDetail/${id}/1/scoreInfo` })
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  expect(await failed.findByText('没有扣分项')).toBeVisible()
  expect(failed.getByRole('button', { name: /^近 30 天评分/ })).toBeVisible()
})
