import { screen, waitFor, within } from '@testing-library/react'
import { eq, isNotNull } from 'drizzle-orm'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { auditLog } from '#contract/audit-log.ts'
import { buildingDetail } from '#contract/building-detail.ts'
import { publishing } from '#contract/publishing.ts'
import { REFUSED_AS, refuse } from '#mocks/faults.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building } from '#server/schema/building.table.ts'
import { message } from '#server/schema/message.table.ts'
import { notice } from '#server/schema/portal.table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, network, signIn } = await screenTests()
windowWidth(true)

async function open(to: '/publishing' | '/auditLog', search = {}, name = 'zhidui') {
  const app = await signIn(name, '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to, search })
  return app
}
const rowOf = (name: string) => within(screen.getByText(name, { selector: 'td, td *:not(.sr-only)' }).closest('tr')!)

test('a notice without a link is rejected at the field; corrected, it is published, and withdrawn again', async () => {
  const { user } = await open('/publishing', { kind: 4 })
  await user.click(await screen.findByRole('button', { name: '新增门户通知' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增门户通知' }))
  await user.type(dialog.getByLabelText(/^标题/), '周六维护')
  await user.click(dialog.getByRole('button', { name: '发布' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '发布' }))
  await dialog.findByText('请输入链接')
  expect(dialog.getByLabelText(/^标题/)).toHaveValue('周六维护')
  await user.type(dialog.getByLabelText(/^链接/), '/portal/detail?type=0')
  await user.click(dialog.getByRole('button', { name: '预览' }))
  await screen.findByRole('dialog', { name: '预览：周六维护' })
  await user.click(screen.getByRole('button', { name: '关闭预览' }))
  await user.click(dialog.getByRole('button', { name: '发布' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '发布' }))
  await waitFor(() => expect(rowOf('周六维护').queryByText('草稿')).toBeNull())
  const stored = async () => (await t.db.select().from(notice).where(eq(notice.title, '周六维护')))[0]
  expect(screen.getByText(/本页均已发布/)).toBeVisible()
  expect(await stored()).toMatchObject({ state: 1, url: '/portal/detail?type=0' })
  expect(rowOf('周六维护').getByRole('button', { name: '编辑' })).toBeVisible()
  await user.click(rowOf('周六维护').getByRole('button', { name: '周六维护：更多' }))
  await user.click(rowOf('周六维护').getByRole('menuitem', { name: '撤回' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(rowOf('周六维护').getByText('已撤回')).toBeVisible())
  expect(await stored()).toMatchObject({ state: 2 })
  expect(screen.queryByText(/本页均已发布/)).toBeNull()
  expect(rowOf('周六维护').getAllByText('已撤回')).toHaveLength(1)
})

test('a notification shows the number of its recipients before it is sent, and reaches as many', async () => {
  await t.db.insert(message).values({
    title: '停电通知',
    messageHtml: '<p>周日停电</p>',
    sentAt: t.clock.now(),
    state: 0,
    audience: { roles: ['provider'], counties: [], unitIds: [] },
  })
  const { user } = await open('/publishing', { kind: 5 })
  await waitFor(() => expect(rowOf('停电通知').getByText('草稿')).toBeVisible())
  await user.click(rowOf('停电通知').getByRole('button', { name: '停电通知' }))
  const told = (await screen.findByText(/将发送给/)).textContent ?? ''
  const [count] = /\d+/.exec(told) ?? []
  await user.click(screen.getByRole('button', { name: '关闭预览' }))
  await user.click(rowOf('停电通知').getByRole('button', { name: /^发布/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '发送' }))
  await screen.findByText(`已发送给 ${count} 个账号`)
  await waitFor(() => expect(rowOf('停电通知').getByText(`0 / ${count}`)).toBeVisible())
  expect(rowOf('停电通知').getByRole('button', { name: '预览' })).toBeVisible()
})

test('an edit keeps its text when it is not saved, and on return to the window', async () => {
  await t.db.insert(notice).values({ title: '周日维护', url: '/portal', createdAt: t.clock.now(), state: 0 })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  network.use(http.get(`*${publishing.detail.path}`, async () => void (await arrived)))
  const { user, client } = await open('/publishing', { kind: 4 })
  await waitFor(() => expect(rowOf('周日维护').getByRole('button', { name: '编辑' })).toBeVisible())
  await user.click(rowOf('周日维护').getByRole('button', { name: '编辑' }))
  expect(await screen.findByRole('dialog', { name: '正在打开' })).toBeVisible()
  arrive()
  const dialog = within(await screen.findByRole('dialog', { name: '编辑门户通知' }))
  const title = dialog.getByLabelText(/^标题/)
  await user.type(title, '改期')
  const isRead = () =>
    waitFor(() =>
      expect(client.isFetching({ predicate: ({ queryKey: [call] }) => String(call).startsWith('publishing.') })).toBe(
        0,
      ),
    )
  network.use(refuse(publishing.save, 500))
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  expect(await dialog.findByText(new RegExp(REFUSED_AS))).toBeVisible()
  await isRead()
  expect(dialog.getByText(new RegExp(REFUSED_AS))).toBeVisible()
  expect(title).toBeVisible()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await isRead()
  expect(title).toBeVisible()
  expect(title).toHaveValue('周日维护改期')
})

test('the last draft of a page gone, the page before is shown', async () => {
  await t.db.update(notice).set({ state: 2 }).where(eq(notice.state, 0))
  const drafts = Array.from({ length: 11 }, (_, at) => ({
    title: `第${at}条`,
    url: '/portal',
    state: 0,
    createdAt: new Date(t.clock.now().getTime() - at * 60_000),
  }))
  await t.db.insert(notice).values(drafts)
  const { user, router } = await open('/publishing', { kind: 4, state: 0, page: 2, size: 10 })
  await waitFor(() => expect(rowOf('第10条').getByText('草稿')).toBeVisible())
  await user.click(rowOf('第10条').getByRole('button', { name: '第10条：更多' }))
  await user.click(rowOf('第10条').getByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(rowOf('第0条').getByText('草稿')).toBeVisible())
  expect(router.state.location.search).toMatchObject({ kind: '4', state: '0', page: '1' })
  expect(screen.queryByText('暂无内容')).toBeNull()
})

test('the audit shows author, former and new values, and is filtered to one object by a press', async () => {
  const { user, router } = await open('/auditLog', { account: 'zhidui' }, 'zongdui')
  const [cell] = await screen.findAllByText('撤回内容', { selector: 'td, td *' })
  const row = within(cell!.closest('tr')!)
  await user.click(row.getByTitle('查看变更前后'))
  const dialog = within(await screen.findByRole('dialog', { name: '撤回内容' }))
  expect(dialog.getByText('已发布')).toBeVisible()
  expect(dialog.getByText('已撤回')).toBeVisible()
  await user.click(dialog.getAllByRole('button', { name: '关闭' })[0]!)
  await user.click(row.getByTitle('只看此对象'))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ account: 'zhidui' }))
  expect(router.state.location.search).toHaveProperty('object', expect.stringMatching(/^publication:\d+$/))
})

test('the audit is narrowed to one account by a press; changes and views are bold, sign-ins are not, keys have a mark', async () => {
  const [one] = await t.db.select().from(building).where(isNotNull(building.providerId))
  await t.call(buildingDetail.detail, { buildingId: String(one!.id) }, await t.signIn('zongdui'))
  const { user, router } = await open('/auditLog', {}, 'zongdui')
  const name = async (words: string) => (await screen.findAllByText(words, { selector: 'td *' }))[0]!
  expect(await name('撤回内容')).not.toHaveClass('font-normal')
  const key = await name('查看建筑联系人、密钥')
  expect(key).not.toHaveClass('font-normal')
  expect(await name('密码登录')).toHaveClass('font-normal')
  const rowOf = (of: HTMLElement) => of.closest('tr')!
  expect(rowOf(key)).toHaveTextContent('敏感')
  expect(rowOf(await name('密码登录'))).not.toHaveTextContent('敏感')
  await user.click(within(rowOf(key)).getByTitle('只看此账号'))
  await waitFor(() => expect(router.state.location.search).toEqual({ account: 'zongdui' }))
  const box = screen.getByRole('searchbox', { name: '搜索账号或姓名' })
  await waitFor(() => expect(box).toHaveValue('zongdui'))
  await user.clear(box)
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('the audit is limited to changes, and the actions to choose from with it', async () => {
  const { user, router } = await open('/auditLog', { action: 'auth.signIn' }, 'zongdui')
  const table = async () => within(await screen.findByRole('table', { name: '操作审计' }))
  expect((await (await table()).findAllByText('密码登录'))[0]).toBeVisible()
  const kinds = within(screen.getByRole('group', { name: '操作类别' }))
  await user.click(kinds.getByRole('button', { name: '改动' }))
  expect((await (await table()).findAllByText('撤回内容'))[0]).toBeVisible()
  expect((await table()).queryByText('密码登录')).toBeNull()
  expect(router.state.location.search).toEqual({ kind: 'change' })
  const actions = within(screen.getByRole('combobox', { name: '操作' }))
  expect(actions.getByRole('option', { name: '撤回内容' })).toBeInTheDocument()
  expect(actions.queryByRole('option', { name: '密码登录' })).toBeNull()
  await user.click(kinds.getByRole('button', { name: '全部' }))
  expect((await (await table()).findAllByText('密码登录'))[0]).toBeVisible()
})

test('a run of sign-ins is one line of the audit until it is opened', async () => {
  const row = { at: t.clock.now(), action: 'auth.signIn', account: 'zongdui', detail: {} }
  await t.db.insert(audit).values(Array.from({ length: 5 }, () => row))
  const { user } = await open('/auditLog', {}, 'zongdui')
  const [run] = await screen.findAllByRole('button', { name: /^密码登录（\d+ 次），展开$/ })
  const before = screen.getAllByRole('row').length
  await user.click(run!)
  const length = Number(/\d+/.exec(run!.getAttribute('aria-label')!)![0])
  expect(screen.getAllByRole('row')).toHaveLength(before + length)
  expect(run).toHaveAttribute('aria-expanded', 'true')
})

test('a district’s authority reads the audit and has no publishing', async () => {
  await open('/auditLog', {}, 'jingan')
  await screen.findByRole('table', { name: '操作审计' })
  expect(screen.queryByRole('link', { name: '内容发布' })).toBeNull()
})

test('earlier records of the audit that could not be read are reported by the button', async () => {
  const row = { at: t.clock.now(), action: 'auth.signIn', account: 'zongdui', detail: {} }
  await t.db.insert(audit).values(Array.from({ length: 51 }, () => row))
  const { user } = await open('/auditLog', {}, 'zongdui')
  const earlier = await screen.findByRole('button', { name: '更早的记录' })
  network.use(refuse(auditLog.list, 500))
  await user.click(earlier)
  expect(await screen.findByText(new RegExp(REFUSED_AS), { selector: 'footer *' })).toHaveAttribute('role', 'alert')
  expect(screen.getByRole('button', { name: '更早的记录' })).toBeVisible()
})
