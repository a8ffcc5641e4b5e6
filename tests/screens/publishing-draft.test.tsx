import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NOTIFICATION } from '#contract/publication-kinds.ts'
import type { PublicationKind } from '#contract/publishing.ts'
import { draftsWritten } from '#app/offline/draft-store.ts'
import { forgetSession } from '#app/session/session.ts'
import { message } from '#server/schema/message.table.ts'
import { notice } from '#server/schema/portal.table.ts'
import { draft } from '../support/author-desk.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
windowWidth(true)

async function open(kind: PublicationKind) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to: '/publishing', search: { kind } })
  return app
}
const rowOf = async (title: string) => within((await screen.findByRole('button', { name: title })).closest('tr')!)

async function edit(title: string, kind: PublicationKind = 4) {
  const app = await open(kind)
  await app.user.click((await rowOf(title)).getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^编辑/ }))
  return { ...app, dialog, title: dialog.getByLabelText(/^标题/) }
}

async function add() {
  const app = await open(4)
  await app.user.click(await screen.findByRole('button', { name: '新增门户通知' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增门户通知' }))
  return { ...app, dialog, title: dialog.getByLabelText(/^标题/) }
}

function closeApp() {
  cleanup()
  forgetSession()
  localStorage.clear()
}

test('an edit overtaken by another keeps its text, and is saved at the second press', async () => {
  const token = await t.signIn('zhidui')
  const item = await draft(t, token, { kind: 4, title: '停水通知', url: '/portal' })
  const { user, dialog, title } = await edit('停水通知')
  const own = eq(notice.id, Number(item.id))
  await t.db
    .update(notice)
    .set({ title: '停水（他人）', version: item.version + 1 })
    .where(own)
  await user.type(title, '（周一）')
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  expect(await dialog.findByText(/^他人已修改该内容.*再次保存将覆盖他人的修改$/)).toBeVisible()
  expect(title).toHaveValue('停水通知（周一）')
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '编辑门户通知' })).toBeNull())
  const [stored] = await t.db.select().from(notice).where(own)
  expect(stored).toMatchObject({ title: '停水通知（周一）', state: 0 })
})

test('a text not saved when the app closed is there at the next opening, until it is given up', async () => {
  const token = await t.signIn('zhidui')
  await draft(t, token, { kind: 4, title: '停气通知', url: '/portal' })
  const first = await edit('停气通知')
  await first.user.type(first.title, '（周二）')
  await draftsWritten()
  closeApp()
  const { user, dialog, title } = await edit('停气通知')
  expect(dialog.getByText('已恢复上次未保存的内容')).toBeVisible()
  expect(title).toHaveValue('停气通知（周二）')
  await user.click(dialog.getByRole('button', { name: '取消' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '编辑门户通知' })).toBeNull())
  const row = within(screen.getByRole('button', { name: '停气通知' }).closest('tr')!)
  await user.click(row.getByRole('button', { name: '编辑' }))
  expect(await screen.findByLabelText(/^标题/)).toHaveValue('停气通知')
})

test('a new item stored by a refused publication is found in the list, and not in the next new one', async () => {
  const first = await add()
  await first.user.type(first.title, '停电通知')
  await first.user.click(first.dialog.getByRole('button', { name: '发布' }))
  await first.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '发布' }))
  expect(await first.dialog.findByText('请输入链接')).toBeVisible()
  await first.user.type(first.title, '（周三）')
  await draftsWritten()
  closeApp()
  const { user, dialog, title } = await add()
  expect(title).toHaveValue('')
  await user.type(title, '停梯通知')
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  expect(await rowOf('停梯通知')).toBeDefined()
  await user.click((await rowOf('停电通知')).getByRole('button', { name: '编辑' }))
  const again = within(await screen.findByRole('dialog', { name: '编辑门户通知' }))
  expect(again.getByText('已恢复上次未保存的内容')).toBeVisible()
  expect(again.getByLabelText(/^标题/)).toHaveValue('停电通知（周三）')
  await user.click(again.getByRole('button', { name: '保存草稿' }))
  expect(await rowOf('停电通知（周三）')).toBeDefined()
  expect(await rowOf('停梯通知')).toBeDefined()
})

test('a notification sent meanwhile does not promise that the next press replaces it', async () => {
  const token = await t.signIn('zhidui')
  const audience = { roles: ['unit' as const], counties: [], unitIds: [] }
  const item = await draft(t, token, { kind: NOTIFICATION, title: '断电通知', audience })
  const { user, dialog, title } = await edit('断电通知', NOTIFICATION)
  await t.db
    .update(message)
    .set({ state: 1, version: item.version + 1 })
    .where(eq(message.id, Number(item.id)))
  await user.type(title, '（周四）')
  await user.click(dialog.getByRole('button', { name: '保存草稿' }))
  expect(await dialog.findByText('已发送的通知不能修改，请先撤回')).toBeVisible()
  expect(title).toHaveValue('断电通知（周四）')
})
