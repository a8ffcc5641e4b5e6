// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { locate, usePosition } from './position.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a question that the browser leaves unanswered ends as late, and a later answer counts', () => {
  vi.useFakeTimers()
  vi.stubGlobal('isSecureContext', true)
  let found: PositionCallback = () => undefined
  const getCurrentPosition = (answer: PositionCallback) => void (found = answer)
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  const { result } = renderHook(usePosition)
  act(locate)
  expect(result.current).toEqual({ state: 'asking' })
  act(() => void vi.runAllTimers())
  expect(result.current).toEqual({ state: 'failed', failure: 'late' })
  act(() => found({ coords: { longitude: 121.47371, latitude: 31.23042, accuracy: 20 } } as GeolocationPosition))
  expect(result.current).toMatchObject({ state: 'known', place: [121.4737, 31.2304] })
})
