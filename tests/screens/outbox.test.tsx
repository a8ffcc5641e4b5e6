import { act, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cut } from '#mocks/faults.ts'
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
  for (const floor of ['第一次', '第二次', '第三次']) {
    await user.click(edit)
    const dialog = within(await screen.findByRole('dialog', { name: /^编辑点位/ }))
    await user.clear(dialog.getByLabelText('楼层'))
    await user.type(dialog.getByLabelText('楼层'), floor)
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
  const { rows } = await t.db.execute(sql`select floor from point where id = ${id}`)
  expect(rows[0]!.floor).toBe('第三次')
})
