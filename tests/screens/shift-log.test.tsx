import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { shanghaiDay } from '#contract/time.ts'
import { alarm } from '#contract/alarm.ts'
import { type ShiftLog, shiftLog } from '#contract/shift-log.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'
import { onPhone, windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
let scene: AlarmScene
windowWidth(true)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  scene = await alarmScene(t)
  await scene.fire(0, 10 * MINUTE)
})

test('the person on watch signs the acts of this device, which the log of the shift lists', async () => {
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push(`/alarms?building=${scene.id}`)
  await user.click(await screen.findByRole('button', { name: '火警：更多' }))
  await user.click(screen.getByRole('menuitem', { name: '登记值班员' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await dialog.findByText('请选择或输入姓名')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /^姓名/ }), '王五')
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await user.click(screen.getByRole('button', { name: '火警：更多' }))
  expect(screen.getByRole('menuitem', { name: '值班员 王五' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('以值班员 王五 的名义')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /^我去看/ }))
  await waitFor(async () => expect((await scene.open('zongdui')).ackBy).toMatch(/^王五（.+）$/))

  router.history.push('/alarms/shift')
  const { buildingName } = await scene.open('zongdui')
  const row = (await screen.findByText(/^王五（.*\d\d:\d\d 响应/)).closest('tr')
  expect(row).toHaveTextContent(buildingName!)
  expect(row).toHaveTextContent('待确认')
  expect(screen.getByRole('rowheader', { name: /^本班未结束 1 处/ })).toBeVisible()
  expect(row).toHaveTextContent(/响应，用时 10 分 · 未通知/)
  expect(
    screen.getByRole('heading', {
      name: /^(\d{4}-\d\d-\d\d|\d+月\d+日) \d\d:\d\d 至 .*值班员 王五 · 12 小时，含此前未结束共 \d 处火警$/,
    }),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: '打印' })).toBeEnabled()
})

test('open fires come before ended ones, which say how long their confirmation took', async () => {
  const { id } = await scene.open('zongdui')
  await scene.send('unit01', alarm.verdict, { id, verdict: 1 })
  await scene.fire(1, 5 * MINUTE)
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push(`/alarms/shift?since=${shanghaiDay(DEMO_NOW)} 00:05:00`)
  await screen.findByText(/^本班未结束 1 处/)
  const rows = within(screen.getByRole('table', { name: '火警' })).getAllByRole('row')
  const texts = rows.slice(1).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    '本班未结束 1 处',
    expect.stringMatching(/报警时间\d\d:\d\d.*响应和通知未响应 · 未通知/),
    '此前未结束 3 处 · 24 小时内报过的在前',
    expect.stringMatching(/\d 天.*月.*日 \d\d:\d\d.*\d\d:\d\d 又报.*设备.* · 重点建筑.*响应和通知未响应 · 补传未通知/),
    ...Array.from({ length: 2 }, () =>
      expect.stringMatching(/\d 天.*月.*24 小时未再报警.*响应和通知未响应 · 补传未通知/),
    ),
    '本班已结束 1 处',
    expect.stringMatching(/报警时间\d\d:\d\d.* \d\d:\d\d 确认，用时 10 分/),
  ])
  const figures = screen.getByRole('region', { name: '本班记录' }).querySelectorAll('ul strong + span')
  expect([...figures].map(({ textContent }) => textContent).slice(0, 3)).toEqual([
    '本班未结束',
    '此前未结束',
    '本班记录',
  ])
})

test('on a phone times of today are without their date, and real fires come first among the ended ones', async () => {
  onPhone()
  const { id, buildingName } = await scene.open('zongdui')
  await scene.send('unit01', alarm.verdict, { id, verdict: 2 })
  await scene.report({ phase: 'end', time: scene.wire(8 * MINUTE) })
  await scene.fire(1, 5 * MINUTE)
  await scene.send('unit01', alarm.verdict, { id: (await scene.open('zongdui')).id, verdict: 1 })
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push('/alarms/shift')
  const links = await screen.findAllByRole('link', { name: new RegExp(`^查看火警 *${buildingName}`) })
  const rows = [...new Set(links.map((link) => link.closest('tr')!.textContent))]
  const [first, second] = [10 * MINUTE, 5 * MINUTE].map((ago) => scene.wire(ago).slice(11, 16))
  expect(rows).toEqual([
    expect.stringMatching(new RegExp(`真实火警.*${first}.* \\d\\d:\\d\\d 确认`)),
    expect.stringMatching(new RegExp(`误报.*${second}.* \\d\\d:\\d\\d 确认`)),
  ])
  expect(rows.join()).not.toMatch(/月\d+日/)
})

test('on a phone the head of each group of open fires says what all of them share', async () => {
  onPhone()
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push('/alarms/shift')
  await screen.findByText(/^本班未结束 1 处/)
  const table = within(screen.getByRole('table', { name: '火警' }))
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    '本班未结束 1 处 · 未响应',
    expect.stringMatching(/^此前未结束 \d 处 · 均未响应$/),
  ])
})

test('on a phone an electrical alarm is called so, and that it is old', async () => {
  onPhone()
  const { number } = await scene.addPoint('E-12-shift', 12)
  await scene.report({ pointNumber: number, kind: 'fault', time: scene.wire(26 * 60 * MINUTE) })
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push('/alarms/shift')
  const row = (await screen.findAllByText(/E-12-shift/))[0]!.closest('tr')
  expect(row).toHaveTextContent('电气火灾报警')
  expect(row).toHaveTextContent('24 小时未再报警')
})

test('messages under way and announced work that is left out are named', async () => {
  const { id } = await scene.open('zongdui')
  await t.db.execute(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body)
    values (${Number(id)}, 1, 50, 'sms', 'contact:0', '赵五', 'fire', '{"text":""}')`)
  await t.db.execute(sql`
    insert into shelf (building_id, reason, from_at, until_at, by_name, created_at)
    select ${scene.id}, 'test', at, at + interval '2 hours', '王五', at
    from generate_series(1, 201), (select ${t.clock.now().toISOString()}::timestamptz - interval '1 hour' as at) x`)
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push('/alarms/shift')
  expect(await screen.findByText(/赵五 短信 \d\d:\d\d（发送中）/)).toBeVisible()
  expect(screen.getByText('仅列出最近的 200 项')).toBeVisible()
})

test('more older open fires than are listed are counted, and lead to the fires', async () => {
  await t.db.execute(sql`
    insert into alarm (building_id, kind, priority, occurred_at, received_at, last_at, verdict, judged_at)
    select ${scene.id}, 'fire', 1, at, at, at, 2, at
    from generate_series(1, 201), (select ${t.clock.now().toISOString()}::timestamptz - interval '20 hours' as at) x`)
  const { counts } = (await scene.send('unit01', shiftLog.read, {})).data as ShiftLog
  const { router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  router.history.push('/alarms/shift')
  const own = counts.total - counts.before!
  const words = await screen.findByText(new RegExp(`此前未结束的仅列出 ${200 - own} 处`))
  expect(within(words).getByRole('link', { name: '火警' })).toHaveAttribute('href', '/alarms')
  expect(screen.getByRole('rowheader', { name: new RegExp(`^此前未结束 ${counts.before} 处`) })).toBeVisible()
  expect(screen.getByRole('link', { name: new RegExp(`^${counts.before}\\s*此前未结束`) })).toBeVisible()
})
