import { screen, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { providerConsole, type ConsoleSummary } from '#contract/provider-console.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'
import { MINUTE } from '../support/sign-in-pages.ts'

const { t, signIn } = await screenTests()

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

const reported = (ago: number) =>
  t.db.execute(sql`update point set reported_at = ${new Date(t.clock.now().getTime() - ago).toISOString()}::timestamptz
    where building_id in (select id from building where provider_id = ${FIRST_PROVIDER_ID})`)

test.each([
  [13 * MINUTE, '最近一条在 13 分钟前'],
  [4 * MINUTE, '最近一条在 5 分钟内'],
])('a newest report of %d ms ago is dated, and points have the names of their kind', async (ago, words) => {
  await reported(ago)
  const { user } = await signIn('isv01', '/provider')
  await user.click(await screen.findByRole('radio', { name: '最近上报' }))
  expect(await screen.findByText(words)).toBeVisible()
  const table = within(await screen.findByRole('table', { name: '最近上报的点位' }))
  expect(table.getAllByText(/^.*系统$/).length).toBeGreaterThan(1)
  expect(table.getAllByText(/（apiId \d+）$/).length).toBeGreaterThan(1)
})

test('the tab of refused reports has their count', async () => {
  await t.db.execute(sql`
    insert into quarantine (provider_id, building_id, point_number, reason, item_kind, occurred_at, received_at, item_key, item)
    select provider_id, id, 'Q-1', 'future', 'reading', now(), now(), 'one', '{}' from building
    where provider_id = ${FIRST_PROVIDER_ID} order by id limit 1`)
  await signIn('isv01', '/provider')
  const tab = await screen.findByRole('radio', { name: /^未接收 \d+$/ })
  const { body } = await t.call(providerConsole.summary, {}, await t.signIn('isv01'))
  const { refused, quarantined } = body.data as ConsoleSummary
  expect(tab).toHaveAccessibleName(`未接收 ${refused + quarantined}`)
})
