import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { draftsWritten } from '#app/offline/draft-store.ts'
import { forgetSession } from '#app/session/session.ts'
import { notice } from '#server/schema/portal.table.ts'
import { draft } from '../support/author-desk.ts'
import { screenTests } from '../support/render-app.tsx'
import { windowWidth } from '../support/window-width.ts'

const { t, signIn } = await screenTests()
windowWidth(true)

async function edit(title: string) {
  const app = await signIn('zhidui', '/loginxf')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/fireDepData'))
  await app.router.navigate({ to: '/publishing', search: { kind: 4 } })
  const row = within((await screen.findByRole('button', { name: title })).closest('tr')!)
  await app.user.click(row.getByRole('button', { name: '编辑' }))
  const dialog = within(await screen.findByRole('dialog', { name: '编辑门户通知' }))
  return { ...app, dialog, title: dialog.getByLabelText(/^标题/) }
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
  expect(await dialog.findByText(/^他人已修改该内容.*再次保存将以您的内容为准$/)).toBeVisible()
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
  cleanup()
  forgetSession()
  localStorage.clear()
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
