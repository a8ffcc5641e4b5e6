import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { screenTests } from '../support/render-app.tsx'

const { t, signIn } = await screenTests()

async function openContacts(account: string, entry: string) {
  const app = await signIn(account, entry)
  await screen.findByRole('navigation', { name: '主菜单' })
  app.router.history.push('/dutyContacts')
  await screen.findByRole('region', { name: '值班联系人' })
  return app
}

test('the authority adds a forwarding address, sees its secret once, and disables it', async () => {
  const { user } = await openContacts('jingan', '/loginxf')
  const section = within(await screen.findByRole('region', { name: '对外转发' }))
  await section.findByText('暂无转发地址')
  await user.type(section.getByLabelText('转发地址'), 'ftp://example.com/')
  await user.click(section.getByRole('button', { name: '新增转发' }))
  await waitFor(() =>
    expect(section.getByLabelText('转发地址')).toHaveAccessibleDescription('转发地址须为 https，且不能是内部地址'),
  )
  await user.clear(section.getByLabelText('转发地址'))
  await user.type(section.getByLabelText('转发地址'), 'https://example.com/fires')
  await user.click(section.getByRole('button', { name: '新增转发' }))
  expect(await section.findByText(/^whsec_/)).toBeVisible()
  expect(await section.findByText('https://example.com/fires')).toBeVisible()
  await user.click(section.getByRole('button', { name: '已保存' }))
  expect(section.queryByText(/^whsec_/)).toBeNull()
  await user.click(section.getByRole('button', { name: '换密钥' }))
  expect(await section.findByText(/前同时以旧密钥签名$/)).toBeVisible()
  await user.click(section.getByRole('button', { name: '停用' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停用' }))
  expect(await section.findByText(/已停用$/)).toBeVisible()
  const { rows } = await t.db.execute(sql`select disabled_at is not null as disabled from webhook`)
  expect(rows).toEqual([{ disabled: true }])
})

test('a unit sees no forwarding', async () => {
  await openContacts('unit01', '/login')
  expect(screen.queryByRole('region', { name: '对外转发' })).toBeNull()
})
