import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { createStore, keys } from 'idb-keyval'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { buildingDetail, type BuildingInfo } from '#contract/building-detail.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building as buildings } from '#contract/building.ts'
import { place } from '#contract/place.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const outlines = readFileSync('public/geo/districts.json', 'utf8')
// A static file of the app.
beforeEach(() => network.use(http.get('*/geo/districts.json', () => HttpResponse.text(outlines))))

const REGISTERED = 900_100
const AREA = ['310000000000', '310100000000', '310106000000', '310106006000']

async function register(id: number, name: string) {
  await t.db.insert(building).values({
    id,
    name,
    complexName: '预登记中心',
    provinceNo: '310000',
    cityNo: '310100',
    county: '310106',
    streetNo: '310106006',
    address: '上海市静安区江宁路1号',
    addressDetail: '江宁路1号',
    gisX: 121.45,
    gisY: 31.24,
    area: 9000,
    floorSpace: 900,
    height: 20,
    upperLevel: 5,
    underLevel: 1,
    natureId: '1',
    constructId: '4',
    buildingYear: 2001,
    openProjectId: `OP-${id}`,
    appKey: 'k'.repeat(32),
    createdAt: t.clock.now(),
    modifiedAt: t.clock.now(),
  })
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const namedRows = (name: string) => t.db.select().from(building).where(eq(building.name, name))

async function openForm(account: string, path: string) {
  const app = await signIn(account)
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  await app.router.navigate({ to: '/buildingList' })
  app.router.history.push(path)
  await screen.findByLabelText(/^建筑名称/)
  return app
}

test('a pre-registered building is suggested, fills the form, and is bound; renaming it clears the form', async () => {
  await register(REGISTERED, '江宁路预登记大厦')
  const { user, router } = await openForm('unit01', '/bindBuilding?fnc=add')
  await user.click(screen.getByRole('button', { name: '还差 13 项' }))
  expect(field(/^建筑名称/)).toHaveFocus()
  expect(await screen.findByText(/未定位$/)).toBeVisible()
  fireEvent.change(field(/^建筑名称/), { target: { value: '江宁路预' }, isComposing: true })
  const list = within(await screen.findByRole('list', { name: '预登记建筑' }))
  await user.click(list.getByRole('button', { name: /江宁路预登记大厦/ }))
  await waitFor(() => expect(field(/^综合体名称/)).toHaveValue('预登记中心'))
  expect(field(/^竣工年份/)).toHaveValue('2001')
  expect(screen.getByText(/拖动地图定位$/)).toBeVisible()
  expect(await screen.findByText('已选择预登记建筑，提交审批后绑定到本单位')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^地图，中心为/ })).toBeVisible()
  await waitFor(() => expect(field(/^高度类别/)).toHaveValue('多层建筑'))
  expect(field(/^高度类别/)).toBeDisabled()

  type(/^建筑名称/, '江宁路预登记')
  expect(field(/^综合体名称/)).toHaveValue('')
  expect(field(/^建筑面积/)).toHaveValue('')
  expect(field(/^地图地址/)).toHaveValue('')

  await user.click(
    within(await screen.findByRole('list', { name: '预登记建筑' })).getByRole('button', { name: /江宁路预登记大厦/ }),
  )
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
  const ties = await t.db.select().from(buildingUnit).where(eq(buildingUnit.buildingId, REGISTERED))
  expect(ties).toMatchObject([{ kind: 'bound' }])
})

test('arrow keys cycle through the name and its suggestions, Enter selects one, Escape closes the list', async () => {
  const { user } = await openForm('unit01', '/bindBuilding?fnc=add')
  await register(REGISTERED + 50, '江宁路预登记甲楼')
  await register(REGISTERED + 51, '江宁路预登记乙楼')
  const input = field(/^建筑名称/)
  const suggested = async () => {
    fireEvent.change(input, { target: { value: '江宁路预登记' } })
    return within(await screen.findByRole('list', { name: '预登记建筑' })).findAllByRole('button')
  }
  const buttons = await suggested()
  expect(buttons.length).toBeGreaterThan(1)
  input.focus()
  for (const next of [...buttons, input, buttons[0]]) {
    await user.keyboard('{ArrowDown}')
    expect(next).toHaveFocus()
  }
  await user.keyboard('{ArrowUp}')
  expect(input).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(buttons.at(-1)).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('list', { name: '预登记建筑' })).toBeNull()
  expect(input).toHaveFocus()
  fireEvent.change(input, { target: { value: '' } })
  await suggested()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('已选择预登记建筑，提交审批后绑定到本单位')).toBeVisible()
})

test('invalid values are reported at their fields, and nothing is sent', async () => {
  let sent = 0
  network.use(http.post(`*${buildingForm.add.path}`, () => void sent++))
  const { user } = await openForm('wuye01', '/bindBuilding?fnc=add')
  type(/^建筑名称/, '大厦(A)')
  type(/^占地面积/, '很大')
  type(/^建筑面积/, '10000000')
  type(/^地上层数/, '0')
  type(/^地下层数/, '-1')
  type(/^竣工年份/, '1948')
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  for (const text of [
    '请使用中文括号',
    '请输入综合体名称',
    '请选择所在区域',
    '请输入详细地址',
    '请拖动地图选择实际地址',
    '请输入数字',
    '建筑面积应小于 1000 万 m²',
    '请输入建筑高度',
    '请输入大于 0 的整数',
    '请输入整数值',
    '请选择使用性质',
    '请选择结构类型',
    '请核实竣工年份',
  ])
    expect(await screen.findByText(text)).toBeVisible()
  expect(sent).toBe(0)
  expect(field(/^建筑名称/)).toHaveFocus()
})

test('an unfinished form is restored for the account that wrote it, until it is discarded', async () => {
  const { router, user } = await openForm('unit01', '/bindBuilding?fnc=add')
  type(/^建筑名称/, '写了一半的大厦')
  type(/^建筑高度/, '101')
  await user.click(screen.getByRole('button', { name: '返回' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
  router.history.push('/bindBuilding?fnc=add')
  expect(await screen.findByText('已恢复上次未提交的内容')).toBeVisible()
  expect(field(/^建筑名称/)).toHaveValue('写了一半的大厦')
  await waitFor(() => expect(field(/^高度类别/)).toHaveValue('超高层建筑'))
  await user.click(screen.getByRole('button', { name: '放弃草稿' }))
  expect(field(/^建筑名称/)).toHaveValue('')
  expect(screen.queryByText('已恢复上次未提交的内容')).toBeNull()
})

test('an unfinished form is sealed when the device changes hands, and back for the account that wrote it', async () => {
  const PATH = '/bindBuilding?fnc=add'
  const { router, user } = await openForm('unit01', PATH)
  type(/^建筑名称/, '换人前写的大厦')
  await user.click(screen.getByRole('button', { name: /^账号：/ }))
  await user.click(screen.getByRole('menuitem', { name: '换人使用' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '换人使用' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  const [, uid] = /fire-drafts-(.+)/.exec((await indexedDB.databases()).map(({ name }) => name).join('\n')) ?? []
  expect(await keys(createStore(`fire-drafts-${uid}`, 'drafts'))).toEqual([])

  cleanup()
  await openForm('unit01', PATH)
  expect(field(/^建筑名称/)).toHaveValue('换人前写的大厦')
  await user.click(screen.getByRole('button', { name: '放弃草稿' }))
})

async function added(name: string): Promise<number> {
  const told = {
    name,
    complexName: '新中心',
    areaData: JSON.stringify(AREA),
    addressDetail: '江宁路2号',
    address: '上海市静安区江宁路2号',
    floorSpace: 500,
    area: 4000,
    height: 18,
    upperLevel: 4,
    underLevel: 0,
    natureId: '1',
    constructId: '4',
    buildingYear: 2010,
  }
  await t.call(buildingForm.add, told, await t.signIn('unit01'))
  return (await namedRows(name))[0]!.id
}

async function approve(id: number): Promise<void> {
  await t.db.delete(approval).where(eq(approval.buildingId, id))
  await t.db.update(building).set({ approveStatus: null, registered: true }).where(eq(building.id, id))
}

const changesOf = async (id: number) =>
  (await t.db.select().from(approval).where(eq(approval.buildingId, id))).map(({ kind, changes }) => ({
    kind,
    changes,
  }))

test('a rejected building shows the reason and the submitted form, and is submitted again', async () => {
  const id = await added('被拒大厦')
  await t.db.update(approval).set({ status: 2 }).where(eq(approval.buildingId, id))
  await t.db.update(building).set({ approveStatus: 1, refuseReason: '面积与产证不符' }).where(eq(building.id, id))
  const { user, router } = await openForm('unit01', `/editBuilding/${id}?fnc=add`)
  expect(screen.getByText(/面积与产证不符/)).toBeVisible()
  expect(field(/^建筑面积/)).toHaveValue('4000')
  type(/^建筑面积/, '4100')
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
  expect((await namedRows('被拒大厦'))[0]).toMatchObject({ area: 4100, approveStatus: 0 })
})

test.each(['click', 'Enter'])(
  'an address submitted before it is located is stored at its own place: %s',
  async (by) => {
    const name = `刚改地址的大厦${by === 'click' ? '甲' : '乙'}`
    const id = await added(name)
    await t.db.update(approval).set({ status: 2 }).where(eq(approval.buildingId, id))
    await t.db.update(building).set({ approveStatus: 1, gisX: 121.6, gisY: 31.1 }).where(eq(building.id, id))
    const address = '上海市静安区江宁路街道'
    const found = (await t.call(place.find, { address }, await t.signIn('unit01'))).body.data as unknown as {
      gisX: number
      gisY: number
    }
    const { user, router } = await openForm('unit01', `/editBuilding/${id}?fnc=add`)
    await screen.findByRole('button', { name: /^地图，中心为/ })
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    network.use(http.get(`*${place.find.path}`, () => held))
    await user.click(field(/^地图地址/))
    type(/^地图地址/, address)
    if (by === 'click') await user.click(screen.getByRole('button', { name: '提交审批' }))
    else await user.keyboard('{Enter}')
    answer()
    expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
    expect((await namedRows(name))[0]).toMatchObject({ address, gisX: found.gisX, gisY: found.gisY })
  },
)

test('a change during the search of the address takes its submission back, which is shown as waiting', async () => {
  const name = '边查边改的大厦'
  const id = await added(name)
  await t.db.update(approval).set({ status: 2 }).where(eq(approval.buildingId, id))
  await t.db.update(building).set({ approveStatus: 1, gisX: 121.6, gisY: 31.1 }).where(eq(building.id, id))
  const { user } = await openForm('unit01', `/editBuilding/${id}?fnc=add`)
  const map = await screen.findByRole('button', { name: /^地图，中心为/ })
  const before = map.getAttribute('aria-label')!
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  network.use(http.get(`*${place.find.path}`, () => held))
  await user.click(field(/^地图地址/))
  type(/^地图地址/, '上海市静安区江宁路街道')
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('正在查询地址，查到后提交')).toBeVisible()
  await user.clear(field(/^建筑高度/))
  await user.type(field(/^建筑高度/), '2')
  answer()
  await waitFor(() => expect(screen.queryByRole('button', { name: before })).toBeNull())
  await user.type(field(/^建筑高度/), '3')
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  expect((await namedRows(name))[0]).toMatchObject({ height: 23 })
})

test.each([
  [121.45, 31.24, '静安区', 0],
  [121.6, 31.1, '浦东新区', 1],
])('the place %d, %d on the map is said with its district %s', async (gisX, gisY, district, warnings) => {
  const id = await added(`${district}的大厦`)
  await approve(id)
  await t.db.update(building).set({ gisX, gisY }).where(eq(building.id, id))
  await openForm('unit01', `/editBuilding/${id}?fnc=edit`)
  expect(await screen.findByText(new RegExp(`^${gisX}\\d+，31\\.\\d{4} · ${district}`))).toBeVisible()
  expect(screen.queryAllByText('与所在区域不一致')).toHaveLength(warnings)
})

test('a conflicting edit shows both versions, field by field, for a choice', async () => {
  const id = await added('两人编辑的大厦')
  await approve(id)
  const { user } = await openForm('unit01', `/editBuilding/${id}?fnc=edit`)
  type(/^建筑高度/, '21')
  await t.db.update(building).set({ area: 7777, complexName: '他人的中心' }).where(eq(building.id, id))
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  const conflict = within(await screen.findByRole('region', { name: '修改冲突' }))
  expect(conflict.getByText('7777')).toBeVisible()
  expect(conflict.queryByRole('button', { name: '建筑名称采用对方内容' })).toBeNull()
  await user.click(conflict.getByRole('button', { name: '建筑面积采用对方内容' }))
  expect(field(/^建筑面积/)).toHaveValue('7777')
  await user.click(screen.getByRole('button', { name: '按所选保存' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  expect((await namedRows('两人编辑的大厦'))[0]).toMatchObject({ area: 7777, height: 18, complexName: '他人的中心' })
  expect(await changesOf(id)).toEqual([{ kind: 'change', changes: { height: 21, complexName: '新中心' } }])
})

test('the authority edits a building of its area and adds none', async () => {
  const token = await t.signIn('jingan')
  const page = (await t.call(buildings.list, {}, token)).body.data as unknown as { list: { id: string }[] }
  const id = page.list[0]!.id
  const { buildingBaseInfo: base } = (await t.call(buildingDetail.info, { buildingId: id }, token)).body
    .data as unknown as BuildingInfo
  const app = await signIn('jingan', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  app.router.history.push(`/editBuilding/${id}?fnc=edit`)
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(base.name))
  app.router.history.push('/bindBuilding?fnc=add')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/noAccess'))
})

test('a conflicting edit that was queued offline is kept whole, shown beside the stored version, and saved in its place', async () => {
  const id = await added('断网编辑的大厦')
  await approve(id)
  const { user, router } = await openForm('unit01', `/editBuilding/${id}?fnc=edit`)
  type(/^建筑高度/, '23')
  network.use(refuse(buildingForm.edit, 503))
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText(/已保存在本机，联网后自动提交/)).toBeVisible()
  await t.db.update(building).set({ area: 6666 }).where(eq(building.id, id))
  network.resetHandlers()
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('提交失败')).toBeVisible()
  expect((await namedRows('断网编辑的大厦'))[0]).toMatchObject({ area: 6666, height: 18 })

  network.use(http.get('*/geo/districts.json', () => HttpResponse.text(outlines)))
  await user.click(screen.getByRole('button', { name: '修改' }))
  await waitFor(() => expect(field(/^建筑高度/)).toHaveValue('23'))
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  const conflict = within(await screen.findByRole('region', { name: '修改冲突' }))
  await user.click(conflict.getByRole('button', { name: '建筑面积采用对方内容' }))
  await user.click(screen.getByRole('button', { name: '按所选保存' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  expect((await namedRows('断网编辑的大厦'))[0]).toMatchObject({ area: 6666, height: 18 })
  expect(await changesOf(id)).toEqual([{ kind: 'change', changes: { height: 23 } }])
  await router.navigate({ to: '/outbox' })
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
})

test('offline a building’s form opens from the cache with its age; a new one has no age', async () => {
  const id = await added('离线打开的大厦')
  await approve(id)
  const { client, router } = await openForm('unit01', `/editBuilding/${id}?fnc=edit`)
  await router.navigate({ to: '/buildingList' })
  await waitFor(() => expect(screen.queryByLabelText(/^建筑高度/)).toBeNull())
  network.use(cut())
  await client.invalidateQueries()
  router.history.push(`/editBuilding/${id}?fnc=edit`)
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue('离线打开的大厦'))
  const card = within(screen.getByRole('region', { name: '基本信息' }))
  expect(await card.findByText(/截至 \d{2}:\d{2}|\d{2}:\d{2} 更新/)).toBeVisible()

  router.history.push('/bindBuilding?fnc=add')
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(''))
  expect(within(screen.getByRole('region', { name: '基本信息' })).queryByText(/截至 \d|\d 更新/)).toBeNull()
})

test('a unit reads its pending edit in the form and on the page, and withdraws it', async () => {
  const id = await added('等待审批的大厦')
  await approve(id)
  const { user, router } = await openForm('unit01', `/editBuilding/${id}?fnc=edit`)
  expect(screen.getAllByText('修改需审批')).toHaveLength(2)
  expect(screen.getByRole('combobox', { name: /^使用性质/ })).toHaveAccessibleDescription('无需审批')
  expect(screen.getByText('未修改')).toBeVisible()
  type(/^建筑名称/, '改名的大厦')
  expect(screen.getByText('改了 1 项，需审批，通过前保持原内容')).toBeVisible()
  await waitFor(() => expect(within(field(/^使用性质/)).getAllByRole('option').length).toBeGreaterThan(2))
  await user.selectOptions(field(/^使用性质/), '2')
  expect(screen.getByText('改了 2 项，需审批，通过前保持原内容')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText(/^已提交“.+”，待消防救援机构审批$/)).toBeVisible()
  expect((await namedRows('等待审批的大厦'))[0]).toMatchObject({ natureId: '2', approveStatus: 0 })

  router.history.push(`/buildDetail/${id}/1/baseInfo`)
  const panel = within(await screen.findByRole('region', { name: '审批情况' }))
  expect(panel.getByText('待消防救援机构审批')).toBeVisible()
  const row = within(panel.getByRole('row', { name: /^建筑名称/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['等待审批的大厦', '改名的大厦'])

  // It rejects another edit.
  router.history.push(`/editBuilding/${id}?fnc=edit`)
  await screen.findByLabelText(/^建筑高度/)
  const waiting = within(await screen.findByRole('region', { name: '审批情况' }))
  expect(waiting.getByText('改名的大厦')).toBeVisible()
  type(/^建筑高度/, '25')
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('该建筑有申请正在审批，审批结束或撤回后才能修改')).toBeVisible()
  await user.click(waiting.getByRole('button', { name: '撤回申请' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: '撤回' }))
  expect(await screen.findByText(/^已撤回“/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: '审批情况' })).toBeNull())
  expect((await namedRows('等待审批的大厦'))[0]).toMatchObject({ natureId: '2', approveStatus: null, height: 18 })
})

test('a claim shows its pending values in place of the key, and withdrawing it returns to the list', async () => {
  await register(REGISTERED + 1, '认领中的大厦')
  const token = await t.signIn('unit02')
  const claim = {
    name: '认领后的大厦',
    complexName: '预登记中心',
    areaData: JSON.stringify(AREA),
    addressDetail: '江宁路1号',
    address: '上海市静安区江宁路1号',
    floorSpace: 900,
    area: 9000,
    height: 20,
    upperLevel: 5,
    underLevel: 1,
    natureId: '1',
    constructId: '4',
    buildingYear: 2001,
    id: REGISTERED + 1,
  }
  expect((await t.call(buildingForm.bind, claim, token)).body.code).toBe(200)
  const app = await signIn('unit02')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/socialData'))
  app.router.history.push(`/buildDetail/${REGISTERED + 1}/1/baseInfo`)
  const panel = within(await screen.findByRole('region', { name: '审批情况' }))
  expect(panel.getByText('绑定建筑')).toBeVisible()
  expect(panel.getByText(/不能查看建筑密钥/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: '更多' }))
  expect(screen.getByText('建筑密钥')).toBeVisible()
  expect(screen.queryByRole('button', { name: '复制建筑密钥' })).toBeNull()
  await app.user.click(panel.getByRole('button', { name: '撤回申请' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('撤回后，解除与该建筑的绑定。')).toBeVisible()
  await app.user.click(question.getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/buildingList'))
  expect(
    await t.db
      .select()
      .from(buildingUnit)
      .where(eq(buildingUnit.buildingId, REGISTERED + 1)),
  ).toEqual([])
})

test('on a phone the form’s bar replaces the frame’s, which is back on the next page', async () => {
  const { user, router } = await openForm('unit01', '/bindBuilding?fnc=add')
  const places = () => screen.queryByRole('navigation', { name: '底部菜单' })
  expect(places()).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回' }))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/bindBuilding'))
  await waitFor(() => expect(places()).toBeVisible())
})
