import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { cut } from '#mocks/faults.ts'
import { account } from '#server/schema/account.table.ts'
import { message, messageReceiver } from '#server/schema/message.table.ts'
import { DEMO_NOW } from '../support/demo-now.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()

const calls = (id: string) => t.logged.filter((line) => line.includes(`"${id}"`)).length

async function idOf(name: string): Promise<number> {
  const [row] = await t.db.select({ id: account.id }).from(account).where(eq(account.account, name))
  return row!.id
}
/** 通知1 and on, the newest last. */
async function fill(name: string, count: number): Promise<void> {
  const accountId = await idOf(name)
  await t.db.delete(messageReceiver).where(eq(messageReceiver.accountId, accountId))
  for (let n = 1; n <= count; n++) {
    const sentAt = new Date(t.clock.now().getTime() - (count - n + 1) * 60_000)
    const [row] = await t.db
      .insert(message)
      .values({ title: `通知${n}`, messageHtml: `<p>正文${n}</p><script>window.xssRan=1</script>`, sentAt })
      .returning({ id: message.id })
    await t.db.insert(messageReceiver).values({ messageId: row!.id, accountId, sentAt })
  }
}
const unreadOf = async (name: string) =>
  t.db.$count(
    messageReceiver,
    and(
      eq(messageReceiver.accountId, await idOf(name)),
      isNull(messageReceiver.readAt),
      isNull(messageReceiver.deletedAt),
    ),
  )

const size = windowWidth(true)

afterEach(() => void vi.useRealTimers())

const bell = () => screen.findByRole('link', { name: '消息通知' })
const inDialog = async (name = '消息通知') => within(await screen.findByRole('dialog', { name }))

describe('the bell', () => {
  test('shows the number of unread ones, hidden at zero, 99+ beyond', async () => {
    await fill('unit01', 3)
    const { client } = await signIn('unit01')
    const badge = within(await bell())
    expect(await badge.findByText('3')).toBeVisible()
    await fill('unit01', 120)
    await client.refetchQueries({ queryKey: ['message.unreadCount'] })
    expect(await badge.findByText('99+')).toBeVisible()
    await fill('unit01', 0)
    await client.refetchQueries({ queryKey: ['message.unreadCount'] })
    await waitFor(() => expect(badge.queryByText(/\d/)).toBeNull())
  })

  test('loads it once at the start and once on return to the app, however many places show it', async () => {
    await fill('unit01', 2)
    const before = calls('message.unreadCount')
    const { client } = await signIn('unit01')
    await within(await bell()).findByText('2')
    expect(calls('message.unreadCount')).toBe(before + 1)
    await client.invalidateQueries({ queryKey: ['message.unreadCount'], refetchType: 'none' })
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(calls('message.unreadCount')).toBe(before + 2))
  })

  test("sets it as the badge of the app's icon where supported, and clears it with the last one and on sign-out", async () => {
    await fill('unit01', 4)
    const shown: number[] = []
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(0),
    })
    const { client } = await signIn('unit01')
    await waitFor(() => expect(shown.at(-1)).toBe(4))
    await fill('unit01', 0)
    await client.refetchQueries({ queryKey: ['message.unreadCount'] })
    await waitFor(() => expect(shown.at(-1)).toBe(0))
    await fill('unit01', 6)
    await client.refetchQueries({ queryKey: ['message.unreadCount'] })
    await waitFor(() => expect(shown.at(-1)).toBe(6))
    cleanup()
    expect(shown.at(-1)).toBe(0)
  })

  test('exists for the authority and the property company, too', async () => {
    for (const [name, entry] of [
      ['wuye01', '/login'],
      ['jingan', '/loginxf'],
    ] as const) {
      await fill(name, 5)
      const { router } = await signIn(name, entry)
      await waitFor(async () =>
        expect(within((await screen.findAllByRole('link', { name: '消息通知' })).at(-1)!).getByText('5')).toBeVisible(),
      )
      router.history.destroy()
      cleanup()
    }
  })
})

describe('the dialog', () => {
  test('lists ten per page with title, state and time; the filter separates unread from read', async () => {
    await fill('unit01', 12)
    const { user } = await signIn('unit01')
    await user.click(await bell())
    const dialog = await inDialog()
    await waitFor(() => expect(dialog.getByText('通知12')).toBeVisible())
    const rows = within(dialog.getByRole('list', { name: '消息列表' })).getAllByRole('listitem')
    expect(rows).toHaveLength(10)
    expect(within(rows[0]!).getByText('未读')).toBeVisible()
    expect(rows[0]!.querySelector('time')).toHaveAttribute('title', '2026-03-23 10:14:00')
    const sizes = within(dialog.getByLabelText('每页条数')).getAllByRole('option')
    expect(sizes.map((size) => size.textContent)).toEqual(['10 条/页', '20 条/页', '30 条/页', '50 条/页'])
    await user.click(dialog.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(dialog.getByText('通知1')).toBeVisible())
    expect(within(dialog.getByRole('list', { name: '消息列表' })).getAllByRole('listitem')).toHaveLength(2)
    await user.click(dialog.getByRole('radio', { name: '已读' }))
    expect(await dialog.findByText('没有消息')).toBeVisible()
  })

  test('opens a notification with its text and times, and marks it read', async () => {
    await fill('unit01', 3)
    const { user } = await signIn('unit01')
    await user.click(await bell())
    await user.click(await (await inDialog()).findByRole('button', { name: '通知3' }))
    const detail = await inDialog('消息详情')
    expect(await detail.findByText('正文3')).toBeVisible()
    expect(detail.getByRole('heading', { name: '通知3' })).toBeVisible()
    expect(detail.getByText(/^发送时间 2026-03-23/)).toBeVisible()
    expect(detail.getByText('阅读时间 2026-03-23 10:15:00')).toBeVisible()
    // The pressed row is gone.
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
    expect(detail.getByText('正文3').closest('article')!.querySelector('script')).toBeNull()
    const behind = screen.getByRole('link', { name: /消息通知/, hidden: true })
    await waitFor(() => expect(within(behind).getByText('2')).toBeInTheDocument())
    await user.click(detail.getByRole('button', { name: '返回' }))
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
    const row = (await (await inDialog()).findByRole('button', { name: '通知3' })).closest('li')!
    expect(within(row).getAllByText('已读')[0]).toBeVisible()
    expect(await unreadOf('unit01')).toBe(2)
  })

  test('deletes a notification after a confirmation: shows a message, closes it and lists the others', async () => {
    await fill('unit01', 2)
    const { user } = await signIn('unit01')
    await user.click(await bell())
    await user.click(await (await inDialog()).findByRole('button', { name: '通知2' }))
    const detail = await inDialog('消息详情')
    await detail.findByText('正文2')
    await user.click(detail.getByRole('button', { name: '删除' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click((await inDialog('消息详情')).getByRole('button', { name: '删除' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    expect(await screen.findByText(/^删除成功：/)).toBeVisible()
    const dialog = await inDialog()
    await waitFor(() => expect(dialog.queryByText('通知2')).toBeNull())
    expect(await dialog.findByText('通知1')).toBeVisible()
  })

  test('loads a notification once, on the press, without prefetch or repeat', async () => {
    await fill('unit01', 2)
    const before = calls('message.detail')
    const { user, client } = await signIn('unit01')
    await user.click(await bell())
    const title = await (await inDialog()).findByRole('button', { name: '通知2' })
    await user.hover(title)
    expect(calls('message.detail')).toBe(before)
    await user.click(title)
    await (await inDialog('消息详情')).findByText('正文2')
    window.dispatchEvent(new Event('visibilitychange'))
    await client.refetchQueries()
    await client.invalidateQueries()
    expect(calls('message.detail')).toBe(before + 1)
  })
})

describe('on a phone', () => {
  test('the notifications are a page; the URL names the open one, and going back closes it', async () => {
    size.isWide = false
    await fill('unit01', 2)
    const { user, router } = await signIn('unit01')
    await user.click(await bell())
    expect(await screen.findByRole('heading', { name: '消息通知', level: 1 })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: '通知1' }))
    expect(await screen.findByText('正文1')).toBeVisible()
    expect(router.state.location.search).toEqual({ message: expect.stringMatching(/^\d+$/) })
    router.history.back()
    expect(await screen.findByRole('button', { name: '通知2' })).toBeVisible()
    expect(router.state.location.href).toBe('/messages')
    // As the phone's back button.
    await user.click(screen.getByRole('button', { name: '通知2' }))
    await user.click(await screen.findByRole('button', { name: '返回' }))
    await waitFor(() => expect(router.state.location.href).toBe('/messages'))
    expect(await screen.findByRole('button', { name: '通知2' })).toBeVisible()
    router.history.back()
    await waitFor(() => expect(router.state.location.pathname).toBe('/socialData'))
  })

  test('a notification opened by its URL, without a list before it, returns to the list', async () => {
    size.isWide = false
    await fill('unit01', 1)
    const { user, router } = await signIn('unit01')
    await bell()
    const [row] = await t.db
      .select({ id: messageReceiver.id })
      .from(messageReceiver)
      .where(eq(messageReceiver.accountId, await idOf('unit01')))
    await router.navigate({ to: '/messages', search: { message: String(row!.id) } })
    await user.click(await screen.findByRole('button', { name: '返回' }))
    await waitFor(() => expect(router.state.location.href).toBe('/messages'))
  })

  test('我的 links there, the side menu does not', async () => {
    const { router } = await signIn('unit01')
    await screen.findByRole('heading', { name: '首页', level: 1 })
    await router.navigate({ to: '/mine' })
    const matters = within(await screen.findByRole('list', { name: '事项' }))
    expect(matters.getByRole('link', { name: /消息/ })).toHaveAttribute('href', '/messages')
    const side = within(screen.getByRole('navigation', { name: '主菜单', hidden: true }))
    expect(side.queryByRole('link', { name: /消息/, hidden: true })).toBeNull()
  })
})

describe('offline', () => {
  test('opened notifications can be read again; others show a message and are not marked', async () => {
    await fill('unit01', 2)
    const { user } = await signIn('unit01')
    await user.click(await bell())
    await user.click(await (await inDialog()).findByRole('button', { name: '通知2' }))
    await (await inDialog('消息详情')).findByText('正文2')
    await user.click((await inDialog('消息详情')).getByRole('button', { name: '返回' }))
    await (await inDialog()).findByRole('button', { name: '通知2' })
    network.use(cut())
    await user.click((await inDialog()).getByRole('button', { name: '通知2' }))
    expect(await (await inDialog('消息详情')).findByText('正文2')).toBeVisible()
    await user.click((await inDialog('消息详情')).getByRole('button', { name: '返回' }))
    await user.click(await (await inDialog()).findByRole('button', { name: '通知1' }))
    expect(await (await inDialog('消息详情')).findByText('服务器无响应，此项本机未保存')).toBeVisible()
    expect(await unreadOf('unit01')).toBe(1)
  })
})

test('notifications are searched by title, selected, marked read and deleted together', async () => {
  await fill('unit01', 12)
  const { user } = await signIn('unit01')
  await user.click(await bell())
  const dialog = await inDialog()
  await user.type(dialog.getByRole('searchbox', { name: '搜索标题' }), '通知1')
  await dialog.findByRole('button', { name: '通知12' })
  await waitFor(() => expect(dialog.queryByRole('button', { name: '通知9' })).toBeNull())
  expect(dialog.getAllByRole('button', { name: /^通知/ })).toHaveLength(4)
  await user.click(dialog.getByRole('checkbox', { name: '选择 通知12' }))
  await user.click(dialog.getByRole('checkbox', { name: '选择 通知11' }))
  expect(dialog.getByRole('checkbox', { name: '已选 2 条' })).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: '标为已读' }))
  await waitFor(async () => expect(await unreadOf('unit01')).toBe(10))
  await user.click(await dialog.findByRole('button', { name: '选择' }))
  await user.click(await dialog.findByRole('checkbox', { name: '全选本页' }))
  await user.click(dialog.getByRole('button', { name: '删除所选' }))
  const asked = within(await screen.findByRole('alertdialog'))
  expect(asked.getByText('是否删除这 4 条消息？')).toBeVisible()
  await user.click(asked.getByRole('button', { name: '删除' }))
  await waitFor(async () => expect(await unreadOf('unit01')).toBe(8))
  expect(await dialog.findByText('没有符合条件的消息')).toBeVisible()
  await user.clear(dialog.getByRole('searchbox', { name: '搜索标题' }))
  await user.click(await dialog.findByRole('button', { name: '全部标为已读' }))
  await waitFor(async () => expect(await unreadOf('unit01')).toBe(0))
})

test.each([
  ['in the dialog', true, 3],
  ['on a phone', false, 2],
] as const)(
  '%s notifications are under their days, the rows naming the hour, and are selected across them',
  async (_, isWide, level) => {
    vi.useFakeTimers({ toFake: ['Date'], now: DEMO_NOW })
    size.isWide = isWide
    await fill('unit01', 4)
    const own = eq(messageReceiver.accountId, await idOf('unit01'))
    const [first, second] = await t.db.select().from(messageReceiver).where(own).orderBy(messageReceiver.id)
    for (const [row, days] of [
      [second!, 1],
      [first!, 4],
    ] as const) {
      const sentAt = new Date(t.clock.now().getTime() - days * 86_400_000)
      await t.db.update(message).set({ sentAt }).where(eq(message.id, row.messageId))
      await t.db.update(messageReceiver).set({ sentAt }).where(eq(messageReceiver.id, row.id))
    }
    const { user } = await signIn('unit01')
    await user.click(await bell())
    await screen.findByRole('button', { name: '通知4' })
    const list = within(screen.getByRole('list', { name: '消息列表' }))
    expect(list.getAllByRole('heading', { level }).map(({ textContent }) => textContent)).toEqual([
      '今天',
      '昨天',
      '3月19日 周四',
    ])
    const rows = list.getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('time')!.textContent)).toEqual(['10:14', '10:13', '10:15', '10:15'])
    expect(rows[2]!.querySelector('time')).toHaveAttribute('title', '2026-03-22 10:15:00')
    if (!isWide) await user.click(screen.getByRole('button', { name: '消息：更多' }))
    await user.click(screen.getByRole(isWide ? 'button' : 'menuitem', { name: '选择' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 通知3' }))
    await user.click(screen.getByRole('checkbox', { name: '选择 通知1' }))
    await user.click(screen.getByRole('button', { name: '标为已读' }))
    await waitFor(async () => expect(await unreadOf('unit01')).toBe(2))
  },
)

test.each([
  ['unit02', '/login', /^【设施问题】/, '查看建筑的问题', /^\/buildDetail\/\d+\/1\/todoInfo$/],
  ['zhidui', '/loginxf', /提交资质，等待审核$/, '前往服务商管理', /^\/companyList$/],
] as const)('a notification of %s links to its subject, in the same window', async (name, door, title, label, page) => {
  const { user } = await signIn(name, door)
  await user.click(await bell())
  const dialog = await inDialog()
  await user.click((await dialog.findAllByRole('button', { name: title }))[0]!)
  const link = await (await inDialog('消息详情')).findByRole('link', { name: label })
  expect(link.getAttribute('href')).toMatch(page)
  expect(link).not.toHaveAttribute('target')
})

test('a notification leads to what it is about and is read with that', async () => {
  await fill('unit01', 2)
  await t.db
    .update(message)
    .set({ messageHtml: '<p>一</p><p><a href="/problemStatistics">查看</a></p>' })
    .where(eq(message.title, '通知2'))
  const { user, router } = await signIn('unit01')
  await user.click(await bell())
  const list = await inDialog()
  const links = await list.findAllByRole('link', { name: '查看问题' })
  expect(links).toHaveLength(1)
  await user.click(links[0]!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/problemStatistics'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await unreadOf('unit01')).toBe(1))
})

test('on a phone the notification of a problem leads straight to it, named by its whole title', async () => {
  size.isWide = false
  await fill('unit01', 1)
  const title = '【设施问题】甲楼：1层烟感01：离线'
  await t.db
    .update(message)
    .set({ title, messageHtml: '<p>一</p><p><a href="/problemStatistics">查看</a></p>' })
    .where(eq(message.title, '通知1'))
  const { user, router } = await signIn('unit01')
  await user.click(await bell())
  const link = await screen.findByRole('link', { name: title })
  expect(link).toHaveTextContent(/^1层烟感01$/)
  for (const words of ['甲楼', '离线']) expect(within(link.closest('li')!).getByText(words)).toBeVisible()
  await user.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/problemStatistics'))
  await waitFor(async () => expect(await unreadOf('unit01')).toBe(0))
})

test('the notification of a fire that is not ended says so', async () => {
  const { body } = await t.call(alarm.list, { open: 1 }, await t.signIn('unit01'))
  const { list } = body.data as { list: AlarmRow[] }
  const { buildingName, deviceName } = list.find(({ points }) => points === 1)!
  await fill('unit01', 2)
  const titles = [`${deviceName}：电气火灾报警`, '没有的设备：火警，超过 24 小时未确认']
  for (const [at, title] of titles.entries())
    await t.db
      .update(message)
      .set({ title: `【设施问题】${buildingName}：${title}` })
      .where(eq(message.title, `通知${at + 1}`))
  const { router } = await signIn('unit01')
  await bell()
  await router.navigate({ to: '/messages' })
  const rows = await within(await screen.findByRole('list', { name: '消息列表' })).findAllByRole('listitem')
  await waitFor(() => expect(rows.map((row) => row.textContent?.includes('未结束'))).toEqual([false, true]))
})
