import { screen, waitFor, within } from '@testing-library/react'
import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildingDetail } from '#contract/building-detail.ts'
import { building } from '#server/schema/building.table.ts'
import { message } from '#server/schema/message.table.ts'
import { notice } from '#server/schema/portal.table.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
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
  expect(await stored()).toMatchObject({ state: 1, url: '/portal/detail?type=0' })
  expect(rowOf('周六维护').getByRole('button', { name: '编辑' })).toBeVisible()
  await user.click(rowOf('周六维护').getByRole('button', { name: '周六维护：更多' }))
  await user.click(rowOf('周六维护').getByRole('menuitem', { name: '撤回' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '撤回' }))
  await waitFor(() => expect(rowOf('周六维护').getByText('已撤回')).toBeVisible())
  expect(await stored()).toMatchObject({ state: 2 })
  expect(screen.getByRole('columnheader', { name: '状态' })).toBeVisible()
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

test('the audit is narrowed to one account by a press; changes are bold, views are not, keys have a mark', async () => {
  const [one] = await t.db.select().from(building).where(isNotNull(building.providerId))
  await t.call(buildingDetail.detail, { buildingId: String(one!.id) }, await t.signIn('zongdui'))
  const { user, router } = await open('/auditLog', {}, 'zongdui')
  const name = async (words: string) => (await screen.findAllByText(words, { selector: 'td *' }))[0]!
  expect(await name('撤回内容')).not.toHaveClass('font-normal')
  const key = await name('查看建筑联系人、密钥')
  expect(key).toHaveClass('font-normal')
  const rowOf = (of: HTMLElement) => of.closest('tr')!
  expect(rowOf(key)).toHaveTextContent('敏感')
  expect(rowOf(await name('密码登录'))).not.toHaveTextContent('敏感')
  await user.click(within(rowOf(key)).getByTitle('只看此账号'))
  await waitFor(() => expect(router.state.location.search).toEqual({ account: 'zongdui' }))
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

test('a district’s authority reads the audit and has no publishing', async () => {
  await open('/auditLog', {}, 'jingan')
  await screen.findByRole('table', { name: '操作审计' })
  expect(screen.queryByRole('link', { name: '内容发布' })).toBeNull()
})
