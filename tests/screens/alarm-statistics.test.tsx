import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { type AlarmScene, alarmScene, MINUTE } from '../support/alarm-scene.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()
let scene: AlarmScene

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  await t.db.execute(sql`delete from alarm`)
  await t.db.execute(sql`delete from delivery`)
  scene = await alarmScene(t)
  for (const verdict of [1, 1, 4] as const) {
    await scene.fire(0)
    const { id } = await scene.open('jingan')
    const note = verdict === 1 ? '施工作业' : ''
    await scene.send('jingan', alarm.verdict, { id, verdict, note })
  }
  await scene.fire(1, MINUTE)
})

async function open(account: string, path: string) {
  const app = await signIn(account, account === 'unit01' ? '/login' : '/loginxf')
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push(path)
  return app
}

test('each figure of the statistics leads to a list of exactly its alarms', async () => {
  const { user } = await open('unit01', '/alarms/statistics')
  const results = within(await screen.findByRole('region', { name: '确认结果' }))
  await results.findByRole('link', { name: '4' })
  const rows = async () =>
    within(await screen.findByRole('table', { name: '火警明细' })).getAllByRole('link', { name: /^查看火警 / }).length
  await waitFor(async () => expect(await rows()).toBe(4))
  await user.click(results.getByRole('link', { name: '2' }))
  expect(await screen.findByRole('heading', { name: '明细：误报' })).toBeVisible()
  await waitFor(async () => expect(await rows()).toBe(2))
  await user.click(await screen.findByRole('link', { name: '施工作业，2 条' }))
  expect(await screen.findByRole('heading', { name: '明细：误报，施工作业' })).toBeVisible()
  await waitFor(async () => expect(await rows()).toBe(2))
  const ranking = within(await screen.findByRole('table', { name: '误报排行' }))
  await user.click(await ranking.findByRole('link', { name: /火警 3 条$/ }))
  await waitFor(async () => expect(await rows()).toBe(3))
  await user.click(screen.getByRole('button', { name: '查看全部' }))
  await waitFor(async () => expect(await rows()).toBe(4))
})

test('the columns of the trend add up to the total, and each leads to exactly its alarms', async () => {
  const { user } = await open('unit01', '/alarms/statistics')
  const chart = within(await screen.findByRole('figure', { name: '火警趋势' }))
  const lines = within(chart.getByRole('table')).getAllByRole('row').slice(1)
  expect(lines).toHaveLength(30)
  const totals = lines.map((line) => Number(within(line).getAllByRole('cell').slice(-1)[0]?.textContent))
  expect(totals.reduce((sum, one) => sum + one)).toBe(4)
  const day = totals.findIndex((total) => total > 0)
  const slider = chart.getByRole('slider', { name: '火警趋势：选择日期' })
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^2026-\d\d-\d\d 周.，4 条$/))
  fireEvent.change(slider, { target: { value: String(day - 1) } })
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/，0 条$/))
  expect(chart.queryByRole('link', { name: /^查看 / })).toBeNull()
  fireEvent.change(slider, { target: { value: String(day) } })
  await user.click(chart.getByRole('link', { name: /^查看 2026-\d\d-\d\d 周.，4 条$/ }))
  expect(await screen.findByRole('heading', { name: /^明细：全部火警，2026-\d\d-\d\d$/ })).toBeVisible()
  const table = await screen.findByRole('table', { name: '火警明细' })
  await waitFor(() => expect(within(table).getAllByRole('link', { name: /^查看火警 / })).toHaveLength(4))
})

test('compares the period with the one of the same length before', async () => {
  await t.db.execute(sql`update alarm set occurred_at = occurred_at - interval '50 days' where verdict = 4`)
  await open('unit01', '/alarms/statistics')
  const results = within(await screen.findByRole('region', { name: '确认结果' }))
  expect(await results.findByText(/^比前 30 天多 2 条，/)).toHaveTextContent('比前 30 天多 2 条，误报多 2 条')
  expect(results.getByText('占 67%')).toBeVisible()
})

test('lists the results in the order of the buttons that give them', async () => {
  await open('unit01', '/alarms/statistics')
  const results = within(await screen.findByRole('region', { name: '确认结果' }))
  await results.findByText('占 50%')
  expect(results.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '全部火警',
    '待确认',
    '真实火警',
    '误报',
    '测试',
    '维保',
  ])
})

test('says the share of false alarms and leads to exactly those of the device with most', async () => {
  const { user } = await open('unit01', '/alarms/statistics')
  const results = within(await screen.findByRole('region', { name: '确认结果' }))
  expect(await results.findByText('占 50%')).toBeVisible()
  const most = (await results.findByText('误报最多（2 条）：')).parentElement!
  expect(results.getByText('全部火警').compareDocumentPosition(most)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.click(within(most).getByRole('link'))
  expect(await screen.findByRole('heading', { name: '明细：误报，所选设备' })).toBeVisible()
  const table = await screen.findByRole('table', { name: '火警明细' })
  await waitFor(() => expect(within(table).getAllByRole('link', { name: /^查看火警 / })).toHaveLength(2))
})

test('the ranking begins with buildings for an authority', async () => {
  const { router, user } = await open('jingan', '/alarms/statistics')
  const choices = within(await screen.findByRole('group', { name: '排行对象' })).getAllByRole('radio')
  expect(choices.map((radio) => radio.closest('label')?.textContent)).toEqual(['按建筑', '按设备'])
  expect(choices[0]).toBeChecked()
  await user.click(choices[1]!)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ by: 'device' }))
  expect(choices[1]).toBeChecked()
})

test('the ranking begins with devices for a unit', async () => {
  await open('unit01', '/alarms/statistics')
  expect(await screen.findByRole('radio', { name: '按设备' })).toBeChecked()
})

test('a ledger without messages lists the fires without a message, and whom the next one will reach', async () => {
  const { router, user } = await open('unit01', '/deliveries')
  expect(await screen.findByText('1 处火警未通知任何人')).toBeVisible()
  const table = within(await screen.findByRole('table', { name: '未通知的火警' }))
  const next = within(await screen.findByRole('region', { name: '下一次火警会通知谁' }))
  expect(next.getByRole('link', { name: '管理联系人' })).toHaveAttribute('href', '/dutyContacts')
  expect(next.getAllByRole('link', { name: /^1\d{2} ?\d{4} ?\d{4}$/ })[0]).toBeVisible()
  await user.click(table.getByRole('link', { name: /^查看火警 / }))
  expect(router.state.location).toMatchObject({ pathname: '/alarms', search: { id: expect.anything() } })
})

test('a ledger without messages names the steps of the next one, and where its gaps are closed', async () => {
  await open('zhidui', '/deliveries')
  const next = await screen.findByRole('region', { name: '下一次火警会通知谁' })
  expect(within(next).getByRole('link', { name: /区级值班联系人.*去登记$/ })).toHaveAttribute(
    'href',
    '/organList?contactless=1',
  )
  expect(within(next).getByText(/^1 位，(短信已测试，)?收不到推送$/)).toBeVisible()
  const table = await screen.findByRole('table', { name: '未通知的火警' })
  expect(next.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('the authority narrows the ledger by channel and result', async () => {
  await t.db.execute(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, phone, kind, body, state, error, done_at)
    select a.id, 1, n, c, 'contact:' || n, '王五', '13800000009', 'fire', '{"text":"【消防物联网】火警"}'::jsonb, s,
      case when s = 'failed' then '通道未接受' end, now()
    from (select id from alarm order by id limit 1) a,
      (values (1, 'sms', 'accepted'), (2, 'sms', 'failed'), (3, 'voice', 'failed')) v(n, c, s)`)
  const { user } = await open('jingan', '/deliveries')
  const table = async () => within(await screen.findByRole('table', { name: '通知记录' }))
  await waitFor(async () => expect((await table()).getAllByRole('link', { name: /^查看火警/ })).toHaveLength(3))
  await user.selectOptions(screen.getByRole('combobox', { name: '通知结果' }), '未送达')
  await waitFor(async () => expect((await table()).getAllByRole('link', { name: /^查看火警/ })).toHaveLength(2))
  await user.selectOptions(screen.getByRole('combobox', { name: '通知方式' }), '短信')
  await waitFor(async () => expect((await table()).getAllByText('通道未接受')).toHaveLength(1))
})

test('the desk says that all channels fail', async () => {
  await open('jingan', '/alarms')
  await screen.findByRole('region', { name: '火警列表' })
  await t.db.execute(sql`
    insert into delivery (alarm_id, wave, step, channel, recipient, recipient_name, kind, body, state, error)
    select a.id, 1, n, c, 'contact:' || n, '王五', 'fire', '{}'::jsonb, 'failed', '通道未接受'
    from (select id from alarm where judged_at is null limit 1) a, (values (1, 'sms'), (2, 'voice'), (3, 'push')) v(n, c)`)
  expect(await screen.findByText(/全部通知方式故障：推送、短信、电话均未送达/, {}, { timeout: 8000 })).toBeVisible()
})

test('fires from before the period lead to those of the chosen district', async () => {
  await t.db.execute(sql`update alarm set occurred_at = occurred_at - interval '60 days' where judged_at is null`)
  await open('zongdui', '/alarms/statistics?county=310106')
  const older = await screen.findByRole<HTMLAnchorElement>('link', { name: /^统计时间之前另有 1 条火警待确认/ })
  expect(decodeURIComponent(older.href)).toMatch(/\/alarms\?county="?310106"?$/)
})
