import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { account as accountCalls, type AccountRow } from '#contract/account.ts'
import { callBatch } from '#contract/call-batch.ts'
import { type UnitCondition, unitCondition } from '#contract/unit-condition.ts'
import { unitManagement, type UnitPage } from '#contract/unit-management.ts'
import { refuse } from '#mocks/faults.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()

const width = windowWidth(true)

const outlines = readFileSync('public/geo/districts.json', 'utf8')
beforeEach(() => network.use(http.get('*/geo/districts.json', () => HttpResponse.text(outlines))))

async function open(
  who: string,
  to: '/unitList' | '/accountList',
  search: Record<string, string> = {},
  row = width.isWide ? /^修改$|：更多$/ : /unit\d\d/,
) {
  const app = await signIn(who, '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to, search })
  await screen.findAllByRole('button', { name: row })
  return app
}

async function unitsOf(who: string): Promise<UnitPage> {
  const { body } = await t.call(unitManagement.list, { pageSize: 100 }, await t.signIn(who))
  return body.data as unknown as UnitPage
}

const rowOf = (text: string) => within(screen.getByText(text, { selector: 'td, td *' }).closest('tr')!)

test('a district’s authority sees its own units counted, and selects streets of its district only', async () => {
  const { total } = await unitsOf('jingan')
  const { user } = await open('jingan', '/unitList')
  const figure = screen.getByText('全部').closest('div')!
  await waitFor(() => expect(figure).toHaveTextContent(String(total)))
  await user.click(screen.getByRole('button', { name: '区域' }))
  const press = async (menu: RegExp, item: string) =>
    user.click(within(await screen.findByRole('menu', { name: menu })).getByRole('menuitem', { name: item }))
  await press(/^选择区域$/, '上海市')
  await press(/第 2 级$/, '上海市')
  const districts = within(await screen.findByRole('menu', { name: /第 3 级$/ })).getAllByRole('menuitem')
  expect(districts.map(({ textContent }) => textContent)).toEqual(['静安区'])
})

test('a new unit of a district’s authority has that district and authority preset, another’s has neither', async () => {
  for (const [who, area, organ] of [
    ['jingan', /上海市 \/ 静安区/, /静安/],
    ['zhidui', /请选择/, /请选择/],
  ] as const) {
    const { user } = await open(who, '/unitList')
    await user.click(screen.getByRole('button', { name: '新增单位' }))
    const dialog = within(await screen.findByRole('dialog', { name: '新增单位' }))
    await waitFor(() => expect(dialog.getByLabelText(/^所在区域/)).toHaveTextContent(area))
    const chosen = dialog.getByLabelText<HTMLSelectElement>(/^消防管辖机构/)
    await waitFor(() => expect(chosen.selectedOptions[0]).toHaveTextContent(organ))
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText('请选择所在区域')).toBeVisible()
    cleanup()
  }
})

test('errors of a new unit are shown at its fields, its building included', async () => {
  const { user } = await open('zhidui', '/unitList')
  await user.click(screen.getByRole('button', { name: '新增单位' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增单位' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  for (const sentence of ['请输入单位名称', '请选择所在区域', '手机号不能为空', '请选择所有制性质', '请选择成立日期'])
    expect(await dialog.findByText(sentence)).toBeVisible()
  fireEvent.change(dialog.getByLabelText(/^法定代表人身份证号/), { target: { value: '310106198001010009' } })
  await user.click(dialog.getByRole('checkbox', { name: '所属建筑' }))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('请输入正确的身份证号')).toBeVisible()
  expect(dialog.getByText('请选择建筑')).toBeVisible()
  expect(dialog.getByText('请选择入驻日期')).toBeVisible()
})

test('a unit is edited from its stored values, and untouched ones are unchanged', async () => {
  const { list } = await unitsOf('zhidui')
  const one = list.find(({ account }) => account === 'unit01')!
  const { user } = await open('zhidui', '/unitList', { search: one.name })
  await waitFor(() => expect(screen.getAllByRole('button', { name: '编辑' })).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: '编辑单位' }))
  const legal = await dialog.findByLabelText(/^法定代表人\*?$/)
  await dialog.findByRole('option', { name: '静安区消防救援支队' })
  fireEvent.change(legal, { target: { value: '改名的人' } })
  const nature = dialog.getByLabelText<HTMLSelectElement>(/^所有制性质/)
  if (nature.value === '') await user.selectOptions(nature, '私营')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const after = (await unitsOf('zhidui')).list.find(({ id }) => id === one.id)
  expect(after).toEqual({ ...one, legalName: '改名的人' })
})

test('a unit gets an account with a suggested name and a one-time password, and a rejected deletion shows the reasons', async () => {
  const { list } = await unitsOf('zhidui')
  const bare = list.find(({ accountId }) => accountId === null)!
  const { user } = await open('zhidui', '/unitList', { search: '' })
  await screen.findByText(bare.name)
  expect(rowOf(bare.name).getByText('无账号')).toHaveClass('text-attention-ink')
  await user.click(rowOf(bare.name).getByRole('button', { name: `创建账号，${bare.name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: '创建账号' }))
  const name = dialog.getByLabelText<HTMLInputElement>(/^账号/)
  act(() => name.focus())
  await waitFor(() => expect(name.value).toMatch(/^dw\d+$/))
  await user.keyboard('unit01')
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('该账号已被使用，请换一个')).toBeVisible()
  fireEvent.change(name, { target: { value: 'brand-new' } })
  await user.click(dialog.getByRole('button', { name: '确定' }))
  const told = within(await screen.findByRole('dialog', { name: '一次性密码' }))
  const password = told.getByText(/^\S{12}$/).textContent
  await user.click(told.getByRole('button', { name: '我已记下' }))
  await waitFor(() => expect(screen.queryByText(password)).toBeNull())
  expect(await t.signIn('brand-new', password)).toEqual(expect.any(String))

  await waitFor(() => expect(rowOf(bare.name).getByText('brand-new')).toBeVisible())
  await user.click(rowOf(bare.name).getByRole('button', { name: `${bare.name}：更多` }))
  await user.click(rowOf(bare.name).getByRole('menuitem', { name: '删除' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: '删除' }))
  expect(await screen.findByText(/^该单位还有 .*1 个启用的账号，不能删除。/)).toBeVisible()
})

test('an account is found by its company or its own name, disabled and enabled after a confirmation, and a new one requires a keyword first', async () => {
  const { body } = await t.call(accountCalls.list, { pageSize: 100 }, await t.signIn('zhidui'))
  const row = (body.data as unknown as { list: AccountRow[] }).list.find(({ account }) => account === 'unit06')!
  const { user } = await open('zhidui', '/accountList')
  const box = screen.getByRole('searchbox', { name: '搜索单位、账号或姓名' })
  await user.type(box, row.companyName)
  await waitFor(() => expect(screen.getAllByRole('button', { name: '修改' })).toHaveLength(1))
  await user.clear(box)
  await user.type(box, 'unit06')
  await waitFor(() => expect(screen.getAllByRole('button', { name: '修改' })).toHaveLength(1))
  expect(rowOf('unit06').getByText(row.companyName)).toBeVisible()
  const answer = async (word: string) => {
    await user.click(screen.getByRole('button', { name: 'unit06：更多' }))
    await user.click(await screen.findByRole('menuitem', { name: word }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(`是否${word}账号“unit06”？`)).toBeVisible()
    await user.click(question.getByRole('button', { name: word }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await answer('停用')
  await waitFor(() => expect(rowOf('unit06').getByText('停用')).toBeVisible())
  await expect(t.signIn('unit06')).rejects.toThrow('账号已停用')
  await answer('启用')
  await waitFor(() => expect(rowOf('unit06').getByText('启用')).toBeVisible())
  expect(await t.signIn('unit06')).toEqual(expect.any(String))

  const asked: string[] = []
  network.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  await user.click(screen.getByRole('button', { name: '新增账号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增账号' }))
  await user.type(dialog.getByRole('searchbox', { name: '搜索单位名称' }), '   ')
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('请选择单位')).toBeVisible()
  expect(asked).not.toContain(accountCalls.companies.path)
  await user.type(dialog.getByRole('searchbox', { name: '搜索单位名称' }), '餐饮')
  const choice = await dialog.findByRole('option', { name: /餐饮/ })
  await user.selectOptions(dialog.getByLabelText(/^单位名称/), choice)
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^账号/).value).toMatch(/^dw\d+$/))
})

test('on a phone a unit without an account says so', async () => {
  width.isWide = false
  const { list } = await unitsOf('zhidui')
  const bare = list.find(({ accountId }) => accountId === null)!
  await open('zhidui', '/unitList', { search: bare.name }, new RegExp(`^${bare.name}`))
  expect(screen.getByRole('button', { name: new RegExp(`^${bare.name}`) })).toHaveTextContent(/ · 无账号$/)
})

test('on a phone a row of units has one line of facts, and its other fields and its actions after a press', async () => {
  width.isWide = false
  const { list } = await unitsOf('zhidui')
  const one = list.find(({ account }) => account === 'unit01')!
  const { user } = await open('zhidui', '/unitList', { search: one.name })
  const name = await screen.findByRole('button', { name: /unit01$/ })
  expect(name).toHaveTextContent(new RegExp(`${one.countyName} · .+ · unit01$`))
  const row = within(name.closest('tr')!)
  expect(row.queryByRole('button', { name: '编辑' })).toBeNull()
  await user.click(name)
  expect(name).toHaveAttribute('aria-expanded', 'true')
  expect(name.closest('tr')).toHaveClass('row-open')
  expect(
    row
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual(['编辑', '修改账号', '重置密码', '删除'])
  await user.click(row.getByRole('button', { name: '编辑' }))
  expect(await screen.findByRole('dialog', { name: '编辑单位' })).toBeVisible()
})

async function conditions(who: string, list: UnitPage['list']): Promise<UnitCondition[]> {
  const lawCompanyIds = list.map(({ id }) => id).join(',')
  const { body } = await t.call(unitCondition.list, { lawCompanyIds }, await t.signIn(who))
  return body.data as unknown as UnitCondition[]
}

async function someUnits() {
  const { list } = await unitsOf('zhidui')
  const known = await conditions('zhidui', list)
  const find = (is: (of: UnitCondition) => boolean) => {
    const found = known.find(is)!
    return { ...found, name: list.find(({ id }) => id === found.id)!.name }
  }
  return {
    burning: find(({ alarms, problems, buildingId }) => alarms > 0 && problems > 0 && buildingId !== null),
    calm: find(({ alarms, problems, buildings }) => alarms + problems + buildings === 0),
  }
}

const pathOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

test('a row shows its unit’s buildings, open fires and unresolved problems, which lead to their lists; zeros lead nowhere', async () => {
  const { burning, calm } = await someUnits()
  await open('zhidui', '/unitList', { search: burning.name })
  const row = rowOf(burning.name)
  const fires = await row.findByRole('link', { name: new RegExp(`^火警 ?${burning.alarms} ?，${burning.name}$`) })
  expect(pathOf(fires)).toMatch(new RegExp(`/alarms\\?unit="?${burning.id}"?$`))
  expect(fires).toHaveClass('fire-pill')
  const problems = await row.findByRole('link', {
    name: new RegExp(`^问题 ?${burning.problems} ?，${burning.name}$`),
  })
  expect(pathOf(problems)).toMatch(new RegExp(`/buildDetail/${burning.buildingId}/1/todoInfo$`))
  expect(problems).toHaveClass('text-link')
  const buildings = row.getByText(String(burning.buildings), { selector: 'td:nth-child(3) *' })
  expect(pathOf(buildings)).toMatch(new RegExp(`/buildDetail/${burning.buildingId}/1/stateInfo$`))
  cleanup()

  await open('zhidui', '/unitList', { search: calm.name })
  const still = rowOf(calm.name)
  await waitFor(() => expect(still.getAllByText('0')).toHaveLength(3))
  expect(still.queryAllByRole('link')).toEqual([])
})

test('figures of a unit with several buildings lead to its fires and to its buildings, whose lists name it', async () => {
  const { list } = await unitsOf('zhidui')
  const several = (await conditions('zhidui', list)).find(({ buildings, alarms }) => buildings > 1 && alarms > 0)!
  const row = () => rowOf(several.name)
  const { user, router } = await open('zhidui', '/unitList', { search: several.name })
  const buildings = await row().findByText(String(several.buildings), { selector: 'td:nth-child(3) *' })
  expect(pathOf(buildings)).toMatch(new RegExp(`/buildingList\\?unit="?${several.id}"?$`))
  await user.click(buildings)
  const filter = (await screen.findByText(several.name, { selector: 'strong' })).closest('p')!
  expect(filter).toHaveTextContent(`仅 ${several.name} 的建筑`)
  expect(await screen.findByRole('button', { name: new RegExp(`^全部 ?${several.buildings}$`) })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '查看全部建筑' }))
  await waitFor(() => expect(filter).not.toBeInTheDocument())
  await router.navigate({ to: '/alarms', search: { unit: several.id } })
  const fires = (await screen.findByText(several.name, { selector: 'strong' })).closest('p')!
  expect(fires).toHaveTextContent(`仅 ${several.name} 的火警`)
  expect((await screen.findByRole('list', { name: '未结束的火警' })).querySelectorAll(':scope > li')).toHaveLength(
    several.alarms,
  )
})

test('on a phone a row has its fires as a link and its problems as text, and says neither 0 nor 暂无账号', async () => {
  width.isWide = false
  const { burning, calm } = await someUnits()
  const title = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
  await open('zhidui', '/unitList', { search: burning.name }, new RegExp(`^${burning.name}`))
  const row = within(title(burning.name).closest('tr')!)
  const fires = await row.findByRole('link', { name: new RegExp(`^火警 ?${burning.alarms} ?，${burning.name}$`) })
  expect(fires.closest('td')).toHaveClass('row-state')
  expect(await within(fires.closest('td')!).findByText(/^问题 \d/)).toBeVisible()
  expect(title(burning.name)).not.toHaveTextContent('暂无账号')
  cleanup()

  await open('zhidui', '/unitList', { search: calm.name }, new RegExp(`^${calm.name}`))
  expect(title(calm.name).closest('tr')!.querySelector('.row-state')).toHaveTextContent(/^火警$/)
})

test('units with open fires and without an account are counted, and each figure leads to its list', async () => {
  const { body } = await t.call(unitManagement.statistics, {}, await t.signIn('zhidui'))
  const [{ fire, accountless }] = body.data as unknown as [{ fire: number; accountless: number }]
  expect(Math.min(fire, accountless)).toBeGreaterThan(0)
  const { user, router } = await open('zhidui', '/unitList')
  const rows = () =>
    screen.getAllByRole('row').filter((row) => within(row).queryByRole('rowheader') === null).length - 1
  await user.click(await screen.findByRole('button', { name: new RegExp(`^有火警 ?${fire}$`) }))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'fire' }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^火警 ?\d+ ?，/ })).toHaveLength(Math.min(fire, 10)))
  expect(rows()).toBe(Math.min(fire, 10))
  await user.click(screen.getByRole('button', { name: new RegExp(`^无账号 ?${accountless}$`) }))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'accountless' }))
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^创建账号，/ })).toHaveLength(Math.min(accountless, 10)),
  )
  await router.navigate({ to: '/accountList' })
  const banner = (await screen.findByText(/个单位无账号，不能登录$/)).closest('div')!
  expect(banner).toHaveTextContent(new RegExp(`^${accountless} 个单位`))
  await user.click(within(banner).getByRole('link', { name: '去创建' }))
  await waitFor(() => expect(router.state.location.href).toBe('/unitList?condition=accountless'))
})

test('units are listed worst first in groups, newest first when chosen, and newest first by a server without that order', async () => {
  const { list } = await unitsOf('zhidui')
  const known = await conditions('zhidui', list)
  const burning = known.filter(({ alarms }) => alarms > 0)
  const most = Math.max(...burning.map(({ alarms }) => alarms))
  const { user, router } = await open('zhidui', '/unitList', { size: '50' })
  const names = () => screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent)
  await screen.findByText(`有火警 ${burning.length} 家`)
  expect(screen.getByText('一处火警可计入多家单位')).toBeVisible()
  expect(screen.getByText('没有火警')).toBeVisible()
  const shown = names().filter(Boolean)
  expect(known.find(({ name }) => name === shown[0])!.alarms).toBe(most)
  expect(shown.slice(0, burning.length).sort()).toEqual(burning.map(({ name }) => name).sort())
  await user.selectOptions(screen.getByRole('combobox', { name: '排序' }), '新登记的在前')
  await waitFor(() => expect(names().filter(Boolean)).toEqual(list.slice(0, 50).map(({ name }) => name)))
  expect(screen.queryByText('没有火警')).toBeNull()
  expect(router.state.location.search).toMatchObject({ order: 'newest' })
  await router.navigate({ to: '/unitList', search: { search: known.find(({ alarms }) => alarms === 0)!.name } })
  expect(await screen.findByText('没有火警')).toBeVisible()
  expect(screen.queryByText(/^有火警 \d+ 家/)).toBeNull()
  cleanup()

  const { body } = await t.call(unitManagement.list, { pageSize: 10 }, await t.signIn('zhidui'))
  const old = () => HttpResponse.json(body as object)
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${unitManagement.list.path}`, old),
  )
  await open('zhidui', '/unitList')
  await waitFor(() => expect(screen.getByText(/新登记的在前/, { selector: 'footer *' })).toBeVisible())
  expect(screen.queryByRole('combobox', { name: '排序' })).toBeNull()
  expect(screen.queryByText('没有火警')).toBeNull()
})

test('the fires of units show without their other figures', async () => {
  const { list } = await unitsOf('zhidui')
  const burning = (await conditions('zhidui', list)).filter(({ alarms }) => alarms > 0)
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    refuse(unitCondition.list, 503),
  )
  await open('zhidui', '/unitList', { size: '50' })
  expect(await screen.findAllByText('--')).not.toEqual([])
  expect(await screen.findAllByRole('link', { name: /^火警 ?\d+ ?，/ })).toHaveLength(burning.length)
})

test('a server without these counts gets no chips of them', async () => {
  const counts = [0, 1, 2].map((unitType) => ({ unitType, count: 5 - unitType }))
  const old = () => HttpResponse.json({ code: 200, message: '', msg: '', data: counts })
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${unitManagement.statistics.path}`, old),
  )
  await open('zhidui', '/unitList', { condition: 'accountless' })
  expect(await screen.findByRole('button', { name: /^全部 ?5$/ })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByRole('button', { name: /^(有火警|无账号)/ })).toBeNull()
})

test('a page whose rows have left the filter gives way to the last', async () => {
  const { list } = await unitsOf('zhidui')
  const burning = (await conditions('zhidui', list)).filter(({ alarms }) => alarms > 0)
  const { router } = await open('zhidui', '/unitList', { condition: 'fire', page: '9' })
  const page = String(Math.ceil(burning.length / 10))
  await waitFor(() => expect(router.state.location.search).toEqual({ condition: 'fire', page, size: '10' }))
  expect(await screen.findAllByRole('link', { name: /^火警 ?\d+ ?，/ })).not.toHaveLength(0)
})
