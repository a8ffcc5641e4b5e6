import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { asc, eq, inArray } from 'drizzle-orm'
import { http } from 'msw'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { approval as calls } from '#contract/approval.ts'
import { callBatch } from '#contract/call-batch.ts'
import { REFUSED_AS, refuse } from '#mocks/faults.ts'
import { approval } from '#server/schema/approval.table.ts'
import { building } from '#server/schema/building.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

// It passes only where a test says so: all presses of a test are at once.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())

/** These alone wait, the first of them the longest. */
async function waitingFor(count: number) {
  await t.db.delete(approval)
  const [asker] = await t.db.select().from(unit).orderBy(asc(unit.id)).limit(1)
  const buildings = await t.db
    .select()
    .from(building)
    .where(eq(building.registered, true))
    .orderBy(asc(building.id))
    .limit(count)
  const ids = buildings.map(({ id }) => id)
  await t.db.update(building).set({ approveStatus: 0 }).where(inArray(building.id, ids))
  const rows = await t.db
    .insert(approval)
    .values(
      ids.map((buildingId, at) => ({
        buildingId,
        unitId: asker!.id,
        kind: 'access' as const,
        types: [['2']],
        reason: '水箱与相邻建筑共用',
        appliedAt: new Date(DEMO_NOW.getTime() - (count - at) * 3_600_000),
      })),
    )
    .returning()
  return buildings.map(({ id, name }) => ({ id: rows.find(({ buildingId }) => buildingId === id)!.id, name }))
}

async function open(search = {}) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to: '/examineList', search })
  return app
}

const list = () => within(screen.getByRole('region', { name: '申请列表' }))
const detail = () => within(screen.getByRole('region', { name: '申请详情' }))
const shows = (name: string) =>
  waitFor(() => expect(detail().getByRole('heading', { level: 3, name })).toBeVisible(), { timeout: 20_000 })
const press = async (user: UserEvent, name: string) => user.click(await detail().findByRole('button', { name }))
const openRow = (user: UserEvent, id: number) => user.click(document.querySelector(`a[data-row="${id}"]`)!)
const statusOf = async (id: number) => (await t.db.select().from(approval).where(eq(approval.id, id)))[0]!.status

function countSent(): () => number {
  let count = 0
  network.events.on('request:start', ({ request }) => {
    if (new URL(request.url).pathname.endsWith(calls.agree.path)) count += 1
  })
  return () => count
}

test('a held key decides one application, not those after it', async () => {
  const [first, second] = await waitingFor(3)
  const sent = countSent()
  const { user, router } = await open()
  await shows(first!.name)
  fireEvent.keyDown(document.body, { key: 'a' })
  await shows(second!.name)
  await openRow(user, second!.id)
  fireEvent.keyDown(document.body, { key: 'a', repeat: true })
  fireEvent.keyDown(document.body, { key: 'a', repeat: true })
  await shows(second!.name)
  expect(sent()).toBe(0)
  await router.navigate({ to: '/fireDepData' })
  await waitFor(async () => expect(await statusOf(first!.id)).toBe(1))
  expect(sent()).toBe(1)
  expect(await statusOf(second!.id)).toBe(0)
})

test('a second press at once decides nothing; later, or on one chosen from the list, it does', async () => {
  const [first, second, third] = await waitingFor(3)
  const sent = countSent()
  const { user } = await open()
  await shows(first!.name)
  await press(user, '通过')
  await shows(second!.name)
  await press(user, '通过')
  await shows(second!.name)
  expect(sent()).toBe(0)
  await openRow(user, second!.id)
  await press(user, '通过')
  await waitFor(async () => expect(await statusOf(first!.id)).toBe(1))
  await shows(third!.name)
  vi.setSystemTime(DEMO_NOW.getTime() + 1000)
  onTestFinished(() => void vi.setSystemTime(DEMO_NOW))
  await press(user, '通过')
  await waitFor(async () => expect(await statusOf(second!.id)).toBe(1))
})

test('a decision is sent before a sign-out, and when the page is hidden', async () => {
  const [first, second] = await waitingFor(2)
  const { user } = await open()
  await shows(first!.name)
  await press(user, '通过')
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect(await statusOf(first!.id)).toBe(1))
  Reflect.deleteProperty(document, 'visibilityState')
  document.dispatchEvent(new Event('visibilitychange'))
  await shows(second!.name)
  await openRow(user, second!.id)
  await press(user, '通过')
  await user.click(screen.getByRole('button', { name: /^账号/ }))
  await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '申请列表' })).toBeNull())
  expect(await statusOf(second!.id)).toBe(1)
})

test('a decided application stays out of the list while its decision is on its way', async () => {
  const [first, second] = await waitingFor(2)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  network.use(http.post(`*${calls.agree.path}`, async () => void (await arrived)))
  const { user, router } = await open()
  await shows(first!.name)
  await press(user, '通过')
  await shows(second!.name)
  await openRow(user, second!.id)
  await press(user, '通过')
  expect(await list().findByText('没有待审批的申请')).toBeVisible()
  expect(await detail().findByText('请在左侧选择申请')).toBeVisible()
  expect(list().getByRole('link', { name: '待审批' })).toHaveTextContent('待审批0')
  arrive()
  await router.navigate({ to: '/fireDepData' })
  for (const { id } of [first!, second!]) await waitFor(async () => expect(await statusOf(id)).toBe(1))
})

test('a decided application stays out of the list that is opened before it was read again', async () => {
  const [first, second] = await waitingFor(2)
  const { user, router, client } = await open()
  await shows(first!.name)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  network.use(
    refuse(callBatch.read, 400),
    http.get(`*${calls.inbox.path}`, () => held),
  )
  await press(user, '通过')
  await shows(second!.name)
  await router.navigate({ to: '/fireDepData' })
  await waitFor(async () => expect(await statusOf(first!.id)).toBe(1))
  await waitFor(() => expect(client.isFetching({ queryKey: [calls.inbox.id] })).toBeGreaterThan(0))
  await router.navigate({ to: '/examineList', search: {} })
  await shows(second!.name)
  expect(document.querySelector(`a[data-row="${first!.id}"]`)).toBeNull()
  answer()
  await waitFor(() => expect(list().getByRole('link', { name: '待审批' })).toHaveTextContent('待审批1'))
})

test('the reason of a refusal is kept when it is taken back, and when it could not be sent', async () => {
  const [first] = await waitingFor(2)
  const { user, router } = await open()
  await shows(first!.name)
  const form = async () => {
    await press(user, '拒绝')
    return within(await screen.findByRole('dialog', { name: '拒绝申请' }))
  }
  const isKept = (dialog: Awaited<ReturnType<typeof form>>) => {
    expect(dialog.getByRole('textbox', { name: '补充说明' })).toHaveValue('请补充；现场照片')
    expect(dialog.getAllByRole('checkbox')[0]).toBeChecked()
    expect(dialog.getAllByRole('checkbox')[1]).not.toBeChecked()
  }
  const empty = await form()
  await user.click(empty.getAllByRole('checkbox')[0]!)
  await user.type(empty.getByRole('textbox', { name: '补充说明' }), '请补充；现场照片')
  await user.click(empty.getByRole('button', { name: '拒绝' }))
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await shows(first!.name)
  const again = await form()
  isKept(again)
  network.use(refuse(calls.refuse, 500))
  vi.setSystemTime(DEMO_NOW.getTime() + 1000)
  onTestFinished(() => void vi.setSystemTime(DEMO_NOW))
  await user.click(again.getByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await router.navigate({ to: '/fireDepData' })
  expect(await screen.findByText(new RegExp(REFUSED_AS))).toBeVisible()
  await router.navigate({ to: '/examineList', search: { id: String(first!.id) } })
  await shows(first!.name)
  isKept(await form())
})

test('after the only application of the last page the page before is shown', async () => {
  const all = await waitingFor(6)
  const { user, router } = await open({ page: 2, size: 5 })
  await shows(all[5]!.name)
  await press(user, '通过')
  await shows(all[0]!.name)
  expect(router.state.location.search).toMatchObject({ page: '1', size: '5' })
  await waitFor(() => expect(document.querySelectorAll('a[data-row]')).toHaveLength(5))
  expect(list().queryByText('没有待审批的申请')).toBeNull()
  expect(list().getByRole('link', { name: '待审批' })).toHaveTextContent('待审批5')
})
