import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { http, HttpResponse } from 'msw'
import { score } from '#contract/score.ts'
import { refuse } from '#mocks/faults.ts'
import { one } from '../support/alarm-scene.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone, onWideScreen } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()
const { id } = await one<{ id: string }>(
  t.db,
  sql`select b.id::text from building b join building_unit u on u.building_id = b.id and u.kind = 'bound'
    join account a on a.unit_id = u.unit_id where a.account = 'unit01' and b.scored_on is not null limit 1`,
)

async function openScore() {
  const { router } = await signIn('unit01')
  await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  await router.navigate({ href: `/buildDetail/${id}/1/scoreInfo` })
}

test('the score of 30 days does not depend on the deductions', async () => {
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    refuse(score.checks, 500),
  )
  await openScore()
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  expect(await failed.findByText(/未取得/)).toBeVisible()
  expect(failed.getByRole('button', { name: /^近 30 天评分/ })).toBeVisible()
  const trend = within(await screen.findByRole('region', { name: '近 30 天评分' }))
  expect(await trend.findByText(/^30 天内/)).toBeVisible()
})

test('a building without deductions has its score of 30 days', async () => {
  await t.db.execute(sql`update score_day set items = '[]' where building_id = ${id}`)
  await openScore()
  const failed = within(await screen.findByRole('region', { name: '扣分项' }))
  expect(await failed.findByText('没有扣分项')).toBeVisible()
  expect(failed.getByRole('button', { name: /^近 30 天评分/ })).toBeVisible()
})

test('a score of one day has no arrow', async () => {
  await t.db.execute(
    sql`delete from score_day where building_id = ${id} and day <> (select scored_on from building where id = ${id})`,
  )
  await openScore()
  const story = await screen.findByRole('button', { name: /^近 30 天评分/ })
  await waitFor(() => expect(story).toHaveTextContent(/全市平均/))
  expect(story.querySelectorAll('svg')).toHaveLength(1)
})

test.each([
  ['a phone', onPhone],
  ['a desktop', onWideScreen],
])('on %s the deductions come before the score of 30 days', async (_, at) => {
  at()
  await openScore()
  const failed = await screen.findByRole('region', { name: '扣分项' })
  const trend = await screen.findByRole('region', { name: '近 30 天评分' })
  expect(failed.compareDocumentPosition(trend) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
