import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { http } from 'msw'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { noteAnswer, noteSilence } from '#app/offline/connection.ts'
import { cut } from '#mocks/faults.ts'
import { dismiss, toasts } from '#app/ui/toast-queue.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { loadedTable } from '../support/loaded-table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()
let scene: AlarmScene
const size = windowWidth(false)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  for (const { id } of toasts.read()) dismiss(id)
  scene = await alarmScene(t)
  await scene.fire(0, 10 * MINUTE)
})

async function openAlarms(account = 'unit01', search = '') {
  const app = await signIn(account, account === 'jingan' ? '/loginxf' : '/login')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(`/alarms?building=${scene.id}${search}`)
  await screen.findByRole('region', { name: '火警列表' })
  return app
}
const open = async () => within(await screen.findByRole('list', { name: '未结束的火警' }))
const ended = async () => within(await screen.findByRole('list', { name: '已结束的火警' }))
const pane = async () => within(await screen.findByRole('region', { name: '火警详情' }))
const sheet = async () => within(await screen.findByRole('dialog'))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
async function closeDone(user: Awaited<ReturnType<typeof openAlarms>>['user']) {
  const here = await sheet()
  expect(await here.findByText('已处理完')).toBeVisible()
  await user.click(here.getByRole('button', { name: '关闭' }))
  await closed()
}
async function decideOn(user: Awaited<ReturnType<typeof openAlarms>>['user']) {
  await user.click((await (await open()).findAllByRole('link'))[0]!)
  return sheet()
}
/** An account has one session. */
const stored = () => scene.open('zongdui')
const verdicts = async () => (await scene.list('zongdui')).map(({ kind, verdict }) => [kind, verdict])

test('a user of the unit acknowledges and judges with a cause, and reverts it from the toast', async () => {
  const { user } = await openAlarms()
  await (await open()).findByText('未响应')
  const here = await decideOn(user)
  await user.click(await here.findByRole('button', { name: '我去看' }))
  expect(await here.findByText(/ 已响应$/)).toBeVisible()
  expect(await here.findByText('您正在前往 · 到场后选择结果')).toBeVisible()
  expect(toasts.read()).toEqual([])
  expect(await stored()).toMatchObject({ state: 'acked' })

  expect(here.queryByRole('button', { name: /^确认为/ })).toBeNull()
  await user.click(here.getByRole('radio', { name: '误报' }))
  await user.click(here.getByRole('button', { name: '确认为误报' }))
  expect(await here.findByText('请选择误报原因')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: null })
  await user.click(here.getByRole('radio', { name: '灰尘、水汽' }))
  await user.type(here.getByRole('textbox', { name: '说明（选填）' }), '已清洁')
  await user.click(here.getByRole('button', { name: '确认为误报' }))
  expect(await here.findByText(/^(另有 \d+ 处火警未结束|没有其他未结束的火警)$/)).toBeVisible()
  await closeDone(user)
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: 1, note: '灰尘、水汽；已清洁' })

  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(await screen.findByText(/^已撤销：/)).toBeVisible()
  expect(await (await open()).findByText('已响应')).toBeVisible()
  expect(await stored()).toMatchObject({ verdict: null, state: 'acked' })
})

test('a fire that arrives over an open alarm is shown with its place and time, and acknowledged there', async () => {
  const fire = await stored()
  const monitor = await scene.addPoint('E-12-over', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault' })
  const { user, router } = await openAlarms('unit01', `&id=${fire.id}`)
  await sheet()
  const panel = within(await screen.findByRole('region', { name: '新电气火灾报警' }))
  expect(panel.getByText(fire.buildingName!)).toBeVisible()
  expect(panel.getByText(/^E-12-over，.* 报警/)).toBeVisible()
  await user.click(panel.getByRole('button', { name: '我去看' }))
  await waitFor(() => expect(router.state.location.search).not.toMatchObject({ id: fire.id }))
  const rows = await scene.list('zongdui')
  expect(rows.map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
    ['electrical', 'acked'],
    ['fire', 'new'],
  ])
})

test('every fire that arrives is announced over the list, also one below another', async () => {
  const { buildingName } = await stored()
  const { client } = await openAlarms()
  const said = (word: RegExp) => screen.findByText(word, { selector: '[role=alert][aria-atomic=false] > p' })
  expect(await said(/^(新|补报)火警 /)).toHaveTextContent(buildingName!)
  const monitor = await scene.addPoint('E-12-said', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault' })
  await client.invalidateQueries()
  expect(await said(/^新电气火灾报警 /)).toHaveTextContent(buildingName!)
  expect(await said(/^(新|补报)火警 /)).toHaveTextContent(buildingName!)
})

test('several alarms are selected and judged at once, a real fire only singly; one press reverts all', async () => {
  const monitor = await scene.addPoint('E-12-screen', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault' })
  const { user } = await openAlarms()
  await waitFor(async () => expect((await open()).getAllByRole('link')).toHaveLength(2))
  expect(screen.getByRole('heading', { name: /^未结束 2 处 · 均未响应/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '火警：更多' }))
  await user.click(screen.getByRole('menuitem', { name: '多选' }))
  await user.click(await screen.findByRole('checkbox', { name: '全选本页待确认' }))
  await user.click(screen.getByRole('button', { name: '确认结果' }))
  const here = await sheet()
  expect(here.queryByRole('radio', { name: '真实火警' })).toBeNull()
  await user.click(here.getByRole('radio', { name: '测试' }))
  await user.click(here.getByRole('button', { name: '确认为测试' }))
  expect(await screen.findByText('已确认为测试：2 条')).toBeVisible()
  expect(await screen.findByText('没有未结束的火警')).toBeVisible()
  expect((await verdicts()).toSorted()).toEqual([
    ['electrical', 4],
    ['fire', 4],
  ])
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(await screen.findByText(/^已撤销：/)).toBeVisible()
  await waitFor(async () => expect((await open()).getAllByText('未响应')).toHaveLength(2))
  expect((await verdicts()).toSorted()).toEqual([
    ['electrical', null],
    ['fire', null],
  ])
})

test('the sheet of one of several alarms gives its place in the list and leads to the next', async () => {
  const monitor = await scene.addPoint('E-12-next', 12)
  await scene.report({ pointNumber: monitor.number, kind: 'fault' })
  const { user, router } = await openAlarms()
  await waitFor(async () => expect((await open()).getAllByRole('link')).toHaveLength(2))
  await decideOn(user)
  const { id } = router.state.location.search
  for (const name of [/ 1 \/ 2$/, / 2 \/ 2$/]) {
    const here = within(await screen.findByRole('dialog', { name }))
    await user.click(here.getByRole('button', { name: '下一处' }))
  }
  expect(await screen.findByRole('dialog', { name: / 1 \/ 2$/ })).toBeVisible()
  expect(router.state.location.search).toMatchObject({ id })
})

test('a real fire shows instructions, stays in the list, and is corrected with a reason only', async () => {
  const { user } = await openAlarms()
  const here = await decideOn(user)
  const real = await here.findByRole('radio', { name: '真实火警' })
  const filled = () => here.getByRole('region', { name: '处置' }).querySelectorAll('.bg-action, .bg-fire-ground')
  expect([...filled()]).toEqual([here.getByRole('button', { name: '我去看' })])
  await user.click(real)
  expect(real.closest('label')).toHaveClass('bg-fire-ground')
  expect(here.getByRole('link', { name: '拨打 119' })).toHaveAttribute('href', 'tel:119')
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

test('the countdown to the next call ends with the verdict, before its answer', async () => {
  const { id } = await stored()
  await t.db.execute(sql`
    insert into alarm_step (alarm_id, wave, step, kind, plan, due_at)
    values (${Number(id)}, 1, 4, 'call', '{"seconds":300,"send":["sms:district"]}', clock_timestamp() + interval '5 minutes')`)
  const { user } = await openAlarms()
  const here = await decideOn(user)
  expect(await here.findByText(/通知消防支队/)).toBeVisible()
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  network.use(http.all(`*${alarm.verdict.path}`, () => held))
  await user.click(here.getByRole('radio', { name: '真实火警' }))
  await user.click(here.getByRole('button', { name: '确认为真实火警' }))
  await waitFor(() => expect(here.queryByText(/通知消防支队/)).toBeNull())
  expect(await stored()).toMatchObject({ verdict: null })
  answer()
  expect(await here.findByRole('region', { name: '真实火警处置' })).toBeVisible()
})

test('an alarm judged by another user while its sheet is open stays in the sheet with that user’s name', async () => {
  const { user, client } = await openAlarms()
  const here = await decideOn(user)
  await here.findByRole('region', { name: '现场情况' })
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
  test('a real fire is queued on the device and marked as queued; a later rejection shows its reason at the decision', async () => {
    const { user, router } = await openAlarms()
    const here = await decideOn(user)
    await here.findByRole('region', { name: '现场情况' })
    network.use(cut())
    await user.click(here.getByRole('radio', { name: '真实火警' }))
    await user.click(here.getByRole('button', { name: '确认为真实火警' }))
    const steps = within(await here.findByRole('region', { name: '真实火警处置' }))
    expect(await steps.findByRole('alert')).toHaveTextContent('尚未送达平台')
    expect(steps.getByRole('link', { name: '拨打 119' })).toBeVisible()
    noteSilence()
    expect(await steps.findByText('没有信号：按下手动报警按钮，到有信号处拨打 119。')).toBeVisible()
    noteAnswer()
    const head = within(here.getByRole('region', { name: '火警概要' }))
    expect(head.getByText('待提交：真实火警')).toBeVisible()
    expect(here.getByRole('region', { name: '火警概要' })).toHaveClass('bg-fire-ground')
    await user.click(here.getByRole('button', { name: '关闭' }))
    await closed()
    expect(await screen.findByText('待提交：真实火警')).toBeVisible()
    expect((await open()).getByRole('link')).toHaveClass('bg-fire-ground')
    expect(screen.getByText(/1 条真实火警只保存在本机/)).toBeVisible()

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
    expect(await again.findByText(/^保存在本机的操作提交失败：.*已确认为误报/)).toBeVisible()
    expect(await again.findByText('已由消防救援机构确认，如有异议请联系消防救援机构。')).toBeVisible()
    await user.click(again.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(again.queryByRole('button', { name: '知道了' })).toBeNull())
    expect(screen.queryByText('待提交')).toBeNull()
  })

  test('a verdict and its undo are sent in order', async () => {
    const { user, router } = await openAlarms()
    const here = await decideOn(user)
    await here.findByRole('region', { name: '现场情况' })
    network.use(cut())
    await user.click(here.getByRole('radio', { name: '测试' }))
    await user.click(here.getByRole('button', { name: '确认为测试' }))
    expect(await screen.findByText(/^已确认为测试：.+，已保存在本机，联网后自动提交$/)).toBeVisible()
    await closeDone(user)
    expect(await screen.findByText('待提交：测试')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText(/^已撤销：.+，已保存在本机，联网后自动提交$/)).toBeVisible()
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

describe('visibility', () => {
  test('a property company of the building reads the judge’s name, cannot revert the verdict, and may correct it', async () => {
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    const { user } = await openAlarms('wuye01', `&id=${id}`)
    const here = await sheet()
    const history = within(await here.findByRole('region', { name: '经过' }))
    expect(history.getByText('确认为误报')).toBeVisible()
    expect(here.getByText(/^误报：.*施工作业$/)).toBeVisible()
    expect(here.queryByRole('button', { name: '撤销' })).toBeNull()
    await user.click(here.getByRole('button', { name: '更正' }))
    expect(here.getByRole('radio', { name: '误报' })).toBeDisabled()
  })

  test('the district’s authority outranks the unit and reads its verdict', async () => {
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
    const { user } = await openAlarms('jingan', `&id=${id}`)
    const here = await sheet()
    expect(await here.findByText('已确认误报 · 设备待现场复位')).toBeVisible()
    await user.click(here.getByRole('button', { name: '改为真实火警' }))
    expect(here.getByRole('link', { name: '拨打 119' })).toBeVisible()
    await user.click(here.getByRole('button', { name: '确认为真实火警' }))
    const steps = within(await here.findByRole('region', { name: '真实火警处置' }))
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '核实 119 是否已接警',
      '呼叫现场，了解火势和有无人员被困',
      '派员到场',
    ])
    expect(await stored()).toMatchObject({ verdict: 2, judgeRank: 3, note: '现场确认真实火警' })
  })

  test('the authority sees missing contacts and addresses, and calls the author of the verdict', async () => {
    await t.db.execute(sql`delete from duty_contact`)
    await t.db.execute(sql`delete from webhook`)
    await t.db.execute(sql`update account set phone = null where phone = '13700000077'`)
    await t.db.execute(sql`update account set phone = '13700000077' where account = 'unit01'`)
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
    await openAlarms('jingan', `&id=${id}`)
    const here = await sheet()
    const call = await here.findByRole('link', { name: /^呼叫现场 .*13700000077$/ })
    expect(call).toHaveAttribute('href', 'tel:13700000077')
    const people = within(await here.findByRole('region', { name: '联系人' }))
    expect(people.getAllByRole('listitem')[0]).toHaveTextContent('现场')
    expect(await here.findByText('无地址，请电话通报')).toBeVisible()
    expect(await screen.findByText('未设值班联系人，火警超时后无人接到通知')).toBeInTheDocument()
  })

  test('another unit cannot open the alarm', async () => {
    const { id } = await stored()
    const app = await signIn('unit02')
    await screen.findByRole('navigation', { name: '主菜单' })
    app.router.history.push(`/alarms?id=${id}`)
    expect(await (await sheet()).findByText('火警不存在')).toBeVisible()
  })
})

test('the building’s page says what burns, and it and its records lead to the alarm', async () => {
  const { user, router } = await openAlarms()
  const { id } = await stored()
  router.history.push(`/buildDetail/${scene.id}/1/iotInfo`)
  const records = await loadedTable('火警信息')
  const shown = await screen.findByRole('region', { name: '未结束的火警' })
  expect(shown).toHaveTextContent('本栋 1 处火警未结束')
  const strip = within(shown)
  const pill = await screen.findByRole('link', { name: /\d+\s*处\s*火警$/ })
  expect(pill).toHaveClass('max-md:hidden')
  expect(strip.getByText(/^(\d+ 分钟|\d\d:\d\d)$/)).toBeVisible()
  expect(strip.getByText('未响应')).toBeVisible()
  expect(strip.getByRole('link', { name: '去确认' })).toHaveAttribute('href', `/alarms?id=${id}`)
  await user.click(await records.findByRole('button', { name: '去确认' }))
  expect(await (await sheet()).findByRole('button', { name: '我去看' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/alarms')
  router.history.push('/mine')
  await waitFor(() => expect(pill).not.toHaveClass('max-md:hidden'))
})

test('the strip of the building follows decisions made elsewhere', async () => {
  const { router, client } = await openAlarms()
  router.history.push(`/buildDetail/${scene.id}/1/baseInfo`)
  const strip = within(await screen.findByRole('region', { name: '未结束的火警' }))
  const { id } = await stored()
  await scene.send('jingan', alarm.ack, { id })
  await client.invalidateQueries()
  expect(await strip.findByText('已响应')).toBeVisible()
  await scene.send('jingan', alarm.verdict, { id, verdict: 1 })
  await client.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('region', { name: '未结束的火警' })).toBeNull())
})

test('a repeated fire keeps its age from the first report, and names the repetition after its place', async () => {
  await scene.fire(1, 4 * MINUTE)
  await openAlarms()
  const row = (await (await open()).findByText(/ 又报$/)).closest('a')!
  expect(row).toHaveTextContent(/首报 (09|10):\d\d\d+层.* · \d\d:\d\d 又报 · 2 个设备未响应$/)
})

test('on phones a bar under the list leads to the most urgent undecided fire', async () => {
  const { user, router } = await openAlarms()
  const { id } = await stored()
  await user.click(await screen.findByRole('link', { name: '去确认' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id }))
  expect(await (await sheet()).findByRole('button', { name: '我去看' })).toBeVisible()
})

test('a phone’s outcomes are two taps away, and its silent desk says so in words', async () => {
  const { user, router } = await openAlarms()
  expect(await screen.findByText('本机无法响铃')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '已确认，选择结果' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    '真实火警',
    '误报',
    '测试',
    '维保',
  ])
  await user.click(screen.getByRole('menuitem', { name: '误报' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ verdict: '1' }))
  await user.click(await screen.findByRole('button', { name: '误报，选择结果' }))
  expect(screen.getByRole('menuitem', { name: /^已选\s*误报$/ })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: '维保' })).toBeVisible()
})

test('ended alarms are listed by day, each with who judged it and after how long', async () => {
  const { id } = await stored()
  await scene.send('unit01', alarm.verdict, { id, verdict: 1, note: '施工作业' })
  await openAlarms()
  const list = await ended()
  expect(screen.getByRole('heading', { level: 3, name: /^已结束 · 今天( \d+ 起)? 共 \d+ 起$/ })).toBeVisible()
  const [row] = list.getAllByRole('link')
  expect(row).toHaveTextContent(/\d\d:\d\d.*误报.* \d\d:\d\d 确认，用时 10 分 · 施工作业$/)
  expect(row!.querySelectorAll('svg')).toHaveLength(2)
})

test('a replayed record says so when it has ended, and no time to its confirmation', async () => {
  await t.db.execute(sql`delete from alarm where building_id = ${scene.id}`)
  await scene.fire(1, 4 * 60 * MINUTE)
  const { id } = await stored()
  await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
  await openAlarms()
  const [row] = (await ended()).getAllByRole('link')
  expect(row).toHaveTextContent(/补传记录 · .*\d\d:\d\d 确认$/)
})

test('a day of ended alarms is called replayed only if its page has all of it', async () => {
  const add = (from: number, to: number, isFresh: boolean) =>
    t.db.execute(sql`
      insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, verdict, judged_at, fresh)
      select ${scene.id}, 'fire', 1, at, at, at, 1, at, ${isFresh} from (
        select ${t.clock.now().toISOString()}::timestamptz - interval '2 days' - n * interval '1 second' as at
        from generate_series(${from}::int, ${to}::int) n) x`)
  await add(1, 20, false)
  const { client } = await openAlarms()
  const head = () => screen.findByRole('heading', { level: 3, name: /^已结束 / })
  expect(await head()).toHaveTextContent(/^已结束 · [^·]+ 20 起 · 均为补传记录 共 20 起$/)
  await add(21, 21, true)
  await client.invalidateQueries()
  await waitFor(async () => expect(await head()).toHaveTextContent(/^已结束 · [^·]+ · 本页均为补传记录 共 21 起$/))
})

test('open real fires are counted on a phone too, and lead to their list', async () => {
  const { id } = await stored()
  await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
  const { user, router } = await openAlarms()
  router.history.push('/alarms')
  await user.click(await screen.findByRole('button', { name: /^真实火警\s*\d+$/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ verdict: '2' }))
})

test('with a real fire burning, nothing to confirm is not told as no fire', async () => {
  await scene.send('unit01', alarm.verdict, { id: (await stored()).id, verdict: 2 })
  await openAlarms('unit01', '&verdict=0')
  expect(await screen.findByText('没有待确认的火警')).toBeVisible()
})

test('a desk of one district or building names it and does not promise the fires of others', async () => {
  await scene.send('unit01', alarm.verdict, { id: (await stored()).id, verdict: 1 })
  const { user, router } = await openAlarms('unit01', '&county=310106')
  expect(await screen.findByText('静安区没有未结束的火警')).toBeVisible()
  expect(screen.queryByText(/新火警会立即出现在这里/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '查看全市火警' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ building: String(scene.id) }))
  expect(screen.getByRole('button', { name: '查看全部建筑的火警' })).toBeVisible()
})

describe('the desk', () => {
  beforeEach(() => {
    size.isWide = true
  })

  test('opens with the most urgent alarm, says where, since when, what else reports and whom to call', async () => {
    await scene.fire(1, 10 * MINUTE - 10_000)
    await scene.report({ pointNumber: scene.points[2]!.number, kind: 'fault', time: scene.wire(9 * MINUTE) })
    const { router } = await openAlarms()
    const { id, buildingName, address } = await stored()
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id }))
    const here = await pane()
    const head = within(await here.findByRole('region', { name: '火警概要' }))
    expect(head.getByRole('heading')).toHaveTextContent(buildingName!)
    expect(head.getByText(new RegExp(`^${address}`))).toBeVisible()
    expect(head.getByText(/^首报 .* · \d\d:\d\d:\d\d$/)).toBeVisible()
    const spread = await here.findByText(/2 个设备在报警，相隔 10 秒/)
    const events = within(here.getByRole('region', { name: '现场情况' }))
    expect(events.getByText(spread.textContent)).toBeVisible()
    expect(events.getByText('同时有 1 条故障')).toBeVisible()
    expect(events.getAllByText('报警中')).toHaveLength(2)
    const people = within(await here.findByRole('region', { name: '联系人' }))
    expect(people.getAllByRole('link')[0]).toHaveAttribute('href', expect.stringMatching(/^tel:/))
    expect(here.getByRole('link', { name: /^呼叫 .*（.+）$/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opened on one result it shows its first alarm', async () => {
    const { id } = await stored()
    await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
    const { router } = await openAlarms('unit01', '&verdict=1')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id }))
    expect(screen.queryByText('没有火警')).toBeNull()
  })

  test('lists the points of the floor that are not normal, and the others on demand', async () => {
    const { user } = await openAlarms()
    const here = await pane()
    const rest = await here.findByRole('button', { name: /^本层另有 \d+ 个(正常|点位)$/ })
    const floor = within(here.getByRole('region', { name: '各楼层点位' }))
    const before = floor.getAllByRole('listitem')
    expect(before[0]).toHaveTextContent(/报警$/)
    expect(
      before.filter(({ textContent }) => /^地下|^\d+层\d+ 个点位(报警|异常|离线)$/.test(textContent ?? '')),
    ).not.toEqual([])
    expect(before.filter(({ textContent }) => textContent?.endsWith('正常'))).toEqual([rest.closest('li')])
    await user.click(rest)
    expect(floor.getAllByRole('listitem').length).toBeGreaterThan(before.length)
  })

  test('lists open alarms before ended ones, fires before electrical ones', async () => {
    const monitor = await scene.addPoint('E-12-desk', 12)
    await scene.report({ pointNumber: monitor.number, kind: 'fault' })
    const [, electrical] = await scene.list('zongdui')
    const fire = await stored()
    expect(electrical?.kind).toBe('electrical')
    await scene.send('zongdui', alarm.ack, { id: fire.id })
    await scene.send('zongdui', alarm.verdict, { id: electrical!.id, verdict: 4 })
    await scene.report({ pointNumber: monitor.number, kind: 'fault', sequence: 7 })
    await openAlarms()
    await waitFor(async () => expect((await open()).getAllByRole('link')).toHaveLength(2))
    const [first, second] = (await open()).getAllByRole('link')
    expect(first).toHaveTextContent('已响应')
    expect(second).toHaveTextContent('未响应')
    expect((await ended()).getAllByRole('link')[0]).toHaveTextContent('测试')
    expect(screen.getByRole('heading', { name: /^未结束 2 处/ })).toBeVisible()
  })

  test('is worked by keys: move, acknowledge, choose a verdict, confirm; the address follows', async () => {
    const { user, router, client } = await openAlarms()
    const { id } = await stored()
    const here = await pane()
    await here.findByRole('button', { name: '我去看' })
    await user.keyboard('a')
    expect(await here.findByText(/ \d\d:\d\d 已响应$/)).toBeVisible()
    expect(await stored()).toMatchObject({ state: 'acked' })
    await user.keyboard('3')
    const chosen = await here.findByRole('radio', { name: '测试' })
    await waitFor(() => expect(chosen).toHaveFocus())
    expect(chosen).toBeChecked()
    await user.keyboard('{Enter}')
    expect(await here.findByText(/^测试：/)).toBeVisible()
    expect(await stored()).toMatchObject({ verdict: 4 })
    await user.click((await here.findAllByRole('button', { name: '撤销' }))[0]!)
    await waitFor(async () => expect(await stored()).toMatchObject({ verdict: null, state: 'acked' }))

    await scene.send('zongdui', alarm.verdict, { id, verdict: 1 })
    await scene.fire(1)
    await client.invalidateQueries()
    await waitFor(async () => expect((await ended()).getAllByRole('link')[0]).toHaveAttribute('aria-current', 'page'))
    await user.keyboard('k')
    const { id: next } = await stored()
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: next }))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id }))
  })

  test('keys do nothing while a note is written', async () => {
    const { user } = await openAlarms()
    const here = await pane()
    await user.click(await here.findByRole('radio', { name: '维保' }))
    await user.type(await here.findByRole('textbox', { name: '说明（选填）' }), 'a1')
    expect(here.getByRole('radio', { name: '维保' })).toBeChecked()
    expect(await stored()).toMatchObject({ state: 'new', verdict: null })
    await user.keyboard('{Escape}')
  })

  test('keeps the alarm beside the list after its verdict, and narrows the list by result', async () => {
    const { user, router } = await openAlarms()
    const { id } = await stored()
    const here = await pane()
    await user.click(await here.findByRole('radio', { name: '误报' }))
    await user.click(await here.findByRole('radio', { name: '人员误碰' }))
    await user.click(here.getByRole('button', { name: '确认为误报' }))
    expect(await here.findByText(/^误报：.*人员误碰$/)).toBeVisible()
    expect(router.state.location.search).toMatchObject({ id })
    await user.click(screen.getByRole('button', { name: '误报' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ verdict: '1' }))
    expect(await (await ended()).findByText(/人员误碰/)).toBeVisible()
    expect(screen.queryByRole('list', { name: '未结束的火警' })).toBeNull()
  })

  test('says that sound is off where the browser cannot ring, and shows no panel over its list', async () => {
    await scene.fire(1)
    await openAlarms()
    expect(await screen.findByText('本机无法响铃')).toBeVisible()
    await pane()
    expect(screen.queryByRole('region', { name: '新火警' })).toBeNull()
  })
})
