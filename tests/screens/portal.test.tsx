import { RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { portal } from '#contract/portal.ts'
import { createAppRouter } from '#app/router.ts'
import { cut, refuse } from '#mocks/faults.ts'
import { information, notice, question } from '#server/schema/portal.table.ts'
import { SITE } from '../support/api-context.ts'
import { screenTests } from '../support/render-app.tsx'

const { t, network, open } = await screenTests()

afterEach(() => {
  vi.restoreAllMocks()
})

function watchWindows() {
  const windows: { opener: unknown; closed: boolean; went: string[] }[] = []
  vi.spyOn(window, 'open').mockImplementation((address) => {
    const went = address ? [String(address)] : []
    const opened = { opener: window, closed: false, went, location: { replace: (to: string) => void went.push(to) } }
    windows.push(opened)
    return Object.assign(opened, { close: () => void (opened.closed = true) }) as never
  })
  return windows
}

const column = (name: string) => screen.findByRole('region', { name })
const calls = (id: string) => t.logged.filter((line) => line.includes(`"${id}"`)).length

describe('the portal’s home', () => {
  test('shows the latest four of each column and links to all of them', async () => {
    const { router, user } = await open('/portal')
    for (const [name, type] of [
      ['通知公告', 0],
      ['技术标准', 1],
      ['法律法规', 2],
      ['常见问题', 3],
    ] as const) {
      const here = within(await column(name))
      await waitFor(() => expect(here.getAllByRole('listitem')).toHaveLength(4))
      expect(here.getByRole('link', { name: /查看全部/ })).toHaveAttribute('href', `/portal/detail?type=${type}`)
    }
    await user.click(within(await column('法律法规')).getByRole('link', { name: /查看全部/ }))
    expect(await screen.findByRole('heading', { name: '法律法规', level: 1 })).toBeVisible()
    expect(router.state.location.href).toBe('/portal/detail?type=2')
  })

  test('is the page of anonymous visitors, also for unknown URLs', async () => {
    const { router } = await open('/no/such/page')
    expect(await screen.findByRole('heading', { name: '消防物联网数据对接平台', level: 1 })).toBeVisible()
    expect(router.state.location.pathname).toBe('/portal')
  })

  test('offers both ways to sign in', async () => {
    const { user } = await open('/portal')
    expect(await screen.findByRole('tab', { name: '密码登录' })).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('tab', { name: '手机登录' }))
    expect(await screen.findByLabelText(/^手机号/)).toBeVisible()
  })

  test('opens an item’s document in a window opened during the press, and counts the read', async () => {
    const windows = watchWindows()
    const { user } = await open('/portal')
    const here = within(await column('通知公告'))
    const [first] = await here.findAllByRole('button')
    await user.click(first!)
    expect(windows).toHaveLength(1)
    await waitFor(() => expect(windows[0]!.went[0]).toMatch(/\/field\/v1\/download\/[\w-]+$/))
    expect(windows[0]!.opener).toBeNull()
    expect(windows[0]!.closed).toBe(false)
  })

  test('closes the window again and shows the reason when the document is unavailable', async () => {
    const windows = watchWindows()
    network.use(refuse(portal.informationDetail, 404))
    const { user } = await open('/portal')
    await user.click((await within(await column('通知公告')).findAllByRole('button'))[0]!)
    expect(await screen.findByText('内容不存在或已被删除，请返回列表查找')).toBeVisible()
    expect(windows[0]!.closed).toBe(true)
    expect(windows[0]!.went).toEqual([])
  })

  test('links from a question to its answer', async () => {
    const { user, router } = await open('/portal')
    await user.click(await screen.findByRole('link', { name: '忘记密码怎么办？' }))
    expect(await screen.findByRole('dialog', { name: '忘记密码怎么办？' })).toBeVisible()
    expect(router.state.location.search).toEqual({ type: '4', question: '忘记密码怎么办？' })
  })

  test('asks before registration whether the visitor is a provider; then opens the providers’ site', async () => {
    const windows = watchWindows()
    const { user } = await open('/portal')
    expect(await screen.findByRole('link', { name: '选择登录入口' })).toHaveAttribute('href', '/selectSys')
    const register = await screen.findByRole('button', { name: '服务商注册' })
    await user.click(register)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
    expect(windows).toHaveLength(0)
    await user.click(register)
    const asked = within(await screen.findByRole('alertdialog', { name: '提示' }))
    expect(asked.getByText('注册入口仅面向物联网服务商')).toBeVisible()
    await user.click(asked.getByRole('button', { name: '前往注册' }))
    await waitFor(() => expect(windows[0]?.went).toEqual([SITE.providerRegisterUrl]))
  })

  test('shows the contact, its hours and what to mention', async () => {
    const { user } = await open('/portal')
    await user.click(await screen.findByRole('button', { name: '技术支持' }))
    const panel = within(screen.getByRole('region', { name: '技术支持' }))
    expect(await panel.findByRole('link', { name: SITE.support.mail })).toHaveAttribute(
      'href',
      `mailto:${SITE.support.mail}`,
    )
    for (const words of [SITE.support.line, '工作日 09:00-17:00', '咨询时请说明单位名称和联系人。']) {
      expect(panel.getByText(words)).toBeVisible()
    }
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: '技术支持' })).toBeNull()
    expect(screen.getByRole('button', { name: '技术支持' })).toHaveFocus()
  })

  test('has a footer with external links, each in a window without opener or referrer', async () => {
    await open('/portal')
    for (const { text, url } of SITE.footer) {
      const link = await screen.findByRole('link', { name: new RegExp(text) })
      expect(link).toHaveAttribute('href', url)
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  })

  test('shows an error instead of empty columns while the server is unreachable', async () => {
    network.use(cut())
    await open('/portal')
    await waitFor(() => expect(screen.getAllByText('服务器无响应，此项本机未保存')).toHaveLength(4))
  })
})

describe('the tabs', () => {
  test('show badges, readers and date of each item, and pages of a selectable size', async () => {
    const { user } = await open('/portal/detail?type=0')
    const rows = () =>
      within(screen.getByRole('main'))
        .getAllByRole('listitem')
        .filter((row) => /阅读/.test(row.textContent))
    await screen.findByText('共', { exact: false, selector: 'nav span' })
    expect(rows()).toHaveLength(10)
    expect(rows()[0]).toHaveTextContent(/^置顶.+新（在新窗口打开）\d{4}-\d{2}-\d{2}·阅读 [\d,]+$/)
    expect(screen.queryByTitle(/次序/)).toBeNull()
    const total = await t.db.$count(information)
    expect(total).toBeGreaterThan(10)
    const next = screen.getByRole('button', { name: '下一页' })
    await user.click(next)
    await waitFor(() => expect(rows().length).toBeLessThan(10))
    expect(next).toHaveAttribute('aria-disabled', 'true')
    expect(next).toHaveFocus()
    await user.selectOptions(screen.getByLabelText('每页条数'), '30')
    await waitFor(() => expect(rows().length).toBeGreaterThan(10))
    const sizes = within(screen.getByLabelText('每页条数')).getAllByRole('option')
    expect(sizes.map((option) => option.textContent)).toEqual(['10 条/页', '15 条/页', '30 条/页', '50 条/页'])
    await user.selectOptions(screen.getByLabelText('每页条数'), '10')
    expect(screen.queryByRole('textbox', { name: /跳至第几页/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    await waitFor(() => expect(rows().length).toBeLessThan(10))
  })

  test('show the page of a list again after a reload and on going back, and the first page of another list', async () => {
    const { user, router } = await open('/portal/detail?type=0')
    await user.click(await screen.findByRole('button', { name: '下一页' }))
    const isCurrent = (page: number) =>
      waitFor(() =>
        expect(screen.getByRole('button', { name: `第 ${page} 页` })).toHaveAttribute('aria-current', 'page'),
      )
    const second = () => isCurrent(2)
    await second()
    cleanup()
    render(<RouterProvider router={createAppRouter(router.options.context, router.history)} />)
    await second()
    await user.click(screen.getByRole('link', { name: '技术标准' }))
    await isCurrent(1)
    router.history.back()
    await second()
  })

  test('after their last page was emptied show the one before', async () => {
    const { user, client } = await open('/portal/detail?type=1')
    const standard = and(eq(information.type, 1), eq(information.state, 1))
    const shown = await t.db.$count(information, standard)
    const pages = Math.ceil(shown / 10)
    const [{ id: _id, ...first } = null as never] = await t.db.select().from(information).where(standard).limit(1)
    const made = await t.db
      .insert(information)
      .values(Array.from({ length: 10 * pages + 1 - shown }, () => first))
      .returning({ id: information.id })
    const page = (nth: number) => screen.queryByRole('button', { name: `第 ${nth} 页` })
    await waitFor(() => expect(page(1)).toBeVisible())
    await client.refetchQueries()
    await waitFor(() => expect(page(pages + 1)).toBeVisible())
    await user.click(page(pages + 1)!)
    await waitFor(() => expect(page(pages + 1)).toHaveAttribute('aria-current', 'page'))
    await t.db.delete(information).where(
      inArray(
        information.id,
        made.map(({ id }) => id),
      ),
    )
    await client.refetchQueries()
    await waitFor(() => expect(page(pages)).toHaveAttribute('aria-current', 'page'))
    expect(page(pages + 1)).toBeNull()
    expect((await screen.findAllByText('阅读')).length).toBeGreaterThan(0)
    expect(screen.queryByText('暂无技术标准')).toBeNull()
  })

  test('are selected by the URL; the default is the announcements', async () => {
    for (const [address, heading] of [
      ['/portal/detail', '通知公告'],
      ['/portal/detail?type=1', '技术标准'],
      ['/portal/detail?type=2', '法律法规'],
      ['/portal/detail?type=3', '常见问题'],
      ['/portal/detail?type=9', '通知公告'],
    ] as const) {
      const { router } = await open(address)
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 }).at(-1)).toHaveTextContent(heading))
      router.history.destroy()
    }
  })

  test('link back to the home page', async () => {
    await open('/portal/detail?type=1')
    expect(await screen.findByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/portal')
  })

  test('have a support popover that links to the laws, and copies the mail address or reports that it could not', async () => {
    const { user } = await open('/portal/detail?type=0')
    await user.click(await screen.findByRole('button', { name: '技术支持' }))
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(await screen.findByRole('button', { name: '复制' }))
    expect(await screen.findByText(/^复制成功：/)).toBeVisible()
    expect(copied).toHaveBeenCalledWith(SITE.support.mail)
    copied.mockRejectedValue(new Error('not allowed'))
    document.execCommand = () => false
    await user.click(screen.getByRole('button', { name: '复制' }))
    expect(await screen.findByText('支持邮箱未复制，请手动抄写')).toBeVisible()
    await user.click(within(screen.getByRole('region', { name: '技术支持' })).getByRole('link', { name: '常见问题' }))
    expect(await screen.findByRole('heading', { name: '法律法规', level: 1 })).toBeVisible()
    expect(screen.queryByRole('region', { name: '技术支持' })).toBeNull()
  })
})

describe('the questions', () => {
  test('are searched during typing, without requests during input-method composition', async () => {
    await open('/portal/detail?type=3')
    expect(await screen.findByRole('button', { name: /如何领取账号/ })).toBeVisible()
    const box = screen.getByRole('searchbox', { name: '搜索问题或答案' })
    const before = calls('portal.questionList')
    fireEvent.compositionStart(box)
    fireEvent.input(box, { target: { value: "li'x" }, isComposing: true })
    fireEvent.input(box, { target: { value: '离线' }, isComposing: true })
    fireEvent.compositionEnd(box, { target: { value: '离线' } })
    await waitFor(() => expect(screen.queryByRole('button', { name: /如何领取账号/ })).toBeNull())
    expect(await screen.findByRole('button', { name: /离线时能做什么/ })).toBeVisible()
    expect(calls('portal.questionList')).toBe(before + 1)
  })

  test('that are not found show another message than an empty list', async () => {
    const { user } = await open('/portal/detail?type=3')
    await user.type(await screen.findByRole('searchbox'), '没有这样的问题{Enter}')
    expect(await screen.findByText('没有找到与“没有这样的问题”有关的问题')).toBeVisible()
    await user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByRole('button', { name: /如何领取账号/ })).toBeVisible()
  })

  test('open their full answer in a dialog and close it again', async () => {
    const { user } = await open('/portal/detail?type=3')
    await user.click(await screen.findByRole('button', { name: /如何领取账号/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '如何领取账号？' }))
    expect(await dialog.findByText('收到账号和初始密码后登录；')).toBeVisible()
    await user.click(dialog.getAllByRole('button', { name: '关闭' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a URL that opens a question', () => {
  test('shows the server’s answer in place of the one in the URL, which is removed', async () => {
    const html = encodeURIComponent('<b>假的答案</b><img src=x onerror="window.xssRan=1">')
    const { router, user } = await open(
      `/portal/detail?type=4&question=${encodeURIComponent('如何领取账号？')}&html=${html}`,
    )
    const dialog = within(await screen.findByRole('dialog', { name: '如何领取账号？' }))
    expect(await dialog.findByText('收到账号和初始密码后登录；')).toBeVisible()
    expect(screen.queryByText(/假的答案/)).toBeNull()
    expect(router.state.location.href).not.toContain('html')
    await user.click(dialog.getAllByRole('button', { name: '关闭' }).at(-1)!)
    await waitFor(() => expect(router.state.location.search).toEqual({ type: '3' }))
  })

  test('shows a message for a missing question', async () => {
    await open(`/portal/detail?type=4&question=${encodeURIComponent('没有这个问题')}`)
    expect(await within(await screen.findByRole('dialog')).findByText('该问题不存在')).toBeVisible()
  })

  test('without a question shows all', async () => {
    await open('/portal/detail?type=4')
    expect(await screen.findByRole('button', { name: /如何领取账号/ })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('finds a question longer than a keyword may be', async () => {
    const long = `${'很长的问题'.repeat(30)}？`
    const [first] = await t.db.select().from(question).orderBy(asc(question.id)).limit(1)
    await t.db.insert(question).values({ ...first!, id: 9001, question: long, answerHtml: '<p>长答</p>', sequence: 99 })
    await open(`/portal/detail?type=4&question=${encodeURIComponent(long)}`)
    expect(await within(await screen.findByRole('dialog')).findByText('长答')).toBeVisible()
  })
})

describe('the entrances', () => {
  test('are three, each in a window of its own, with the notices of two days in red', async () => {
    await open('/selectSys')
    for (const [name, to] of [
      [/社会单位登录/, '/login'],
      [/消防救援机构登录/, '/loginxf'],
      [/服务商平台/, SITE.providerUrl],
    ] as const) {
      const link = await screen.findByRole('link', { name })
      expect(link).toHaveAttribute('href', to)
      expect(link).toHaveAttribute('target', '_blank')
    }
    // Ages count from the device's clock.
    const hours = (n: number) => new Date(Date.now() - n * 3_600_000)
    await t.db.insert(notice).values([
      { title: '刚发的通知', url: 'https://example.com/a', createdAt: hours(47) },
      { title: '三天前的通知', url: 'javascript:alert(1)', createdAt: hours(72) },
    ])
    await open('/selectSys')
    expect(screen.getAllByRole('heading', { name: '门户通知' })[0]).toBeVisible()
    expect(screen.queryByRole('link', { name: /查看全部/ })).toBeNull()
    const recent = (await screen.findAllByText('刚发的通知'))[0]!.closest('li')!
    expect(recent).toHaveTextContent('近两日')
    expect(within(recent).getByRole('link')).toHaveAttribute('href', 'https://example.com/a')
    const older = screen.getAllByText('三天前的通知')[0]!.closest('li')!
    expect(older).not.toHaveTextContent('近两日')
    expect(within(older).getByText('新')).toBeVisible()
    expect(within(older).queryByRole('link')).toBeNull()
  })
})

test('registration opens the providers’ site; without one in the settings the page shows a message', async () => {
  await open('/register')
  expect(await screen.findByRole('link', { name: /前往服务商平台注册/ })).toHaveAttribute(
    'href',
    SITE.providerRegisterUrl,
  )
  expect(screen.getByText('注册入口仅面向物联网服务商。')).toBeVisible()
})
