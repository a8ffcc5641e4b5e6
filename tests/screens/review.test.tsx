import { screen, waitFor, within } from '@testing-library/react'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approval as calls } from '#contract/approval.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { REFUSED_AS, refuse } from '#mocks/faults.ts'
import { approval } from '#server/approval/approval.table.ts'
import { building } from '#server/building/building.table.ts'
import { provider } from '#server/provider/provider.table.ts'
import { unit } from '#server/unit/unit.table.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const pending = () => t.db.select().from(approval).where(eq(approval.status, 0)).orderBy(asc(approval.id))
const rowOf = (name: string) => within(screen.getByText(name).closest('tr')!)
const rowOfProvider = async (status: number) =>
  (await t.db.select().from(provider).where(eq(provider.status, status)))[0]!

async function open(to: '/examineList' | '/companyList', search = {}) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to, search })
  return app
}

test('the authority of a district finds neither page, by menu or by address', async () => {
  const app = await signIn('jingan', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  expect(screen.queryByRole('link', { name: /接入审批|服务商管理/ })).toBeNull()
  for (const to of ['/examineList', '/companyList'] as const) {
    await app.router.navigate({ to })
    expect(app.router.state.location.pathname).toBe('/fireDepData')
  }
})

test('an application is refused with a reason only, and then stands among the decided; another is passed', async () => {
  const [first, second] = await pending()
  const nameOf = async (id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!.name
  const [refused, passed] = [await nameOf(first!.buildingId), await nameOf(second!.buildingId)]
  const { user, router } = await open('/examineList', { page: 1 })
  await waitFor(() => expect(rowOf(refused).getByRole('button', { name: '拒绝' })).toBeVisible())
  await user.click(rowOf(refused).getByRole('button', { name: '拒绝' }))
  const dialog = within(await screen.findByRole('dialog', { name: '拒绝申请' }))
  const reason = dialog.getByRole('textbox', { name: '拒绝原因' })
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  expect(reason).toHaveAccessibleDescription('请填写拒绝原因')
  expect(reason).toHaveFocus()
  expect(await pending()).toContainEqual(first)
  await user.type(reason, '请补充现场照片')
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await screen.findByText('已拒绝')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('page'))
  await waitFor(() => expect(screen.queryByText(refused)).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(rowOf(passed).getByRole('button', { name: '通过' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('是否确认通过该申请？')).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: '通过' }))
  await waitFor(() => expect(screen.queryByText(passed)).toBeNull())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: '已审批' }))
  await waitFor(() => expect(rowOf(refused).getByText('请补充现场照片')).toBeVisible())
  const ids = [first!.id, second!.id]
  const rows = await Promise.all(ids.map((id) => t.db.select().from(approval).where(eq(approval.id, id))))
  expect(rows.map(([row]) => row!.status)).toEqual([2, 1])
})

test('a decision that fails by the server’s fault is told with the number its log has for it', async () => {
  const { user } = await open('/examineList')
  network.use(refuse(calls.agree, 500))
  await user.click((await screen.findAllByRole('button', { name: '通过' }))[0]!)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '通过' }))
  expect(await screen.findByText(`${ERROR_TEXT[500]}（请求编号 ${REFUSED_AS}）`)).toBeVisible()
})

test('a row without attachments says so, and leads to how the building is docked', async () => {
  const [row] = await pending()
  const { user, router } = await open('/examineList')
  const [first] = await screen.findAllByRole('button', { name: '查看对接状态' })
  expect(screen.getAllByText('暂无附件').length).toBeGreaterThan(0)
  expect(row).toBeDefined()
  await user.click(first!)
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/buildDetail\/\d+\/1\/iotInfo$/))
})

test('a provider is rejected for ticked reasons only, numbered as they are listed; Other needs words', async () => {
  const { id, name } = await rowOfProvider(2)
  const { user } = await open('/companyList')
  await waitFor(() => expect(rowOf(name).getByRole('button', { name: '驳回' })).toBeVisible())
  await user.click(rowOf(name).getByRole('button', { name: '驳回' }))
  const dialog = within(await screen.findByRole('dialog', { name: '驳回服务商' }))
  const reject = () => user.click(dialog.getByRole('button', { name: '驳回' }))
  await reject()
  expect(dialog.getByText('请选择驳回原因')).toBeInTheDocument()
  await user.click(dialog.getByLabelText('其他'))
  await reject()
  expect(dialog.getByText('请填写其他原因')).toBeInTheDocument()
  expect((await rowOfProvider(2)).id).toBe(id)
  await user.type(dialog.getByLabelText(/^其他原因/), '缺少等保备案。')
  await user.click(dialog.getByLabelText('承诺书未盖章或内容不完整'))
  await user.click(dialog.getByLabelText('营业执照不清晰或已过有效期'))
  await reject()
  await screen.findByText('已驳回', { selector: '[role=status] *, [role=alert] *, [role=status], [role=alert]' })
  const [row] = await t.db.select().from(provider).where(eq(provider.id, id))
  const reason = '1.营业执照不清晰或已过有效期；2.承诺书未盖章或内容不完整；3.缺少等保备案。'
  expect(row).toMatchObject({ status: 3, reason })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(rowOf(name).getByRole('button', { name: '驳回原因' })).toBeVisible())
  await user.click(rowOf(name).getByRole('button', { name: '驳回原因' }))
  expect(await screen.findByText(reason)).toBeInTheDocument()
})

test('filters stand in the address; the docking notice waits for 100 %, reports for a docking', async () => {
  const { user, router } = await open('/companyList', { status: '1' })
  const rows = await t.db.select().from(provider).where(eq(provider.status, 1))
  await waitFor(() => expect(screen.getByText(rows[0]!.name)).toBeVisible())
  for (const { name, mustPercent, accessStatus } of rows) {
    const notice = rowOf(name).getByRole<HTMLButtonElement>('button', { name: '对接告知书' })
    expect([name, notice.disabled]).toEqual([name, mustPercent !== 100])
    expect([name, rowOf(name).queryByRole('button', { name: '测试报告' }) !== null]).toEqual([name, accessStatus !== 0])
  }
  await user.selectOptions(screen.getByLabelText('对接状态'), '对接中')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ status: '1', accessStatus: '2' }))
  await waitFor(() => expect(screen.queryByText(rows[0]!.name)).toBeNull())
})

test('a change is passed beside what it replaces; the decided list says by whom and when, and is filtered', async () => {
  const [first] = await t.db.select().from(building).where(eq(building.accessStatus, 1)).orderBy(asc(building.id))
  const { id: buildingId, name, county } = first!
  const [asker] = await t.db.select().from(unit).orderBy(asc(unit.id)).limit(1)
  const there = county === '310106' ? '310115' : '310106'
  const changes = {
    name: '新名称大厦',
    county: there,
    streetNo: there === '310106' ? '310106006' : '310115004',
    area: 4321,
  }
  const [row] = await t.db
    .insert(approval)
    .values({
      buildingId,
      unitId: asker!.id,
      kind: 'change',
      reason: '修改建筑信息',
      changes,
      appliedAt: t.clock.now(),
    })
    .returning()
  await t.db.update(building).set({ approveStatus: 0 }).where(eq(building.id, buildingId))
  const { user, router } = await open('/examineList')
  await waitFor(() => expect(rowOf(name).getByRole('button', { name: '新旧对照（3项）' })).toBeVisible())
  await user.click(rowOf(name).getByRole('button', { name: '通过' }))
  const dialog = within(await screen.findByRole('dialog', { name: '修改建筑信息' }))
  const line = (label: RegExp) =>
    within(dialog.getByRole('row', { name: label }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(line(/^建筑名称/)).toEqual([name, '新名称大厦'])
  expect(line(/^建筑面积/)).toEqual([`${first!.area} m²`, '4321 m²'])
  expect(dialog.getByText(/^跨区变更：通过后由.+改为.+管辖。$/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '通过' }))
  await screen.findByText('已通过')
  expect((await t.db.select().from(building).where(eq(building.id, buildingId)))[0]).toMatchObject(changes)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: '已审批' }))
  await waitFor(() => expect(rowOf('新名称大厦').getByText('支队监管员 2026-03-23 10:15:00')).toBeVisible())
  await user.click(rowOf('新名称大厦').getByRole('button', { name: '新旧对照（3项）' }))
  const decided = within(await screen.findByRole('dialog', { name: '修改建筑信息' }))
  expect(decided.getByText(name)).toBeVisible()
  await user.click(decided.getAllByRole('button', { name: '关闭' })[0]!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.selectOptions(screen.getByLabelText('审批结果'), '已拒绝')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'refused' }))
  await waitFor(() => expect(screen.queryByText('新名称大厦')).toBeNull())
  await user.selectOptions(screen.getByLabelText('审批结果'), '已通过')
  await waitFor(() => expect(rowOf('新名称大厦').getByText('已通过')).toBeVisible())
  expect((await t.db.select().from(approval).where(eq(approval.id, row!.id)))[0]!.status).toBe(1)
})
