import { act, screen, waitFor, within } from '@testing-library/react'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkin as contract } from '#contract/checkin.ts'
import { addDays, shanghaiDay } from '#contract/time.ts'
import { noteSilence } from '#app/offline/connection.ts'
import { cut } from '#mocks/faults.ts'
import { account } from '#server/schema/account.table.ts'
import { checkin } from '#server/schema/checkin.table.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, signIn } = await screenTests()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const calls = (id: string) => t.logged.filter((line) => line.includes(`"${id}"`)).length

async function unitOf(name: string): Promise<number> {
  const [row] = await t.db.select({ unitId: account.unitId }).from(account).where(eq(account.account, name))
  return row!.unitId!
}
async function statusOf(day: string): Promise<number | undefined> {
  const [row] = await t.db
    .select({ status: checkin.status })
    .from(checkin)
    .where(and(eq(checkin.unitId, await unitOf('unit01')), eq(checkin.day, day)))
  return row?.status
}

/** Timers run in real time. */
const phoneAt = (now: Date) =>
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
    now,
  })

beforeEach(async () => {
  phoneAt(DEMO_NOW)
  await t.db.delete(checkin).where(and(eq(checkin.unitId, await unitOf('unit01')), eq(checkin.day, '2026-03-23')))
})
afterEach(() => {
  vi.useRealTimers()
})

async function dashboard(name = 'unit01') {
  const app = await signIn(name)
  const button = await screen.findByRole('button', { name: /签到/ })
  // Before time is advanced.
  await waitFor(() => expect(screen.getByText('点位总数')).toBeVisible())
  await waitFor(() => expect(app.client.isFetching()).toBe(0))
  return { ...app, button }
}
const panel = async () => within(await screen.findByRole('region', { name: '每天签到' }))

describe('checking in', () => {
  test('takes two presses: the button, then 立即签到; the streak grows by a day and today is marked', async () => {
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    const before = Number((await here.findByText(/^\d+$/, { selector: 'strong' })).textContent)
    await user.click(here.getByRole('button', { name: '立即签到' }))
    expect(await screen.findByText('签到成功')).toBeVisible()
    expect(await here.findByRole('button', { name: '今日已签' })).toBeDisabled()
    expect(here.getByText(String(before + 1), { selector: 'strong' })).toBeVisible()
    expect(here.getByText('3月23日 已签到')).toBeInTheDocument()
    expect(await statusOf('2026-03-23')).toBe(2)
    expect(screen.getByRole('button', { name: '已签到' })).toBeVisible()
  })

  test('shows the streak out of 14 days, the month, and the rules', async () => {
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    expect(await here.findByText('浏览页面 30 秒自动签到')).toBeVisible()
    expect(await here.findByRole('progressbar', { name: /满格为 14 天/ })).toBeInTheDocument()
    for (const mark of ['0', '7', '14']) expect(here.getAllByText(mark).length).toBeGreaterThan(0)
    expect(here.getByRole('table', { name: '2026年3月' })).toBeVisible()
    expect(here.getByText('31')).toBeVisible()
    expect(within(here.getByRole('region', { name: '签到说明' })).getAllByRole('listitem')).toHaveLength(3)
  })

  test('shows earlier months without making up missed days, and no month after this one', async () => {
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    const next = await here.findByRole('button', { name: '下个月' })
    expect(next).toBeDisabled()
    await user.click(here.getByRole('button', { name: '上个月' }))
    const february = within(await here.findByRole('table', { name: '2026年2月' }))
    expect(here.getByRole('heading', { name: '2026年2月' })).toBeVisible()
    expect(february.queryByText('29')).toBeNull()
    expect(february.queryByRole('button')).toBeNull()
    await user.click(here.getByRole('button', { name: '上个月' }))
    expect(await here.findByRole('table', { name: '2026年1月' })).toBeVisible()
    await user.click(next)
    await user.click(next)
    expect(await here.findByRole('table', { name: '2026年3月' })).toBeVisible()
    expect(next).toBeDisabled()
  })

  test('that another device made first shows no message', async () => {
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    const tap = await here.findByRole('button', { name: '立即签到' })
    await here.findByRole('table')
    await t.db
      .insert(checkin)
      .values({ unitId: await unitOf('unit01'), day: '2026-03-23', status: 2, at: t.clock.now() })
    await user.click(tap)
    expect(await here.findByRole('button', { name: '今日已签' })).toBeVisible()
    expect(screen.queryByText('不能重复签到')).toBeNull()
    expect(screen.queryByText('签到成功')).toBeNull()
  })

  test('made before is not offered while its state loads', async () => {
    const day = { unitId: await unitOf('unit01'), day: '2026-03-23', status: 2, at: t.clock.now() }
    await t.db.insert(checkin).values(day)
    const { user, button } = await dashboard()
    const words = new Set<string>()
    const watch = new MutationObserver(() => {
      const region = document.querySelector('[aria-label=每天签到]')
      for (const each of region?.querySelectorAll('button') ?? []) words.add(each.textContent)
    })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    await user.click(button)
    expect(await (await panel()).findByRole('button', { name: '今日已签' })).toBeDisabled()
    watch.disconnect()
    expect([...words]).toContain('签到')
    expect([...words]).not.toContain('立即签到')
  })

  test('on a phone with a clock two hours fast counts for the correct day and shows it', async () => {
    phoneAt(new Date(DEMO_NOW.getTime() + 2 * HOUR))
    const { user, button } = await dashboard()
    await user.click(button)
    await user.click(await (await panel()).findByRole('button', { name: '立即签到' }))
    expect(await screen.findByText('本机时间快了约 2 小时，请校准')).toBeVisible()
    expect(await statusOf('2026-03-23')).toBe(2)
  })

  test('offline is queued on the device, and sent when the network is back', async () => {
    const { user, button, router } = await dashboard()
    network.use(cut())
    await user.click(button)
    const here = await panel()
    expect(await here.findByText(/此项本机未保存/)).toBeVisible()
    await user.click(here.getByRole('button', { name: '立即签到' }))
    expect(await screen.findByText('已保存在本机，联网后自动提交')).toBeVisible()
    await waitFor(() => expect(here.getByRole('button', { name: '待提交' })).toBeDisabled())
    expect(button).toHaveTextContent('待提交')
    expect(await statusOf('2026-03-23')).toBeUndefined()
    await router.navigate({ to: '/outbox' })
    expect(await screen.findByRole('heading', { name: '签到 2026-03-23' })).toBeVisible()
    // Not the last attempt.
    expect(await screen.findByText('服务器无响应')).toBeVisible()
    const hasNetwork = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => noteSilence())
    expect(await screen.findByText('离线')).toBeVisible()
    hasNetwork.mockRestore()
    network.resetHandlers()
    await user.click(screen.getByRole('button', { name: '全部重试' }))
    expect(await screen.findByText('没有待提交的内容')).toBeVisible()
    expect(await statusOf('2026-03-23')).toBe(2)
  })
})

describe('a check-in sent later', () => {
  async function checkInOffline() {
    const app = await dashboard()
    network.use(cut())
    await app.user.click(app.button)
    await app.user.click((await panel()).getByRole('button', { name: '立即签到' }))
    await waitFor(() => expect(app.button).toHaveTextContent('待提交'))
    await app.router.navigate({ to: '/outbox' })
    expect(await screen.findByRole('heading', { name: '签到 2026-03-23' })).toBeVisible()
    network.resetHandlers()
    return app
  }

  test('from a phone with a clock two hours fast shows it', async () => {
    phoneAt(new Date(DEMO_NOW.getTime() + 2 * HOUR))
    const { user } = await checkInOffline()
    await user.click(screen.getByRole('button', { name: '全部重试' }))
    expect(await screen.findByText('本机时间快了约 2 小时，请校准')).toBeVisible()
    expect(await screen.findByText('没有待提交的内容')).toBeVisible()
    expect(await statusOf('2026-03-23')).toBe(2)
  })

  test('and refused for its time can only be given up, or replaced by a new one', async () => {
    const { user, router } = await checkInOffline()
    vi.setSystemTime(new Date(DEMO_NOW.getTime() - 2 * HOUR))
    await user.click(screen.getByRole('button', { name: '全部重试' }))
    expect(await screen.findByText('提交失败')).toBeVisible()
    expect(screen.getByText(/^本机时间在签到后被调整过/)).toBeVisible()
    const row = within(screen.getByRole('heading', { name: '签到 2026-03-23' }).closest('li')!)
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['放弃'])
    vi.setSystemTime(DEMO_NOW)
    await router.navigate({ to: '/socialData' })
    await user.click(await screen.findByRole('button', { name: /签到/ }))
    await user.click(await (await panel()).findByRole('button', { name: '立即签到' }))
    expect(await screen.findByText('签到成功')).toBeVisible()
    expect(await statusOf('2026-03-23')).toBe(2)
    await router.navigate({ to: '/outbox' })
    expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  })
})

describe('a missed day', () => {
  test('is made up by a press on its 缺 and then shows 补', async () => {
    const unitId = await unitOf('unit01')
    await t.db.delete(checkin).where(and(eq(checkin.unitId, unitId), eq(checkin.day, '2026-03-20')))
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    await user.click(await here.findByRole('button', { name: '补签3月20日' }))
    expect(await screen.findByText('补签成功')).toBeVisible()
    expect(await here.findByText('3月20日 补')).toBeInTheDocument()
    expect(await statusOf('2026-03-20')).toBe(1)
    expect(here.queryByRole('button', { name: '补签3月23日' })).toBeNull()
  })

  test('made up offline is shown as queued, cannot be pressed again, and shows 补 once it is sent', async () => {
    const unitId = await unitOf('unit01')
    await t.db.delete(checkin).where(and(eq(checkin.unitId, unitId), eq(checkin.day, '2026-03-19')))
    const { user, button } = await dashboard()
    await user.click(button)
    const here = await panel()
    const missed = await here.findByRole('button', { name: '补签3月19日' })
    network.use(cut())
    await user.click(missed)
    expect(await here.findByText('3月19日 待提交')).toBeInTheDocument()
    expect(here.queryByRole('button', { name: '补签3月19日' })).toBeNull()
    expect(await statusOf('2026-03-19')).toBeUndefined()
    network.resetHandlers()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await here.findByText('3月19日 补')).toBeInTheDocument()
    expect(here.queryByText('3月19日 待提交')).toBeNull()
    expect(await statusOf('2026-03-19')).toBe(1)
  })
})

describe('automatic check-in', () => {
  test('is not promised on 我的, where it does not happen', async () => {
    const { router } = await dashboard()
    await router.navigate({ to: '/mine' })
    expect(await (await panel()).findByRole('heading', { name: '每天签到' })).toBeVisible()
    expect(screen.queryByText(/自动签到/)).toBeNull()
  })

  test('happens half a minute after the button appears', async () => {
    const before = calls('checkin.checkIn')
    await dashboard()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls('checkin.checkIn')).toBe(before)
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(calls('checkin.checkIn')).toBe(before + 1))
    expect(await screen.findByText('签到成功')).toBeVisible()
    expect(await statusOf('2026-03-23')).toBe(2)
    expect(await screen.findByRole('button', { name: '已签到' })).toBeVisible()
  })

  test('does not happen after a manual check-in', async () => {
    const before = calls('checkin.checkIn')
    const { user, button, client } = await dashboard()
    await user.click(button)
    await user.click(await (await panel()).findByRole('button', { name: '立即签到' }))
    await waitFor(() => expect(calls('checkin.checkIn')).toBe(before + 1))
    await (await panel()).findByRole('button', { name: '今日已签' })
    await waitFor(() => expect(client.isFetching()).toBe(0))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(calls('checkin.checkIn')).toBe(before + 1)
  })

  test('is not requested again on return to the app or on navigation', async () => {
    const before = calls('checkin.checkIn')
    const { client } = await dashboard()
    await vi.advanceTimersByTimeAsync(30_000)
    await waitFor(() => expect(calls('checkin.checkIn')).toBe(before + 1))
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await client.refetchQueries()
    await client.invalidateQueries()
    expect(calls('checkin.checkIn')).toBe(before + 1)
    expect(contract.checkIn.effect).toBe(true)
  })

  test('happens on a page left open over midnight half a minute after the day began', async () => {
    const before = calls('checkin.checkIn')
    const { client } = await dashboard()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByRole('button', { name: '已签到' })).toBeVisible()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(calls('checkin.checkIn')).toBe(before + 1)
    const midnight = DEMO_NOW.getTime() - ((DEMO_NOW.getTime() + 8 * HOUR) % (24 * HOUR)) + 24 * HOUR
    // By what passed on it alone.
    t.clock.pass(midnight + 5 * MINUTE - t.clock.now().getTime())
    vi.setSystemTime(midnight + 5 * MINUTE)
    // The tick's phase depends on the machine.
    for (let second = 0; second < 60 && !screen.queryByRole('button', { name: '签到' }); second += 1)
      await vi.advanceTimersByTimeAsync(1_000)
    expect(screen.getByRole('button', { name: '签到' })).toBeVisible()
    expect(calls('checkin.checkIn')).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(30_000)
    await waitFor(() => expect(calls('checkin.checkIn')).toBe(before + 2))
    expect(await statusOf('2026-03-24')).toBe(2)
    expect(await screen.findByRole('button', { name: '已签到' })).toBeVisible()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(calls('checkin.checkIn')).toBe(before + 2)
  })
})

// Last: it moves the server's clock.
test('a queued check-in that another device made meanwhile is done, and holds back no later day', async () => {
  vi.setSystemTime(t.clock.now())
  const [today, tomorrow] = [shanghaiDay(t.clock.now()), addDays(shanghaiDay(t.clock.now()), 1)]
  const unitId = await unitOf('unit01')
  await t.db.delete(checkin).where(eq(checkin.unitId, unitId))
  const { user, button, router } = await dashboard()
  network.use(cut())
  await user.click(button)
  await user.click((await panel()).getByRole('button', { name: '立即签到' }))
  await waitFor(() => expect(button).toHaveTextContent('待提交'))
  await t.db.insert(checkin).values({ unitId, day: today, status: 2, at: t.clock.now() })
  network.resetHandlers()
  await router.navigate({ to: '/outbox' })
  await user.click(await screen.findByRole('button', { name: '全部重试' }))
  expect(await screen.findByText('没有待提交的内容')).toBeVisible()
  expect(screen.queryByText(/不能重复签到/)).toBeNull()

  t.clock.pass(24 * HOUR)
  vi.setSystemTime(t.clock.now())
  await router.navigate({ to: '/socialData' })
  await user.click(await screen.findByRole('button', { name: /签到/ }))
  await user.click(await (await panel()).findByRole('button', { name: '立即签到' }))
  await waitFor(async () => expect(await statusOf(tomorrow)).toBe(2))
})
