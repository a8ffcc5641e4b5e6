import { act, fireEvent, render, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { toWireTime } from '#contract/time.ts'
import { DeskSound } from '#app/features/alarm/desk-keys.tsx'
import { allowSoundOnPress, RING_MS, soundState } from '#app/parts/alarm/alarm-sound.ts'
import { useAlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'

let rings = 0
class FakeAudio extends EventTarget {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume() {
    this.state = 'running'
    this.dispatchEvent(new Event('statechange'))
    return Promise.resolve()
  }
  createGain() {
    rings++
    return { gain: { value: 0 }, connect: () => undefined }
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: () => undefined, start: () => undefined, stop: () => undefined }
  }
}

beforeAll(() => void vi.stubGlobal('AudioContext', FakeAudio))
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  vi.useFakeTimers()
  rings = 0
})
afterEach(() => void vi.useRealTimers())

const row = (id: string, more: Partial<AlarmRow> = {}) =>
  ({
    id,
    state: 'new',
    priority: 2,
    proposal: null,
    callTime: null,
    receiveTime: toWireTime(new Date()),
    ...more,
  }) as AlarmRow

test('any press allows sound, except one on the control that turns it on', async () => {
  const stop = allowSoundOnPress()
  renderHook(() => useAlarmSound([], RING_MS))
  expect(soundState.read()).toBe('blocked')
  const { getByRole } = render(
    <button type="button" data-sound>
      声音未开启
    </button>,
  )
  fireEvent.pointerDown(getByRole('button', { name: '声音未开启' }))
  expect(soundState.read()).toBe('blocked')
  fireEvent.keyDown(document.body, { key: 'a' })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(soundState.read()).toBe('on')
  stop()
})

test('an alarm rings until it is answered, by any person', () => {
  const { rerender } = renderHook(({ rows }) => useAlarmSound(rows, RING_MS), { initialProps: { rows: [row('1')] } })
  act(() => vi.advanceTimersByTime(15 * 60_000))
  expect(rings).toBeGreaterThan(400)
  rerender({ rows: [row('1', { state: 'acked' })] })
  rings = 0
  act(() => vi.advanceTimersByTime(60_000))
  expect(rings).toBe(0)
})

test('muting lasts until the next call', () => {
  const first = row('1')
  const { result, rerender } = renderHook(({ rows }) => useAlarmSound(rows, RING_MS), {
    initialProps: { rows: [first] },
  })
  act(() => result.current.toggle())
  expect(result.current.state).toBe('muted')
  rings = 0
  act(() => vi.advanceTimersByTime(60_000))
  expect(rings).toBe(0)
  rerender({ rows: [first, row('2')] })
  expect(result.current.state).toBe('on')
  expect(rings).toBe(1)
})

test('the sound switch says its state once, by its name', () => {
  const toggle = () => undefined
  const { rerender, getByRole } = render(<DeskSound sound={{ state: 'on', toggle }} isShort={false} />)
  expect(getByRole('button', { name: '声音已开' }).hasAttribute('aria-pressed')).toBe(false)
  rerender(<DeskSound sound={{ state: 'muted', toggle }} isShort={false} />)
  expect(getByRole('button', { name: '已静音' }).hasAttribute('aria-pressed')).toBe(false)
})
