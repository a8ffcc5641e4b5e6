// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { noteAnswer } from './connection.ts'
import { reloadOnLostChunk } from './lost-chunk.ts'

it('reloads the page once a build when a part of it can’t be loaded any more', async () => {
  noteAnswer()
  const reload = vi.fn<() => void>()
  reloadOnLostChunk('/assets/index-1111.js', reload)
  const lose = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(lose()).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // The same build again: the page says what failed instead of going round.
  expect(lose()).toBe(false)
  reloadOnLostChunk('/assets/index-2222.js', reload)
  expect(lose()).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})
