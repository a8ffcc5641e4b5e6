import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { alarm } from '#contract/alarm.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  scene = await alarmScene(t)
})

async function openHome() {
  const app = await signIn('unit01', '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  return app
}
const panel = () => screen.findByRole('region', { name: '新火警' })

test('a fire that has just been received is shown on the home page and acknowledged there', async () => {
  await scene.fire(0, 1 * MINUTE)
  const { user, router } = await openHome()
  const here = within(await panel())
  await user.click(here.getByRole('button', { name: '我去看' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/alarms'))
  expect(await scene.open('zongdui')).toMatchObject({ state: 'acked' })
  expect(screen.queryByRole('region', { name: '新火警' })).toBeNull()
})

test('the alert names the fire and its building, without the clock and the controls', async () => {
  await scene.fire(0, 1 * MINUTE)
  await openHome()
  const here = within(await panel())
  const said = here.getByRole('alert')
  expect(said).toHaveTextContent(/^新火警/)
  expect(said).toHaveTextContent((await scene.open('zongdui')).buildingName!)
  expect(said).not.toContainElement(here.getByLabelText(/^已过去 /))
  expect(within(said).queryByRole('button')).toBeNull()
})

test('Tab leads from an open dialog to the panel of a fire and back', async () => {
  await scene.fire(0, 1 * MINUTE)
  const { user } = await openHome()
  const here = within(await panel())
  await user.click(screen.getByRole('button', { name: /^账号：/ }))
  await user.click(await screen.findByRole('menuitem', { name: '修改密码' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  const close = here.getByRole('button', { name: '收起' })
  for (let at = 0; at < 30 && document.activeElement !== close; at += 1) await user.tab()
  expect(close).toHaveFocus()
  await user.tab({ shift: true })
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  await user.tab()
  for (const name of ['收起', '我去看', '先看详情', /静音|声音|响铃/]) {
    expect(here.getByRole('button', { name })).toHaveFocus()
    await user.tab()
  }
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
})

test('a panel closed by one person is shown to the next on the same device', async () => {
  await scene.fire(0, 1 * MINUTE)
  const { user, router } = await openHome()
  await user.click(within(await panel()).getByRole('button', { name: '收起' }))
  expect(screen.queryByRole('region', { name: '新火警' })).toBeNull()
  await router.options.context.sessions.signOut()
  cleanup()
  await openHome()
  expect(await panel()).toBeVisible()
})

test('a replayed fire is shown as reported late, with its age', async () => {
  await scene.fire(0, 4 * 60 * MINUTE)
  await openHome()
  const late = await screen.findByRole('region', { name: '补报火警' })
  expect(within(late).getByLabelText(/^已过去 4:00:/)).toBeVisible()
  expect(screen.queryByRole('region', { name: '新火警' })).toBeNull()
})

test('a further floor of an acknowledged alarm, and of one of days ago, is shown with its place', async () => {
  await scene.fire(0, 5 * 24 * 60 * MINUTE)
  const { id } = await scene.open()
  await scene.send('unit01', alarm.ack, { id, tappedTime: scene.wire(MINUTE), sentTime: scene.wire(0) })
  await t.db.execute(sql`update point set floor = '17层', zone = '北区' where id = ${scene.points[1]!.id}`)
  await scene.fire(1, 5000)
  const { user } = await openHome()
  const again = await screen.findByRole('region', { name: /^又有设备报警：17层 北区/ })
  expect(within(again).getByLabelText(/^已过去 00:/)).toBeVisible()
  await user.click(within(again).getByRole('button', { name: '我去看' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /^又有设备报警/ })).toBeNull())
  expect(await scene.open('zongdui')).toMatchObject({ state: 'acked', callTime: null })
})

test('a closed panel does not come back, and the number of open alarms leads to their list', async () => {
  await scene.fire(0, 1 * MINUTE)
  const { user, router } = await openHome()
  await user.click(within(await panel()).getByRole('button', { name: '收起' }))
  expect(screen.queryByRole('region', { name: '新火警' })).toBeNull()
  const bar = within(document.getElementById('frame-bar')!)
  const chip = await bar.findByRole('link', { name: /处\s*火警$/ })
  const count = Number(/\d+/.exec(chip.textContent)?.[0])
  await user.click(chip)
  await waitFor(() => expect(router.state.location.pathname).toBe('/alarms'))
  const list = within(await screen.findByRole('list', { name: '未结束的火警' }))
  await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(count))
})

const bar = () => within(document.getElementById('frame-bar')!)
const unknown = () => bar().queryByRole('link', { name: '火警 … 正在读取' })

test('until the first answer the fires are being read, and an answer of none ends that', async () => {
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    http.get('*/field/v1/alarms', async () => {
      await held
      return HttpResponse.json({ code: 200, message: '', msg: '', data: { list: [], total: 0 } })
    }),
  )
  const { router } = await openHome()
  expect(unknown()).toHaveAttribute('href', '/alarms')
  expect(unknown()).toHaveTextContent('火警 …')
  expect(unknown()!.querySelector('.bg-brand-raised')).toBeNull()
  await router.navigate({ to: '/mine' })
  const row = await screen.findByRole('link', { name: /^火警\s*正在读取$/ })
  answer()
  await waitFor(() => expect(unknown()).toBeNull())
  expect(row).toHaveTextContent(/^火警$/)
})

test('the last count is shown until it is read again, and a new session does not inherit it', async () => {
  const first = await openHome()
  const known = (await bar().findByRole('link', { name: /处\s*火警$/ })).textContent
  network.use(
    http.post('*/field/v1/batch', () => new HttpResponse(null, { status: 404 })),
    http.get('*/field/v1/alarms', () => HttpResponse.error()),
  )
  await first.router.navigate({ to: '/portal' })
  await waitFor(() => expect(document.getElementById('frame-bar')).toBeNull())
  await first.router.navigate({ to: '/mine' })
  await screen.findByRole('heading', { name: '我的', level: 1 })
  expect(bar().getByRole('link', { name: /处\s*火警$/ })).toHaveTextContent(known ?? '')
  await first.router.options.context.sessions.signOut()
  cleanup()
  const next = await openHome()
  expect(await bar().findByRole('link', { name: '火警 … 未取得' })).toBeVisible()
  expect(unknown()).toBeNull()
  await next.router.navigate({ to: '/mine' })
  const name = /^火警\s*未取得$/
  expect(await within(screen.getByRole('main')).findByRole('link', { name })).toBeVisible()
  expect(within(screen.getByRole('navigation', { name: '主菜单' })).getByRole('link', { name })).toBeVisible()
})
