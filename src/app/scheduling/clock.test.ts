// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function turn(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a clock has no timer while the page is hidden or nothing follows it, and is right once visible', () => {
  vi.useFakeTimers()
  const clock = createClock(1000, Date.now)
  expect(vi.getTimerCount()).toBe(0)
  const heard = vi.fn<() => void>()
  const stops = [clock.follow(heard), clock.follow(() => undefined)]
  vi.advanceTimersByTime(3000)
  expect([heard.mock.calls.length, vi.getTimerCount()]).toEqual([3, 1])

  turn(true)
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(3_600_000)
  expect(heard).toHaveBeenCalledTimes(3)
  turn(false)
  expect(heard).toHaveBeenCalledTimes(4)
  expect(clock.read()).toBe(Date.now())
  vi.advanceTimersByTime(1000)
  expect(heard).toHaveBeenCalledTimes(5)

  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
  turn(true)
  turn(false)
  expect(vi.getTimerCount()).toBe(0)
})
