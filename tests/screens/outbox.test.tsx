import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { point } from '#contract/point.ts'
import { problem } from '#contract/problem.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { noteAnswer, noteSilence } from '#app/offline/connection.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

interface OwnPoint {
  readonly id: string
  readonly building: string
  readonly number: string
  readonly name: string
}

async function firstPoint(): Promise<OwnPoint> {
  const { rows } = await t.db.execute(sql`
    select p.id::text, p.point_number as number, b.id::text as building, b.name from point p join building b on b.id = p.building_id
    join building_unit bu on bu.building_id = b.id and bu.kind = 'bound' join account a on a.unit_id = bu.unit_id
    where a.account = 'unit01' and b.access_status = 1 order by b.id, p.id limit 1`)
  return rows[0] as unknown as OwnPoint
}

test('edits of one point made offline are listed with their building, and all are submitted after reconnecting', async () => {
  const { id, number, building, name } = await firstPoint()
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await router.navigate({ href: `/buildDetail/${building}/1/pointInfo` })
  const edit = await screen.findByRole('button', { name: `编辑点位 ${number}` })
  network.use(cut())
  act(() => noteSilence())
  const edits = { 楼层: '第一次', 部位: '第二次', 描述: '第三次' }
  const entered = Object.entries(edits)
  for (const [at, [label, text]] of entered.entries()) {
    await user.click(edit)
    const dialog = within(await screen.findByRole('dialog', { name: /^编辑点位/ }))
    expect(dialog.queryAllByText('已含待提交的修改，按顺序提交')).toHaveLength(Math.sign(at))
    for (const [of, before] of entered.slice(0, at)) expect(dialog.getByLabelText(of)).toHaveValue(before)
    await user.clear(dialog.getByLabelText(label))
    await user.type(dialog.getByLabelText(label), text)
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await router.navigate({ to: '/outbox' })
  await waitFor(() => expect(screen.getAllByRole('heading', { name: /^编辑点位/ })).toHaveLength(3))
  for (const heading of screen.getAllByRole('heading', { name: /^编辑点位/ }))
    expect(heading.closest('li')).toHaveTextContent(name)
  expect(screen.getByText(/3 项恢复连接后自动提交/)).toBeVisible()

  network.resetHandlers()
  act(() => noteAnswer())
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  const { rows } = await t.db.execute(sql`select floor, zone, descript from point where id = ${id}`)
  expect(rows).toEqual([{ floor: '第一次', zone: '第二次', descript: '第三次' }])
})

test('全部重试 also submits what was refused', async () => {
  const { id, number, building } = await firstPoint()
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  await router.navigate({ href: `/buildDetail/${building}/1/pointInfo` })
  const edit = await screen.findByRole('button', { name: `编辑点位 ${number}` })
  network.use(cut())
  await user.click(edit)
  const dialog = within(await screen.findByRole('dialog', { name: /^编辑点位/ }))
  await user.clear(dialog.getByLabelText('部位'))
  await user.type(dialog.getByLabelText('部位'), '重试处')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await router.navigate({ to: '/outbox' })
  const retry = await screen.findByRole('button', { name: '全部重试' })
  network.use(refuse(point.edit, 403))
  await user.click(retry)
  expect(await screen.findByText('提交失败')).toBeVisible()

  network.resetHandlers()
  await user.click(retry)
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  const { rows } = await t.db.execute(sql`select zone from point where id = ${id}`)
  expect(rows).toEqual([{ zone: '重试处' }])
})

test('a refused act on a problem is named on the home page and in its details, and the next act replaces it', async () => {
  const { body } = await t.call(problem.list, { questionStatus: 0 }, await t.signIn('unit01'))
  const { id } = (body.data as OutputOf<typeof problem.list>).list.find(
    ({ kind, problemType, status }) => kind === 'fault' && problemType === 1 && status === 0,
  )!
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  const open = async () => {
    await router.navigate({ to: '/problemStatistics', search: { id } })
    return within(await screen.findByRole('region', { name: '问题详情' }))
  }
  network.use(refuse(problem.handle, 503))
  await user.click(await (await open()).findByRole('button', { name: '登记为已处理' }))
  expect(await screen.findByText(/^已登记为已处理：.+，已保存在本机，联网后自动提交$/)).toBeVisible()
  await t.db.execute(sql`update problem set todo_status = 1 where id = ${id}`)
  await router.navigate({ to: '/outbox' })
  const retry = await screen.findByRole('button', { name: '全部重试' })
  network.resetHandlers()
  await user.click(retry)
  expect(await screen.findByText('提交失败')).toBeVisible()
  await router.navigate({ to: '/socialData' })
  expect(await screen.findByText('1 项提交失败，去修改或放弃')).toBeVisible()

  await t.db.execute(sql`update problem set todo_status = 0 where id = ${id}`)
  const again = await open()
  expect(await again.findByRole('link', { name: '去处理' })).toHaveAttribute('href', '/outbox')
  await user.click(await again.findByRole('button', { name: '登记为已处理' }))
  await waitFor(async () => {
    const { rows } = await t.db.execute(sql`select todo_status as status from problem where id = ${id}`)
    expect(rows).toEqual([{ status: 1 }])
  })
  await router.navigate({ to: '/outbox' })
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
})
