import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { approval } from '#contract/approval.ts'
import { dutyContact } from '#contract/duty-contact.ts'
import { message } from '#contract/message.ts'
import { callBatch } from '#contract/call-batch.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { network, signIn } = await screenTests()
const size = windowWidth(false)

const bar = () => within(screen.getByRole('navigation', { name: '底部菜单' }))
const places = () =>
  bar()
    .getAllByRole('link')
    .map((link) => [link.textContent?.replace(/^\d+(项待审批|处火警未结束)/, ''), link.getAttribute('href')])

const follows = (one: HTMLElement, other: HTMLElement) =>
  Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)

test('a unit’s bar has five places with 扫码 in the middle', async () => {
  await signIn('unit01')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  expect(places()).toEqual([
    ['首页', '/socialData'],
    ['建筑', '/buildingList'],
    ['扫码', '/scan'],
    ['问题', '/problemStatistics'],
    ['我的', '/mine'],
  ])
})

test.each([
  ['zhidui', ['概览', '火警', '建筑', '审批', '我的']],
  ['jingan', ['概览', '火警', '扫码', '建筑', '我的']],
])('the bar of %s has the places of its role', async (account, labels) => {
  await signIn(account, '/loginxf')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await waitFor(() => expect(places().map(([label]) => label)).toEqual(labels))
})

test('a unit’s fires are on 问题, which says them above its list; other pages are where their entry is', async () => {
  const { router } = await signIn('unit01')
  await screen.findByRole('heading', { name: '首页', level: 1 })
  await router.navigate({ href: '/problemStatistics' })
  const badge = await bar().findByText(/^处火警未结束$/)
  const [total] = /^\d+/.exec(badge.closest('a')!.textContent) ?? []
  const pill = await within(screen.getByRole('banner')).findByRole('link', { name: /火警/ })
  expect(pill).toHaveAttribute('href', '/alarms')
  expect(pill).toHaveTextContent(total!)
  for (const [href, place] of [
    ['/alarms', '/problemStatistics'],
    ['/alarms/shift', '/problemStatistics'],
    ['/alarms/statistics', '/problemStatistics'],
    ['/dutyContacts', '/mine'],
    ['/shelves', '/mine'],
    ['/deliveries', '/mine'],
    ['/nearby', '/buildingList'],
    ['/unknown', undefined],
  ] as const) {
    await router.navigate({ href })
    await waitFor(() => expect(router.state.location.pathname).toBe(href))
    const placesThat = (are: (link: HTMLElement) => boolean) =>
      bar()
        .getAllByRole('link')
        .filter(are)
        .map((link) => link.getAttribute('href'))
    await waitFor(() =>
      expect(placesThat(({ classList }) => classList.contains('text-link'))).toEqual(place ? [place] : []),
    )
    expect(placesThat((link) => link.hasAttribute('aria-current'))).toEqual(place ? [place] : [])
  }
})

test('我的 has the check-in, everything the bar lacks and the account, and signs out', async () => {
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await user.click(bar().getByRole('link', { name: /我的$/ }))
  await screen.findByRole('heading', { name: '我的', level: 1 })
  const checkIn = within(await screen.findByRole('region', { name: '每天签到' }))
  const weeks = async () => (await checkIn.findByRole('table')).querySelectorAll('tbody tr').length
  expect(await weeks()).toBe(1)
  expect(checkIn.queryByRole('progressbar')).toBeNull()
  await user.click(checkIn.getByRole('button', { name: '整月', expanded: false }))
  expect(await weeks()).toBeGreaterThan(3)
  expect(checkIn.getByRole('region', { name: '签到说明' })).toBeVisible()
  const list = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/(\d|未|均|本浏览器).*$/, ''))
  await screen.findByText(/^\d+ 处未结束$/)
  expect(list('事项')).toEqual(['火警', '推送通知', '值班联系人', '消息'])
  expect(list('更多事项')).toEqual(['待提交', '离线资料', '扫码', '查岗'])
  expect(await screen.findByText(/^均未开通推送$/)).toBeVisible()
  const support = within(await screen.findByRole('region', { name: '咨询' }))
  expect(support.getByRole('link', { name: '021-00000000' })).toHaveAttribute('href', 'tel:021-00000000')
  expect(list('账号设置')).toEqual([
    '单位信息',
    '授权信息',
    '修改密码',
    '登录手机号',
    '使用手册',
    '换人使用本机内容加密保存，再次登录后恢复',
  ])
  expect(list('退出')).toEqual(['退出登录'])
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }))
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: '退出登录' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
})

test('the authority’s 我的 has no check-in and the rest of its menu', async () => {
  const { user } = await signIn('zhidui', '/loginxf')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await user.click(bar().getByRole('link', { name: /我的$/ }))
  await screen.findByRole('heading', { name: '我的', level: 1 })
  expect(screen.queryByRole('region', { name: '每天签到' })).toBeNull()
  const rest = within(screen.getByRole('region', { name: '管理' }))
  for (const name of ['查岗', '社会单位管理', '内容发布', '操作审计'])
    expect(rest.getByRole('link', { name })).toBeVisible()
})

test.each([
  [false, 'zhidui', ['/alarms', '/examineList', '/companyList', '/messages']],
  [true, 'zhidui', ['/alarms', '/examineList', '/companyList', '/messages']],
  [true, 'jingan', ['/alarms', '/messages']],
])(
  'wide %s: 我的 of %s begins with what waits, each with its count, and has the state of the device',
  async (isWide, account, to) => {
    size.isWide = isWide
    const { router } = await signIn(account, '/loginxf')
    await screen.findByRole('navigation', { name: '底部菜单' })
    await router.navigate({ to: '/mine' })
    const waiting = await screen.findByRole('region', { name: '待办' })
    expect(follows(waiting, screen.getByRole('region', { name: '账号' }))).toBe(true)
    const todo = within(waiting)
    const links = () => todo.getAllByRole('link')
    await waitFor(() => expect(links().map((link) => link.getAttribute('href'))).toEqual(to))
    for (const link of links()) await waitFor(() => expect(link).toHaveTextContent(/[1-9]\d* [处项家条]|^消息无$/))
    const device = within(await screen.findByRole('region', { name: '本机' }))
    for (const name of ['火警声音', '推送通知', '离线资料', '已用存储', '应用更新'])
      expect(device.getByText(name)).toBeVisible()
    expect(screen.getAllByText('离线资料')).toHaveLength(1)
    expect(await screen.findByRole('region', { name: '咨询' })).toBeVisible()
    expect(screen.queryByText('待提交')).toBeNull()
  },
)

test('rows of 待办 remain when their counts arrive and are zero', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${message.unreadCount.path}`, async () => {
      await held
      return HttpResponse.json({ code: 200, message: '', msg: '', data: { unreadNum: 0 } })
    }),
    http.get(`*${approval.pending.path}`, async () => {
      await held
      return HttpResponse.json({ code: 200, message: '', msg: '', data: { applications: 0, providers: 0 } })
    }),
  )
  const { router } = await signIn('zhidui', '/loginxf')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ to: '/mine' })
  const todo = within(await screen.findByRole('region', { name: '待办' }))
  const row = (name: string) => todo.getByRole('link', { name: new RegExp(`^${name}`) })
  for (const name of ['接入审批', '服务商', '消息']) expect(row(name).querySelector('.animate-wait')).toBeVisible()
  release()
  for (const name of ['接入审批', '服务商', '消息']) await waitFor(() => expect(row(name)).toHaveTextContent(/无$/))
})

test('a count of 待办 that could not be read is --, also while it is read again', async () => {
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${approval.pending.path}`, () => new HttpResponse(null, { status: 500 })),
  )
  const { client, router } = await signIn('zhidui', '/loginxf')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ to: '/mine' })
  const row = async () =>
    within(await screen.findByRole('region', { name: '待办' })).getByRole('link', { name: /^接入审批/ })
  await waitFor(async () => expect(await row()).toHaveTextContent(/--$/))
  network.use(http.get(`*${approval.pending.path}`, () => new Promise<never>(() => undefined)))
  void client.invalidateQueries()
  await waitFor(() => expect(client.isFetching()).toBeGreaterThan(0))
  expect(await row()).toHaveTextContent(/--$/)
})

test('我的 of the authority shows the account, the device and the support before its contacts', async () => {
  size.isWide = true
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.use(
    http.post(`*${callBatch.read.path}`, () => new HttpResponse(null, { status: 404 })),
    http.get(`*${dutyContact.list.path}`, async () => {
      await held
      return HttpResponse.json({ code: 200, message: '', msg: '', data: { list: [] } })
    }),
  )
  const { router } = await signIn('jingan', '/loginxf')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ to: '/mine' })
  expect(await screen.findByRole('list', { name: '账号设置' })).toBeVisible()
  for (const name of ['本机', '咨询']) expect(await screen.findByRole('region', { name })).toBeVisible()
  expect(screen.queryByRole('region', { name: '值班联系人' })).toBeNull()
  release()
  expect(await screen.findByRole('region', { name: '值班联系人' })).toHaveTextContent('未设置')
})

test('on wider screens 我的 also shows the unit, its contacts and the device, each leading to its settings', async () => {
  size.isWide = true
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '底部菜单' })
  await router.navigate({ to: '/mine' })
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  const checkIn = await screen.findByRole('region', { name: '每天签到' })
  expect(await within(checkIn).findByRole('table')).toHaveAccessibleName('最近 7 天')
  await user.click(within(checkIn).getByRole('button', { name: '整月', expanded: false }))
  expect(within(checkIn).getByRole('table')).toHaveAccessibleName(/年\d+月$/)
  expect(within(screen.getByRole('main')).queryByRole('link', { name: '首页' })).toBeNull()
  expect(follows(screen.getByRole('list', { name: '事项' }), checkIn)).toBe(true)
  const device = await region('本机')
  expect(device.getByText('推送通知')).toBeVisible()
  expect(await device.findByText('未下载')).toBeVisible()
  expect(device.getByRole('link', { name: '设置' })).toHaveAttribute('href', '/packs')
  const contacts = await region('值班联系人')
  expect(contacts.getAllByRole('listitem').length).toBeGreaterThan(0)
  const phones = contacts.getAllByRole('link').filter(({ textContent }) => /^1\d{10}$/.test(textContent))
  expect(phones.map((phone) => phone.getAttribute('href'))).toContain(`tel:${phones[0]?.textContent}`)
  expect(contacts.getByRole('link', { name: '管理' })).toHaveAttribute('href', '/dutyContacts')
  const own = await region('本单位')
  expect(own.getByText('消防安全管理人')).toBeVisible()
  await user.click(own.getByRole('button', { name: '查看全部' }))
  expect(await screen.findByRole('dialog', { name: '单位信息' })).toBeVisible()
})
