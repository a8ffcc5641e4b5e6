import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

type Row = OutputOf<typeof building.list>['list'][number]

async function rowsOf(account: string): Promise<Row[]> {
  const { body } = await t.call(building.list, { pageSize: 50 }, await t.signIn(account))
  return (body.data as OutputOf<typeof building.list>).list
}

async function openList(account: string, search: Record<string, string> = {}, entry = '/login') {
  const app = await signIn(account, entry)
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/socialData|fireDepData/))
  await app.router.navigate({ to: '/buildingList', search })
  await screen.findAllByRole('button', { name: '详情' })
  return app
}

const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('tr')!)
const has = (name: string, button: string | RegExp) => rowOf(name).queryByRole('button', { name: button }) !== null

test('each row offers a unit exactly what its state allows, and marks what is under approval', async () => {
  const rows = await rowsOf('unit01')
  await openList('unit01')
  for (const row of rows) {
    const provided = row.iotProviderId !== '0'
    expect([row.name, has(row.name, '申报')]).toEqual([row.name, row.approveStatus !== 0 && provided])
    expect([row.name, has(row.name, '解绑服务商')]).toEqual([row.name, provided])
    expect([row.name, has(row.name, '解绑建筑')]).toEqual([row.name, true])
    expect([row.name, has(row.name, '接入告知书')]).toEqual([row.name, false])
    const marked = rowOf(row.name).queryByText('正在审批') !== null
    expect([row.name, marked]).toEqual([row.name, row.accessStatus !== 1 && row.approveStatus === 0])
  }
})

test('the authority of a district finds its district chosen and locked, and the access notice at 100 %', async () => {
  const rows = await rowsOf('jingan')
  await openList('jingan', {}, '/loginxf')
  expect(screen.getByLabelText('区')).toBeDisabled()
  await waitFor(() => expect(screen.getByLabelText('区')).toHaveDisplayValue('静安区'))
  expect(screen.getByRole('button', { name: /^新增/ })).toBeDisabled()
  for (const row of rows.slice(0, 10)) {
    expect([row.name, has(row.name, '接入告知书')]).toEqual([row.name, row.mustNumPre === 100])
    expect([row.name, has(row.name, '申报')]).toEqual([row.name, false])
  }
})

test('a filter stands in the address, and an address brings its filter', async () => {
  const { user, router } = await openList('unit01')
  await user.selectOptions(screen.getByLabelText('接入状态'), '接入中')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ isAccess: '2' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '详情' })).toHaveLength(1))
  await router.navigate({ to: '/buildingList', search: { isAccess: '3' } })
  await waitFor(() => expect(screen.getByLabelText('接入状态')).toHaveDisplayValue('接入失败'))
})

test('letting go of the provider takes five seconds of thought; leaving begins them anew', async () => {
  const { user } = await openList('unit01')
  const [open] = screen.getAllByRole('button', { name: '解绑服务商' })
  await user.click(open!)
  const dialog = within(await screen.findByRole('alertdialog', { name: '解绑服务商' }))
  expect(dialog.getByText(/所有数据将被清空/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: /^确定（[1-5]）$/ })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getAllByRole('button', { name: '解绑服务商' })[0]!)
  const again = within(await screen.findByRole('alertdialog', { name: '解绑服务商' }))
  expect(again.getByRole('button', { name: /^确定（[3-5]）$/ })).toBeDisabled()
  await waitFor(() => expect(again.getByRole('button', { name: '确定' })).toBeEnabled(), { timeout: 20_000 })
  const before = (await t.db.execute('select 1 from building where provider_id is null')).rows.length
  await user.click(again.getByRole('button', { name: '确定' }))
  await screen.findByText('解绑成功')
  expect((await t.db.execute('select 1 from building where provider_id is null')).rows.length).toBe(before + 1)
})

test('a declaration says what is missing at each field, and counts the reason’s characters as one types', async () => {
  const { user } = await openList('unit01', { isAccess: '1' })
  await user.click(screen.getAllByRole('button', { name: '申报' })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: '特殊申报' }))
  await user.click(dialog.getByRole('button', { name: '提交' }))
  for (const said of ['请选择申报类型', '请输入申报原因', '请上传附件，最多5个'])
    expect((await dialog.findAllByText(said)).length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText(/^申报原因/), '水箱共用')
  expect(dialog.getByText('4/100')).toBeInTheDocument()
})
