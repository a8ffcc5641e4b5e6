import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alarm, type AlarmDetail } from '#contract/alarm.ts'
import { cut } from '#mocks/faults.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene
let item: Awaited<ReturnType<AlarmScene['fire']>>
windowWidth(false)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  scene = await alarmScene(t)
  item = await scene.fire(0, 10 * MINUTE)
})

async function openReal(judge: string, thereafter?: () => Promise<unknown>) {
  const { id } = await scene.open('zongdui')
  await scene.send(judge, alarm.verdict, { id, verdict: 2 })
  await thereafter?.()
  const app = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(`/alarms?building=${scene.id}&id=${id}`)
  const sheet = within(await screen.findByRole('dialog'))
  const steps = within(await sheet.findByRole('region', { name: '真实火警处置' }))
  const confirm = async (answer: string) => {
    await app.user.click(await steps.findByRole('button', { name: '火已扑灭' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: '火已扑灭？' }))
    expect(dialog.getByText(/不再列为未结束，不能撤销；设备再次报警的，产生新的火警/)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: '火已扑灭？' })).toBeNull())
  }
  const stored = async () => (await scene.send('zongdui', alarm.one, { id })).data as AlarmDetail
  return { ...app, sheet, steps, confirm, stored }
}

test('the unit ends its own real fire in the sheet after a confirmation, and the history names it', async () => {
  const { sheet, steps, confirm, stored } = await openReal('unit01')
  await confirm('取消')
  expect(await stored()).toMatchObject({ state: 'judged', ends: [] })
  await confirm('确认已扑灭')
  expect((await screen.findByText(/^已结束：/)).closest('[role=status]')).not.toBeNull()
  expect(await steps.findByText(/^真实火警已结束（.+）$/)).toBeVisible()
  for (const role of ['link', 'listitem', 'button']) expect(steps.queryByRole(role)).toBeNull()
  const history = within(await sheet.findByRole('region', { name: '经过' }))
  expect(await history.findByText('确认火已扑灭')).toBeVisible()
  expect(history.getByText('已结束')).toBeVisible()
  expect(history.queryByText('已恢复')).toBeNull()
  expect(sheet.getByText(/ 结束$/)).toBeVisible()
  expect(await stored()).toMatchObject({ state: 'closed', ends: [{ by: '方思齐' }] })
})

test('a fire judged by the authority has no button for the unit', async () => {
  const { sheet, steps } = await openReal('jingan')
  expect(await sheet.findByText('确认为真实火警')).toBeVisible()
  expect(steps.queryByRole('button', { name: '火已扑灭' })).toBeNull()
})

test('without a network the end waits on the device, is marked as unsent, and arrives once', async () => {
  const { user, router, sheet, steps, confirm, stored } = await openReal('unit01')
  await steps.findByRole('button', { name: '火已扑灭' })
  network.use(cut())
  await confirm('确认已扑灭')
  expect(await steps.findByText('已确认火已扑灭，尚未送达平台，联网后自动提交。')).toBeVisible()
  expect(await screen.findByText(/^已结束：.+，已保存在本机，联网后自动提交$/)).toBeVisible()
  for (const role of ['link', 'listitem', 'button']) expect(steps.queryByRole(role)).toBeNull()
  const head = within(sheet.getByRole('region', { name: '火警概要' }))
  expect(head.getByText('待提交：火已扑灭')).toBeVisible()
  expect((await stored()).state).toBe('judged')
  await router.navigate({ to: '/outbox' })
  expect(await screen.findByRole('heading', { name: '火已扑灭' })).toBeVisible()
  network.resetHandlers()
  await user.click(screen.getByRole('button', { name: '全部重试' }))
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  expect(await stored()).toMatchObject({ state: 'closed', isOpen: false, ends: [{ act: 'end' }] })
})

test('a fire that is out stays out when its verdict is corrected and confirmed again', async () => {
  const { id } = await scene.open('zongdui')
  for (const act of [
    () => scene.send('unit01', alarm.verdict, { id, verdict: 2 }),
    () => scene.send('unit01', alarm.end, { id }),
  ])
    expect(await act()).toMatchObject({ code: 200 })
  await scene.send('jingan', alarm.verdict, { id, verdict: 1 })
  const { steps } = await openReal('jingan')
  expect(await steps.findByText(/^真实火警已结束/)).toBeVisible()
  expect(steps.queryByRole('link')).toBeNull()
})

test('a fire confirmed after its device was reset has the call to 119', async () => {
  await scene.report({ ...item, phase: 'end', time: scene.wire(5 * MINUTE) })
  const { steps, stored } = await openReal('unit01')
  expect(await stored()).toMatchObject({ state: 'closed', isOpen: false })
  expect(steps.getByRole('link', { name: '拨打 119' })).toBeVisible()
  expect(steps.getAllByRole('listitem')).toHaveLength(4)
})

test('a device’s reset after the verdict takes no step away', async () => {
  item = await scene.fire(0, 2 * MINUTE)
  const { steps, stored } = await openReal('unit01', () => scene.report({ ...item, phase: 'end', time: scene.wire(0) }))
  expect(await stored()).toMatchObject({ state: 'closed', verdict: 2, ends: [] })
  expect(steps.getByRole('link', { name: '拨打 119' })).toBeVisible()
  expect(steps.queryByRole('button', { name: '火已扑灭' })).toBeNull()
})
