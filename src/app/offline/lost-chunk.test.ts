// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { noteAnswer } from './connection.ts'
import { reloadOnLostChunk } from './lost-chunk.ts'

it('reloads the page once per build when a chunk fails to load', async () => {
  noteAnswer()
  const reload = vi.fn<() => void>()
  reloadOnLostChunk('/assets/index-1111.js', reload)
  const lose = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(lose()).toBe(true)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  // Same build again: the page shows the failure instead of reloading in a loop.
  expect(lose()).toBe(false)
  reloadOnLostChunk('/assets/index-2222.js', reload)
  expect(lose()).toBe(true)
  await expect.poll(() => reload.mock.calls.length).toBe(2)
})
