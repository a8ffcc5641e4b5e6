// @vitest-environment happy-dom
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { appUpdate } from './app-update.ts'
import { noteAnswer, noteSilence } from './connection.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

// A lazy chunk is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  noteAnswer()
  appUpdate.write({ waiting: false, apply: () => undefined })
})

it('an unreachable server is announced once, in a live region that existed before', () => {
  render(<ConnectionBar />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  act(() => noteSilence())
  expect(region.textContent).toBe('服务器无响应 · 恢复后即可登录')
  act(() => noteAnswer())
  expect(region.textContent).toBe('')
})

it('a new version is offered once and installed only on request', async () => {
  const apply = vi.fn<() => void>()
  render(<UpdatePrompt />)
  expect(screen.queryByText('有新版本')).toBeNull()
  act(() => appUpdate.write({ waiting: true, apply }))
  expect(apply).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: '更新' }))
  expect(apply).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: '更新' }).getAttribute('aria-busy')).toBe('true')
})

it('an update that needs the network can be requested again', async () => {
  render(<UpdatePrompt />)
  act(() => appUpdate.write({ waiting: true, required: true, apply: async () => false }))
  const button = await screen.findByRole('button', { name: '更新' })
  await userEvent.click(button)
  await expect.poll(() => button.getAttribute('aria-busy')).not.toBe('true')
  expect(screen.queryByRole('button', { name: '稍后' })).toBeNull()
})

it('after 稍后 it is not offered again before the next start', async () => {
  render(<UpdatePrompt />)
  act(() => appUpdate.write({ waiting: true, apply: () => undefined }))
  await userEvent.click(await screen.findByRole('button', { name: '稍后' }))
  act(() => appUpdate.write({ waiting: true, apply: () => undefined }))
  expect(screen.queryByText('有新版本')).toBeNull()
})
