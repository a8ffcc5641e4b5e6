import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { building } from '#contract/building.ts'
import { callBatch } from '#contract/call-batch.ts'
import { unit } from '#contract/unit.ts'
import { refuse } from '#mocks/faults.ts'
import { account } from '#server/schema/account.table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()
windowWidth(true)

const NAME = '搜索单位名称、地址或信用代码'

async function open(to: '/unitList' | '/accountList', search: Record<string, string> = {}) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to, search })
  await screen.findAllByRole('button', { name: /^修改$|：更多$/ })
  return app
}

async function ownUnit() {
  const { rows } = await t.db.execute<{ id: number; name: string }>(sql`
    select u.id::int as id, u.name from unit u join account a on a.unit_id = u.id where a.account = 'unit01'`)
  return rows[0]!
}

const withoutBatch = () => http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 }))

test('a chip that drops the words of the search empties its box, and the same words are searched for again', async () => {
  const { name } = await ownUnit()
  const { user, router } = await open('/unitList', { search: name })
  const box = screen.getByRole('searchbox', { name: NAME })
  expect(box).toHaveValue(name)
  await user.click(await screen.findByRole('button', { name: /^全部 ?\d+$/ }))
  await waitFor(() => expect(box).toHaveValue(''))
  await user.type(box, name)
  await waitFor(() => expect(router.state.location.search).toEqual({ search: name }))
  expect(box).toHaveValue(name)
})

test('a new account needs a unit of the last search', async () => {
  const before = await t.db.$count(account)
  const { user } = await open('/accountList')
  await user.click(screen.getByRole('button', { name: '新增账号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增账号' }))
  const box = dialog.getByRole('searchbox', { name: '搜索单位名称' })
  await user.type(box, '餐饮')
  const choice = await dialog.findByRole('option', { name: /餐饮/ })
  await user.selectOptions(dialog.getByLabelText(/^单位名称/), choice)
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^账号/).value).toMatch(/^dw\d+$/))
  await user.clear(box)
  await waitFor(() => expect(dialog.getByLabelText(/^单位名称/)).toBeDisabled())
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('请选择单位')).toBeVisible()
  expect(await t.db.$count(account)).toBe(before)
})

test('each building of a unit keeps its own date, area and label when another is chosen', async () => {
  const { id, name } = await ownUnit()
  const { rows: buildings } = await t.db.execute<{ id: number; name: string }>(sql`
    select id::int as id, name from building where registered order by id limit 2`)
  const [first, second] = [buildings[0]!, buildings[1]!]
  const stored = async () => {
    const { rows } = await t.db.execute(sql`
      select building_id::int as building, entered_at as time, enter_area as area, label from building_unit
      where unit_id = ${id} and kind = 'tenant' order by building_id`)
    return rows
  }
  await t.db.execute(sql`delete from building_unit where unit_id = ${id} and kind = 'tenant'`)
  await t.db.execute(sql`
    insert into building_unit (building_id, unit_id, kind, entered_at, enter_area, label, created_at, modified_at) values
    (${first.id}, ${id}, 'tenant', '2024-03-01T00:00:00+08:00', 30, '承租单位', now(), now()),
    (${second.id}, ${id}, 'tenant', '2021-06-01T00:00:00+08:00', 80, '承租单位', now(), now())`)
  const before = await stored()
  const { user } = await open('/unitList', { search: name })
  await waitFor(() => expect(screen.getAllByRole('button', { name: '编辑' })).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: '编辑单位' }))
  const area = await dialog.findByLabelText(/^入驻面积/)
  expect(area).toHaveValue('30')
  await user.selectOptions(dialog.getByLabelText(/^建筑\*?$/), String(second.id))
  expect(area).toHaveValue('80')
  expect(dialog.getByLabelText(/^入驻日期/)).toHaveValue('2021-06-01')
  await dialog.findByRole('option', { name: '静安区消防救援支队' })
  await dialog.findByRole('option', { name: '承租单位' })
  const nature = dialog.getByLabelText<HTMLSelectElement>(/^所有制性质/)
  if (nature.value === '') await user.selectOptions(nature, '私营')
  fireEvent.change(dialog.getByLabelText(/^法定代表人\*?$/), { target: { value: '改名的人' } })
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await stored()).toEqual(before)
})

test('choices of a unit that could not be read say so and are read again', async () => {
  const { user } = await open('/unitList')
  network.use(withoutBatch(), refuse(unit.organs, 500), refuse(building.allList, 500))
  await user.click(screen.getByRole('button', { name: '新增单位' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增单位' }))
  expect(await dialog.findAllByRole('button', { name: '重试' })).toHaveLength(1)
  await user.click(dialog.getByRole('checkbox', { name: '所属建筑' }))
  await user.type(dialog.getByRole('searchbox', { name: '搜索建筑名称' }), '大厦')
  await waitFor(() => expect(dialog.getAllByRole('button', { name: '重试' })).toHaveLength(2))
  expect(dialog.getByText('建筑未取得')).toBeInTheDocument()
  expect(dialog.queryByText('没有找到建筑')).toBeNull()
})
