import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { providerConsole, type ConsoleSummary } from '#contract/provider-console.ts'
import { signInCalls, type UserDetail } from '#contract/sign-in.ts'
import { FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { PASSWORD } from '../support/api-context.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'
import { MINUTE } from '../support/sign-in-pages.ts'

const { t, network, open } = await screenTests()

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

async function openConsole(tab: string) {
  const token = await t.signIn('isv01')
  const { body } = await t.call(signInCalls.detail, {}, token)
  const { router, user } = await open('/provider')
  await router.options.context.sessions.signIn(token, body.data as UserDetail)
  await router.navigate({ href: `/provider?tab=${tab}` })
  return { token, user }
}

test.each([
  ['13 minutes', 13, '最近一条在 13 分钟前'],
  ['4 minutes', 4, '最近一条在 5 分钟内'],
])('a newest report of %s ago is dated, and points name system and interface', async (_age, minutes, words) => {
  const at = new Date(t.clock.now().getTime() - minutes * MINUTE).toISOString()
  await t.db.execute(sql`
    update point set reported_at = ${at}::timestamptz
    where building_id in (select id from building where provider_id = ${FIRST_PROVIDER_ID})`)
  await openConsole('received')
  expect(await screen.findByText(words)).toBeVisible()
  const table = within(await screen.findByRole('table', { name: '最近上报的点位' }))
  expect(table.getAllByText(/系统$/).length).toBeGreaterThan(1)
  expect(table.getAllByText(/（apiId \d+）$/).length).toBeGreaterThan(1)
})

test('the tab of refused reports has their count', async () => {
  await t.db.execute(sql`
    insert into quarantine (provider_id, building_id, point_number, reason, item_kind, occurred_at, received_at, item_key, item)
    select provider_id, id, 'Q-1', 'future', 'reading', now(), now(), 'one', '{}' from building
    where provider_id = ${FIRST_PROVIDER_ID} order by id limit 1 on conflict do nothing`)
  const { token } = await openConsole('keys')
  const tab = await screen.findByRole('radio', { name: /^未接收 \d+$/ })
  const { refused, quarantined } = (await t.call(providerConsole.summary, {}, token)).body.data as ConsoleSummary
  expect(tab).toHaveAccessibleName(`未接收 ${refused + quarantined}`)
})

test('a secret exchanged by a request whose answer was lost is shown as exchanged', async () => {
  const { token, user } = await openConsole('keys')
  network.use(
    http.post(`*${providerConsole.rotate.path}`, async () => {
      await t.call(providerConsole.rotate, { password: PASSWORD }, token)
      return HttpResponse.error()
    }),
  )
  await user.click(await screen.findByRole('button', { name: '更换 secret' }))
  await user.type(screen.getByLabelText(/^登录密码/), PASSWORD)
  await user.click(screen.getByRole('button', { name: '更换' }))
  expect(await screen.findByText(/为止仍然有效，.*再次更换，原 secret 立即失效。$/)).toBeVisible()
})

test('each of many buildings can be chosen: those beyond the list by a search', async () => {
  await t.db.execute(sql`
    insert into building (name, complex_name, province_no, city_no, county, street_no, provider_id, open_project_id,
      app_key, created_at, modified_at)
    select '批量' || (1000 + n), '批量', province_no, city_no, county, street_no, ${FIRST_PROVIDER_ID}, 'many-' || n,
      'many-key-' || n, now(), now() from building, generate_series(1, 101) n
    where id = (select min(id) from building)`)
  const { user } = await openConsole('received')
  expect(await screen.findByText(/可选 100 栋，其余请搜索$/)).toBeVisible()
  const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '建筑' }).selectedOptions[0]
  for (const name of ['批量1001', '批量1101']) {
    const box = screen.getByRole('searchbox', { name: '搜索建筑名称或地址' })
    await user.clear(box)
    await user.type(box, name)
    await waitFor(() => expect(chosen()).toHaveTextContent(name))
    expect(await screen.findByText('暂无上报')).toBeVisible()
  }
})
