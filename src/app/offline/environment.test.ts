// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserEnvironment } from './environment.ts'

const { silentAt } = browserEnvironment

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => void vi.useRealTimers())

test('silence is remembered unless the page is left at once or an answer comes', () => {
  silentAt.write(1000)
  vi.advanceTimersByTime(400)
  expect(silentAt.read()).toBe(0)
  vi.advanceTimersByTime(100)
  expect(silentAt.read()).toBe(1000)
  silentAt.write(0)
  silentAt.write(2000)
  silentAt.write(0)
  vi.advanceTimersByTime(10_000)
  expect(silentAt.read()).toBe(0)
})
