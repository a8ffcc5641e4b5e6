import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cut } from '#mocks/faults.ts'
import { deviceAccounts } from '#app/offline/sealed/device-accounts.ts'
import { currentSession } from '#app/session/session.ts'
import { screenTests } from '../support/render-app.tsx'

const { network, signIn } = await screenTests()

const listed = () => screen.findByRole('region', { name: '本机用过的账号' })

test('an account hands the device over, is listed at sign-in with the password to enter, and can be removed', async () => {
  const { user, router } = await signIn('unit01')
  await screen.findByRole('navigation', { name: '主菜单' })
  const press = async () => {
    await user.click(screen.getByRole('button', { name: /^账号：/ }))
    await user.click(screen.getByRole('menuitem', { name: '换人使用' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '换人使用' }))
  }
  network.use(cut())
  await press()
  expect(await screen.findByText('没有网络或服务器无响应，暂不能换人使用，本机内容未改变。')).toBeVisible()
  expect([currentSession()?.user.account, deviceAccounts()]).toEqual(['unit01', []])

  network.resetHandlers()
  await press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(currentSession()).toBeNull()
  await user.click(within(await listed()).getByRole('button', { name: /unit01$/ }))
  expect(screen.getByLabelText(/^账号/)).toHaveValue('unit01')
  expect(screen.getByLabelText(/^密码/)).toHaveFocus()

  await user.click(within(await listed()).getByRole('button', { name: /^移除/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '移除' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '本机用过的账号' })).toBeNull())
  expect(deviceAccounts()).toEqual([])
})
