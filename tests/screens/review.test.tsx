import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approval as calls } from '#contract/approval.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { record } from '#contract/record.ts'
import { REFUSED_AS, refuse } from '#mocks/faults.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import { provider } from '#server/schema/provider.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { screenTests } from '../support/render-app.tsx'
import { onWideScreen } from '../support/window-width.ts'

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

test('the authority of a district has neither page, by menu or by URL', async () => {
  const app = await signIn('jingan', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  expect(screen.queryByRole('link', { name: /接入审批|服务商管理/ })).toBeNull()
  for (const to of ['/examineList', '/companyList'] as const) {
    await app.router.navigate({ to })
    expect(app.router.state.location.pathname).toBe('/noAccess')
  }
})

const list = () => within(screen.getByRole('region', { name: '申请列表' }))
const detail = () => within(screen.getByRole('region', { name: '申请详情' }))
const openRow = async (user: UserEvent, id: number) =>
  user.click(
    await waitFor(() => {
      const row = document.querySelector<HTMLElement>(`a[data-row="${id}"]`)
      if (!row) throw new Error(`no row ${id}`)
      return row
    }),
  )
const statusOf = async (id: number) => (await t.db.select().from(approval).where(eq(approval.id, id)))[0]!.status
const nameOf = async (id: number) => (await t.db.select().from(building).where(eq(building.id, id)))[0]!.name

test('the longest waiting application is open, with its reason, checks and the building’s connection', async () => {
  const [first] = await pending()
  const oldest = (await pending()).toSorted((a, b) => a.appliedAt.getTime() - b.appliedAt.getTime())[0]!
  expect(first).toBeDefined()
  const { router } = await open('/examineList')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: String(oldest.id) }))
  expect(await detail().findByText(oldest.reason)).toBeVisible()
  expect(await detail().findByRole('region', { name: '核对' })).toBeVisible()
  expect(detail().getByRole('link', { name: '查看接入情况' })).toHaveAttribute(
    'href',
    `/buildDetail/${oldest.buildingId}/1/iotInfo`,
  )
  expect(list().getByRole('link', { name: '待审批' })).toHaveTextContent(String((await pending()).length))
})

test('an application says which required items it leaves missing, before and after approval', async () => {
  onWideScreen()
  const first = (await pending()).find(({ kind }) => kind === 'access')
  const { body } = await t.call(record.must, { buildingId: String(first!.buildingId) }, await t.signIn('zhidui'))
  const missing = (body.data as OutputOf<typeof record.must>).flatMap(({ systemId, apiTypeVOS }) =>
    apiTypeVOS
      .filter(({ isMust, status }) => isMust === 1 && status !== 0)
      .map(({ apiId, apiName }) => ({ apiName, path: ['0', String(systemId), apiId] })),
  )
  const [one, ...others] = missing
  expect(others.length).toBeGreaterThan(0)
  const declare = (types: string[][]) => t.db.update(approval).set({ types }).where(eq(approval.id, first!.id))
  await declare([one!.path])
  await open('/examineList', { id: String(first!.id) })
  expect(await detail().findByText(`另有 ${others.length} 项必接未申报`)).toBeVisible()
  expect(detail().getByText(others.map(({ apiName }) => apiName).join('、'))).toBeVisible()
  expect(detail().getByText(`缺 ${one!.apiName}`).parentElement).toHaveTextContent(/已申报$/)
  expect(detail().getAllByText('未申报')).toHaveLength(others.length)
  expect(detail().getByText(`通过后，1 项不再必接，仍缺 ${others.length} 项必接。`)).toBeVisible()
  expect(detail().getByText(/^下一项：/)).toBeVisible()
  await declare(missing.map(({ path }) => path))
  cleanup()
  await open('/examineList', { id: String(first!.id) })
  expect(await detail().findByText(`缺的 ${missing.length} 项均已申报`)).toBeVisible()
  expect(detail().getByText(/不再必接，不再有缺项。$/)).toBeVisible()
})

test('an application is rejected with a reason only, and then listed as decided; another is approved', async () => {
  const [first, second] = await pending()
  const [refused, passed] = [await nameOf(first!.buildingId), await nameOf(second!.buildingId)]
  const { user } = await open('/examineList')
  await openRow(user, first!.id)
  expect(await detail().findByText('无附件')).toBeVisible()
  await user.click(await detail().findByRole('button', { name: '拒绝' }))
  const dialog = within(await screen.findByRole('dialog', { name: '拒绝申请' }))
  expect(dialog.getAllByRole('checkbox')[0]).toHaveAccessibleName('缺少附件')
  expect(dialog.queryByRole('checkbox', { name: '附件看不清' })).toBeNull()
  const reason = dialog.getByRole('textbox', { name: '补充说明' })
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  expect(reason).toHaveAccessibleDescription(/请选择或填写拒绝原因/)
  expect(reason).toHaveFocus()
  await user.click(dialog.getAllByRole('checkbox')[0]!)
  await user.type(reason, '请补充现场照片')
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(`已拒绝：${refused}`)).toBeVisible()
  expect(list().queryByText(refused)).toBeNull()
  // The next decision sends the one before.
  await openRow(user, second!.id)
  await waitFor(() => expect(detail().getByRole('heading', { level: 3, name: passed })).toBeVisible())
  await user.click(detail().getByRole('button', { name: '通过' }))
  await waitFor(async () => expect(await statusOf(first!.id)).toBe(2))
  await waitFor(async () => expect(await statusOf(second!.id)).toBe(1), { timeout: 15_000 })
  await user.click(list().getByRole('link', { name: '已审批' }))
  await openRow(user, first!.id)
  expect(await detail().findByText(/请补充现场照片/)).toBeVisible()
})

test('a decision taken back while its toast is shown is not sent', async () => {
  const [first] = await pending()
  const name = await nameOf(first!.buildingId)
  const { user, router } = await open('/examineList')
  await openRow(user, first!.id)
  await user.click(await detail().findByRole('button', { name: '通过' }))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(await list().findByText(name)).toBeVisible()
  await router.navigate({ to: '/fireDepData' })
  await waitFor(() => expect(screen.queryByRole('region', { name: '申请列表' })).toBeNull())
  expect(await statusOf(first!.id)).toBe(0)
})

test('leaving the page sends the held decision; a failed one shows the id of its log entry', async () => {
  const [first] = await pending()
  const { user, router } = await open('/examineList')
  await openRow(user, first!.id)
  network.use(refuse(calls.agree, 500))
  await user.click(await detail().findByRole('button', { name: '通过' }))
  await router.navigate({ to: '/fireDepData' })
  expect(await screen.findByText(new RegExp(`${ERROR_TEXT[500]}（请求编号 ${REFUSED_AS}）`))).toBeVisible()
})

test('a provider is rejected for selected reasons only, numbered as listed; Other requires a text', async () => {
  onWideScreen()
  const { id, name } = await rowOfProvider(2)
  const { user } = await open('/companyList')
  await waitFor(() => expect(rowOf(name).getByRole('button', { name: `审核，${name}` })).toBeVisible())
  const waiting = () => {
    const menu = within(screen.getByRole('navigation', { name: '主菜单' }))
    const { textContent } = menu.getByRole('link', { name: /^服务商管理/ })
    return Number(/(\d+)家待审核/.exec(textContent ?? '')?.[1] ?? 0)
  }
  await waitFor(() => expect(waiting()).toBeGreaterThan(0))
  expect(rowOf(name).getByText(/^等待 /)).toBeVisible()
  await user.click(rowOf(name).getByRole('button', { name: `审核，${name}` }))
  await user.click(
    within(await screen.findByRole('dialog', { name: '审核服务商' })).getByRole('button', { name: '驳回' }),
  )
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
  await screen.findByText(/^已驳回“/, { selector: '[role=status] *, [role=alert] *, [role=status], [role=alert]' })
  const [row] = await t.db.select().from(provider).where(eq(provider.id, id))
  const reason = '1.营业执照不清晰或已过有效期；2.承诺书未盖章或内容不完整；3.缺少等保备案。'
  expect(row).toMatchObject({ status: 3, reason })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(rowOf(name).getByRole('button', { name: '驳回原因' })).toBeVisible())
  const left = (await t.db.select().from(provider).where(eq(provider.status, 2))).length
  await waitFor(() => expect(waiting()).toBe(left))
  await user.click(rowOf(name).getByRole('button', { name: '驳回原因' }))
  expect(await screen.findByText(reason)).toBeInTheDocument()
})

test('filters are kept in the URL; the connection notice requires 100 %, the test report a connection', async () => {
  onWideScreen()
  const { user, router } = await open('/companyList', { status: '1' })
  const rows = await t.db.select().from(provider).where(eq(provider.status, 1))
  await waitFor(() => expect(screen.getByText(rows[0]!.name)).toBeVisible())
  for (const { name, mustPercent, accessStatus } of rows) {
    const more = rowOf(name).getByRole('button', { name: `${name}：更多` })
    await user.click(more)
    const notice = rowOf(name).getByRole('menuitem', { name: /^对接告知书/ })
    expect([name, notice.getAttribute('aria-disabled') !== 'true']).toEqual([name, mustPercent === 100])
    await user.click(more)
    expect([name, rowOf(name).queryByRole('button', { name: '测试报告' }) !== null]).toEqual([name, accessStatus !== 0])
  }
  expect(screen.queryByRole('combobox', { name: /状态/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^对接中/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ accessStatus: '2' }))
  await waitFor(() => expect(screen.queryByText(rows[0]!.name)).toBeNull())
})

test('a change is approved beside the former value; the decided list shows reviewer and time, and is filtered', async () => {
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
  await openRow(user, row!.id)
  const line = (label: RegExp) =>
    within(detail().getByRole('row', { name: label }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  await waitFor(() => expect(line(/^建筑名称/)).toEqual([name, '新名称大厦']))
  expect(line(/^建筑面积/)).toEqual([`${first!.area} m²`, '4321 m²'])
  expect(detail().getByText(/^跨区变更：通过后由.+改为.+管辖。$/)).toBeVisible()
  await user.click(detail().getByRole('button', { name: '通过' }))
  await waitFor(
    async () =>
      expect((await t.db.select().from(building).where(eq(building.id, buildingId)))[0]).toMatchObject(changes),
    { timeout: 15_000 },
  )

  await user.click(list().getByRole('link', { name: '已审批' }))
  await openRow(user, row!.id)
  expect(await detail().findByText(/总队监管员 2026-03-23 10:15:00/)).toBeVisible()
  await waitFor(() => expect(line(/^建筑名称/)).toEqual([name, '新名称大厦']))
  await user.selectOptions(screen.getByLabelText('审批结果'), '已拒绝')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'refused' }))
  await waitFor(() => expect(list().queryByText('新名称大厦')).toBeNull())
  await user.selectOptions(screen.getByLabelText('审批结果'), '已通过')
  await waitFor(() => expect(list().getAllByText('新名称大厦')[0]).toBeVisible())
  expect(await statusOf(row!.id)).toBe(1)
})
