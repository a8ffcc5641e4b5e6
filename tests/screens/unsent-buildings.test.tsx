import { screen, waitFor, within, fireEvent } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { buildingForm } from '#contract/building-form.ts'
import { keepDraft } from '#app/offline/draft-store.ts'
import { refuse } from '#mocks/faults.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building, buildingUnit } from '#server/schema/building.table.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open, signIn } = await screenTests()

const NEW = '/bindBuilding?fnc=add'

const register = (id: number, name: string, told: Partial<typeof building.$inferInsert> = {}) =>
  t.db.insert(building).values({
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
    ...told,
  })

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })

async function openForm(account: string, path: string, entry = '/login') {
  const app = await signIn(account, entry)
  await waitFor(() => expect(app.router.state.location.pathname).toMatch(/^\/(socialData|fireDepData)$/))
  await app.router.navigate({ to: '/buildingList' })
  app.router.history.push(path)
  await screen.findByLabelText(/^建筑名称/)
  return app
}

async function pick(user: UserEvent, name: string) {
  type(/^建筑名称/, name.slice(0, -1))
  const list = within(await screen.findByRole('list', { name: '预登记建筑' }))
  await user.click(await list.findByRole('button', { name: new RegExp(name) }))
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(name))
}

test('each refused new building is edited and submitted as itself, and no other one takes its place', async () => {
  const [first, second, third] = ['康定路甲座', '康定路乙座', '康定路丙座'] as const
  for (const [at, name] of [first, second, third].entries()) await register(900_300 + at, name)
  const { user, router } = await openForm('unit01', NEW)
  const openNew = async () => {
    router.history.push(NEW)
    await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(''))
  }
  const left = () => waitFor(() => expect(router.state.location.pathname).not.toBe('/bindBuilding'))
  const submit = () => user.click(screen.getByRole('button', { name: '提交审批' }))
  network.use(refuse(buildingForm.bind, 503))
  await pick(user, first)
  await submit()
  await left()
  await openNew()
  await pick(user, second)
  await submit()
  await left()
  network.use(refuse(buildingForm.bind, 409, '该建筑暂不能绑定'))
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '全部重试' }))
  await waitFor(() => expect(screen.getAllByText('提交失败')).toHaveLength(2))
  network.resetHandlers()

  const edit = async (name: string) => {
    await router.navigate({ to: '/outbox' })
    const heading = await screen.findByRole('heading', { name: `绑定建筑 ${name}` })
    await user.click(within(heading.closest('li')!).getByRole('button', { name: '修改' }))
    await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(name))
  }
  await edit(first)
  await openNew()
  await pick(user, third)
  await submit()
  expect(await screen.findByText(`已提交“${third}”，待消防救援机构审批`)).toBeVisible()
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(first))
  for (const name of [first, second]) {
    await edit(name)
    await submit()
    expect(await screen.findByText(`已提交“${name}”，待消防救援机构审批`)).toBeVisible()
    await left()
  }
  await router.navigate({ to: '/outbox' })
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  for (const at of [0, 1, 2])
    expect(
      await t.db
        .select()
        .from(buildingUnit)
        .where(eq(buildingUnit.buildingId, 900_300 + at)),
    ).toMatchObject([{ kind: 'bound' }])
})

test('a new building refused a second time leaves the draft of another one, and keeps its own', async () => {
  const [first, other] = ['余姚路甲座', '余姚路乙座'] as const
  await register(900_305, first)
  const { user, router } = await openForm('unit01', NEW)
  const submit = () => user.click(screen.getByRole('button', { name: '提交审批' }))
  network.use(refuse(buildingForm.bind, 503))
  await pick(user, first)
  await submit()
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/bindBuilding'))
  network.use(refuse(buildingForm.bind, 409, '该建筑暂不能绑定'))
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '全部重试' }))
  expect(await screen.findByText('提交失败')).toBeVisible()
  router.history.push(NEW)
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(''))
  type(/^建筑名称/, other)
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '修改' }))
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(first))
  await submit()
  expect((await screen.findAllByText(/该建筑暂不能绑定/))[0]).toBeVisible()
  router.history.push(NEW)
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(other))
  await user.click(await screen.findByRole('link', { name: first }))
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(first))
  await user.click(screen.getByRole('link', { name: other }))
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(other))
  router.history.back()
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue(first))
})

function stubLocks(query?: () => Promise<never>) {
  const taken = new Set<string>()
  const request = async (
    name: string,
    { ifAvailable = false }: { ifAvailable?: boolean },
    use: (lock: object | null) => unknown,
  ) => {
    if (!ifAvailable) return use({ name })
    if (taken.has(name)) return use(null)
    taken.add(name)
    try {
      return await use({ name })
    } finally {
      taken.delete(name)
    }
  }
  const held = async () => ({ held: [...taken].map((name) => ({ name })) })
  vi.stubGlobal('navigator', { ...navigator, locks: { request, query: query ?? held } })
}

test('each tab begins a new building of its own, and leaving one frees its draft', async () => {
  stubLocks()
  const tab = async (made: () => ReturnType<typeof open>) => {
    const before = [...document.body.children]
    const { router } = await made()
    const page = [...document.body.children].find((one) => !before.includes(one)) as HTMLElement
    const name = () => page.querySelector<HTMLInputElement>('input[name=name]')
    const shows = (value: string) => waitFor(() => expect(name()).toHaveValue(value))
    return {
      shows,
      address: () => router.state.location.href,
      leave: () => router.navigate({ to: '/buildingList' }),
      listed: (draft: string) => within(page).queryByRole('link', { name: draft }),
      async begin(path: string) {
        router.history.push(path)
        await waitFor(() => expect(name()).toBeNull())
        await waitFor(() => expect(name()).not.toBeNull())
      },
      async type(value: string) {
        fireEvent.change(name()!, { target: { value } })
        await shows(value)
      },
    }
  }
  try {
    const first = await tab(() => openForm('unit02', NEW))
    await first.type('昌平路甲座')
    const second = await tab(() => open(NEW))
    await second.shows('')
    const address = second.address()
    expect(address).toMatch(/unsent=\d+/)
    await second.type('昌平路乙座')

    const third = await tab(() => open(NEW))
    await third.shows('')
    for (const draft of ['昌平路甲座', '昌平路乙座']) expect(third.listed(draft)).toBeNull()
    await third.begin(address)
    await third.shows('')
    expect(third.address()).not.toBe(address)

    await second.leave()
    await third.begin(NEW)
    await third.shows('')
    expect(third.listed('昌平路甲座')).toBeNull()
    expect(third.listed('昌平路乙座')).toBeVisible()
    await third.begin(address)
    await third.shows('昌平路乙座')
    expect(third.address()).toBe(address)

    await first.leave()
    await third.begin(NEW)
    await third.shows('昌平路甲座')
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a damaged draft, and locks that cannot be read, leave the form of a new building open', async () => {
  try {
    const { router } = await openForm('unit02', NEW)
    await keepDraft('building-form:new:77', {})
    await router.navigate({ to: '/buildingList' })
    router.history.push(NEW)
    expect(await screen.findByRole('link', { name: '未填名称' })).toBeVisible()
    router.history.push(`${NEW}&unsent=77`)
    await waitFor(() => expect(screen.queryByRole('link', { name: '未填名称' })).toBeNull())
    expect(await screen.findByLabelText(/^建筑名称/)).toHaveValue('')
    stubLocks(() => Promise.reject(new Error('no locks')))
    await router.navigate({ to: '/buildingList' })
    router.history.push(NEW)
    expect(await screen.findByLabelText(/^建筑名称/)).toBeVisible()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a second edit made offline begins with the first, and both are stored', async () => {
  const id = 900_310
  await register(id, '武定路大厦', { registered: true, approveStatus: null })
  const app = await openForm('jingan', `/editBuilding/${id}?fnc=edit`, '/loginxf')
  const { user, router } = app
  const save = async () => {
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/buildingList'))
  }
  await waitFor(() => expect(field(/^建筑名称/)).toHaveValue('武定路大厦'))
  expect(screen.queryByText('已含待提交的修改，按顺序提交')).toBeNull()
  network.use(refuse(buildingForm.edit, 503))
  type(/^建筑高度/, '31')
  await save()
  router.history.push(`/editBuilding/${id}?fnc=edit`)
  expect(await screen.findByText('已含待提交的修改，按顺序提交')).toBeVisible()
  expect(field(/^建筑高度/)).toHaveValue('31')
  expect(screen.getByRole('button', { name: '保存' })).toBeDisabled()
  type(/^综合体名称/, '第二次的中心')
  await save()
  await router.navigate({ to: '/outbox' })
  const retry = await screen.findByRole('button', { name: '全部重试' })
  network.resetHandlers()
  await user.click(retry)
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  const [row] = await t.db.select().from(building).where(eq(building.id, id))
  expect(row).toMatchObject({ height: 31, complexName: '第二次的中心' })
  expect(await t.db.select().from(approval).where(eq(approval.buildingId, id))).toEqual([])
})

test('a suggestion keeps what it does not know, and renaming empties only what it filled', async () => {
  await register(900_320, '昌化路预登记大厦', { floorSpace: null, buildingYear: null })
  const { user } = await openForm('unit02', NEW)
  type(/^占地面积/, '777')
  type(/^综合体名称/, '自填中心')
  await pick(user, '昌化路预登记大厦')
  expect(field(/^综合体名称/)).toHaveValue('预登记中心')
  expect(field(/^建筑面积/)).toHaveValue('9000')
  expect(field(/^占地面积/)).toHaveValue('777')
  type(/^竣工年份/, '1999')
  type(/^建筑高度/, '31')
  type(/^建筑名称/, '昌化路大厦')
  expect(field(/^占地面积/)).toHaveValue('777')
  expect(field(/^竣工年份/)).toHaveValue('1999')
  expect(field(/^建筑高度/)).toHaveValue('31')
  expect(field(/^综合体名称/)).toHaveValue('')
  expect(field(/^建筑面积/)).toHaveValue('')
  expect(field(/^地图地址/)).toHaveValue('')
})

test('an error of the coordinates is shown at the map’s address, one of an unknown field below the form', async () => {
  await register(900_330, '西康路预登记大厦', { gisX: 120.1 })
  const { user } = await openForm('wuye01', NEW)
  await pick(user, '西康路预登记大厦')
  const submit = () => user.click(screen.getByRole('button', { name: '提交审批' }))
  await submit()
  expect(await screen.findByText('坐标不在本市范围内')).toBeVisible()
  expect(field(/^地图地址/)).toHaveFocus()
  expect(screen.queryByText(/^提交的内容不符合要求/)).toBeNull()
  const answer = { code: 400, message: '未能绑定', msg: '未能绑定', data: null, errors: { other: '该建筑已停用' } }
  network.use(http.all(`*${buildingForm.bind.path}`, () => HttpResponse.json(answer)))
  await submit()
  expect(await screen.findByText('未能绑定：该建筑已停用')).toBeVisible()
})
