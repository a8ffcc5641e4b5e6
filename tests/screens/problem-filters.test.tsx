import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone, turnable } from '../support/window-width.ts'

const { t, signIn } = await screenTests()

const listOf = async (input: InputOf<typeof problem.list>) =>
  (await t.call(problem.list, input, await t.signIn('unit01'))).body.data as OutputOf<typeof problem.list>

async function openStatistics(search: Record<string, string>) {
  const app = await signIn('unit01')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  await app.router.navigate({ to: '/problemStatistics', search })
  return app
}

const rowOf = (id: string) => document.querySelector(`a[data-row="${id}"]`)

test('closed problems have no time of resolution to filter by', async () => {
  const { list } = await listOf({ questionStatus: 1 })
  const { id } = list[0]!
  await t.db.execute(sql`update problem set closed_for = 'point-removed' where id = ${id}`)
  const { user, router } = await openStatistics({
    status: '1',
    from: '2020-01-01 00:00:00',
    to: '2020-01-02 23:59:59',
  })
  expect(await screen.findByLabelText('解决时间，开始日期')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /^已关闭\s*\d+$/ }))
  await waitFor(() => expect(rowOf(id)).toBeVisible())
  expect(router.state.location.search).not.toHaveProperty('from')
  expect(screen.queryByLabelText('解决时间，开始日期')).toBeNull()
})

test('on a phone a time of resolution that filters nothing is not counted', async () => {
  onPhone()
  await openStatistics({ status: '2', from: '2020-01-01 00:00:00', to: '2020-01-02 23:59:59' })
  expect(await screen.findByRole('button', { name: /^筛选/ })).toHaveTextContent(/^筛选$/)
})

test('a search counts the devices of the fires it finds', async () => {
  const { list, counts } = await listOf({ questionStatus: 0, kind: 'fire' })
  const { id, deviceName } = list.find(({ deviceName: name }) => name)!
  const found = await listOf({ questionStatus: 0, search: deviceName! })
  const devices = found.list.filter(({ kind }) => kind === 'fire').length
  expect(devices).toBeLessThan(counts.fires)
  await openStatistics({ search: deviceName! })
  await waitFor(() => expect(rowOf(id)).toBeVisible())
  expect(screen.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent(`火警超时 1 处 · ${devices} 个问题`)
})

test('a tablet that is turned keeps the open filter and what was typed', async () => {
  const turn = turnable(600)
  const { user } = await openStatistics({})
  await user.click(await screen.findByRole('button', { name: /^筛选/ }))
  const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
  await user.type(await sheet.findByRole('searchbox'), '烟')
  act(() => turn(960))
  expect(within(screen.getByRole('dialog', { name: '筛选' })).getByRole('searchbox')).toHaveValue('烟')
})
