import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { cut } from '#mocks/faults.ts'
import { closeOffer } from '#app/features/alarm/undo-offer.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene

// The device's clock agrees with the server's.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  closeOffer()
  scene = await alarmScene(t)
  await scene.fire(0, 10 * MINUTE)
})

/** Signs in and opens the building's alarms. */
async function openAlarms(account = 'unit01', search = '') {
  const app = await signIn(account, account === 'jingan' ? '/loginxf' : '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(`/alarms?building=${scene.id}${search}`)
  await screen.findByRole('region', { name: '火警列表' })
  return app
}
const table = async () => within(await screen.findByRole('table', { name: '火警列表' }))
const sheet = async () => within(await screen.findByRole('dialog'))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** Opens the only alarm of the list. */
async function decideOn(user: Awaited<ReturnType<typeof openAlarms>>['user']) {
  await user.click(await screen.findByRole('button', { name: /^处置 / }))
  return sheet()
}
/** What the server knows, read by a person who is not on the screen: an account has one session. */
const stored = () => scene.open('zongdui')
const verdicts = async () => (await scene.list('zongdui')).map(({ kind, verdict }) => [kind, verdict])

test('a person of the unit acknowledges and judges with a cause, and takes it back from the toast', async () => {
  const { user } = await openAlarms()
  await screen.findByText('未响应')
  const here = await decideOn(user)
  await user.click(await here.findByRole('button', { name: '我去看' }))
  expect(await here.findByText(/ 已响应$/)).toBeVisible()
  expect(await stored()).toMatchObject({ state: 'acked' })

  expect(here.getByRole('button', { name: '请先选择结果' })).toBeDisabled()
  await user.click(here.getByRole('radio', { name: '误报' }))
  await user.click(here.getByRole('button', { name: '确认为误报' }))
  expect(await here.findByText('请选择误报原因')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: null })
  await user.click(here.getByRole('radio', { name: '灰尘、水汽' }))
  await user.type(here.getByRole('textbox', { name: '说明（选填）' }), '已清洁')
  await user.click(here.getByRole('button', { name: '确认为误报' }))
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
  await closed()
  expect(await stored()).toMatchObject({ verdict: 1, note: '灰尘、水汽；已清洁' })

  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(await screen.findByText('已撤销')).toBeVisible()
  expect((await table()).getByText('已响应')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: null, state: 'acked' })
})

test('several alarms are ticked and judged at once, a real fire only alone; one tap takes all back', async () => {
  const monitor = await scene.addPoint('E-12-screen', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault' })
  const { user } = await openAlarms()
  await waitFor(async () => expect((await table()).getAllByRole('button', { name: /^处置 / })).toHaveLength(2))
  await user.click(screen.getByRole('checkbox', { name: '全选本页未确认' }))
  await user.click(screen.getByRole('button', { name: '确认结果' }))
  const here = await sheet()
  expect(here.queryByRole('radio', { name: '真实火警' })).toBeNull()
  await user.click(here.getByRole('radio', { name: '测试' }))
  await user.click(here.getByRole('button', { name: '确认为测试' }))
  expect(await screen.findByText('已确认为测试，2 条')).toBeVisible()
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
  expect((await verdicts()).toSorted()).toEqual([
    ['electrical', 4],
    ['fire', 4],
  ])
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(await screen.findByText('已撤销')).toBeVisible()
  await waitFor(async () => expect((await table()).getAllByText('未响应')).toHaveLength(2))
  expect((await verdicts()).toSorted()).toEqual([
    ['electrical', null],
    ['fire', null],
  ])
})

test('a real fire shows what to do, stays on the list, and is corrected with a reason only', async () => {
  const { user } = await openAlarms()
  const here = await decideOn(user)
  await user.click(await here.findByRole('radio', { name: '真实火警' }))
  await user.click(here.getByRole('button', { name: '确认为真实火警' }))
  const steps = within(await here.findByRole('region', { name: '真实火警处置' }))
  expect(steps.getByRole('link', { name: '拨打 119' })).toHaveAttribute('href', 'tel:119')
  expect(steps.getAllByRole('listitem')).toHaveLength(4)
  expect(steps.queryByText(/尚未送达平台/)).toBeNull()
  expect(await stored()).toMatchObject({ verdict: 2, isOpen: true })
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull()

  t.clock.pass(MINUTE)
  await user.click(await here.findByRole('button', { name: '更正' }))
  await user.click(here.getByRole('radio', { name: '维保' }))
  await user.click(here.getByRole('button', { name: '确认为维保' }))
  expect(await here.findByText('请填写更正原因')).toBeVisible()
  await user.type(here.getByRole('textbox', { name: /^更正原因/ }), '维保单位调试')
  await user.click(here.getByRole('button', { name: '确认为维保' }))
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: 3, note: '维保单位调试' })
})

test('judged by somebody else while its sheet is open, it stays in the sheet with who judged', async () => {
  const { user, client } = await openAlarms()
  const here = await decideOn(user)
  await here.findByRole('region', { name: '报警记录' })
  const { id } = await stored()
  await scene.send('jingan', alarm.verdict, { id, verdict: 4, note: '联动测试' })
  await client.invalidateQueries()
  expect(await here.findByText(/^测试：.*联动测试$/)).toBeVisible()
  expect(here.getByText('已由消防救援机构确认，如有异议请联系消防救援机构。')).toBeVisible()
  await user.click(here.getByRole('button', { name: '关闭' }))
  await closed()
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
})

describe('without a network', () => {
  test('a real fire waits on the device and says so; refused later, the reason is where the person decided', async () => {
    const { user, router } = await openAlarms()
    const here = await decideOn(user)
    await here.findByRole('region', { name: '报警记录' })
    network.use(cut())
    await user.click(here.getByRole('radio', { name: '真实火警' }))
    await user.click(here.getByRole('button', { name: '确认为真实火警' }))
    const steps = within(await here.findByRole('region', { name: '真实火警处置' }))
    expect(await steps.findByRole('alert')).toHaveTextContent('尚未送达平台')
    expect(steps.getByRole('link', { name: '拨打 119' })).toBeVisible()
    await user.click(here.getByRole('button', { name: '关闭' }))
    await closed()
    expect(await screen.findByText('待提交：真实火警')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('1 条真实火警只保存在本机')

    const { id } = await stored()
    expect((await scene.send('jingan', alarm.verdict, { id, verdict: 1 })).code).toBe(200)
    await router.navigate({ to: '/outbox' })
    expect(await screen.findByRole('heading', { name: '火警确认为真实火警（请直接拨打 119）' })).toBeVisible()
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: '全部重试' }))
    expect(await screen.findByText(/已确认为误报，未采用您的结果$/)).toBeVisible()
    expect(await stored()).toMatchObject({ verdict: 1, judgeRank: 3 })

    await user.click(screen.getByRole('button', { name: '修改' }))
    const again = await sheet()
    expect(await again.findByText(/^保存在本机的操作未被接受：.*已确认为误报/)).toBeVisible()
    expect(await again.findByText('已由消防救援机构确认，如有异议请联系消防救援机构。')).toBeVisible()
    await user.click(again.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(again.queryByRole('button', { name: '知道了' })).toBeNull())
    expect(screen.queryByText('待提交')).toBeNull()
  })

  test('a judgement and its undo are sent in their order', async () => {
    const { user, router } = await openAlarms()
    const here = await decideOn(user)
    await here.findByRole('region', { name: '报警记录' })
    network.use(cut())
    await user.click(here.getByRole('radio', { name: '测试' }))
    await user.click(here.getByRole('button', { name: '确认为测试' }))
    expect(await screen.findByText('已确认为测试，已保存在本机，联网后自动提交')).toBeVisible()
    await closed()
    expect(await screen.findByText('待提交：测试')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('撤销已保存在本机，联网后自动提交')).toBeVisible()
    expect(await screen.findByText('待提交：撤销')).toBeVisible()
    await router.navigate({ to: '/outbox' })
    expect(await screen.findAllByRole('heading', { name: /火警确认/ })).toHaveLength(2)
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: '全部重试' }))
    expect(await screen.findByText('没有待提交的内容')).toBeVisible()
    const { id, verdict } = await stored()
    const { data } = await scene.send('zongdui', alarm.one, { id })
    expect(verdict).toBeNull()
    expect((data as { acts: { act: string }[] }).acts.map(({ act }) => act)).toEqual(['undo', 'verdict'])
  })
})

describe('who sees what', () => {
  test('a property company of the building sees who judged, cannot take it back, and may correct it', async () => {
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    const { user } = await openAlarms('wuye01', `&all=1&id=${id}`)
    const here = await sheet()
    const history = within(await here.findByRole('region', { name: '处置经过' }))
    expect(history.getByText('确认为误报')).toBeVisible()
    expect(here.getByText(/^误报：.*施工作业$/)).toBeVisible()
    expect(here.queryByRole('button', { name: '撤销' })).toBeNull()
    await user.click(here.getByRole('button', { name: '更正' }))
    expect(here.getByRole('radio', { name: '误报' })).toBeDisabled()
  })

  test('the district’s authority outranks the unit and sees its judgement', async () => {
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    const { user } = await openAlarms('jingan', `&all=1&id=${id}`)
    const here = await sheet()
    await user.click(await here.findByRole('button', { name: '更正' }))
    await user.click(here.getByRole('radio', { name: '真实火警' }))
    await user.type(here.getByRole('textbox', { name: /^更正原因/ }), '现场见明火')
    await user.click(here.getByRole('button', { name: '确认为真实火警' }))
    expect(await here.findByRole('region', { name: '真实火警处置' })).toBeVisible()
    expect(await stored()).toMatchObject({ verdict: 2, judgeRank: 3, note: '现场见明火' })
  })

  test('another unit finds no such alarm', async () => {
    const { id } = await stored()
    const app = await signIn('unit02')
    await screen.findByRole('navigation', { name: '主菜单' })
    app.router.history.push(`/alarms?id=${id}`)
    expect(await (await sheet()).findByText('火警不存在')).toBeVisible()
  })
})

test('the building’s page and its records lead to the alarm', async () => {
  const { user, router } = await openAlarms()
  router.history.push(`/buildDetail/${scene.id}/1/iotInfo`)
  const records = within(await screen.findByRole('table', { name: '火警信息' }))
  const link = await records.findByRole('link', { name: '处置火警' })
  expect(await screen.findByRole('link', { name: '1 条火警未结束，前往处置' })).toHaveAttribute(
    'href',
    `/alarms?building=${scene.id}`,
  )
  await user.click(link)
  expect(await (await sheet()).findByRole('button', { name: '我去看' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/alarms')
})
