import { describe, expect, test } from 'vitest'
import { startsWave, type WaveRecord, type WaveState } from './wave.rules.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 2, 20)
const RECORD: WaveRecord = {
  occurredAt: NOW,
  deviceType: 40,
  isShelved: false,
  isElsewhere: false,
  isChattering: false,
}
const CALLED: WaveState = { wave: 1, waveAt: NOW - 3 * MINUTE, isAcked: false, lastAt: NOW - MINUTE }
const NEW: WaveState = { wave: 0, waveAt: null, isAcked: false, lastAt: NOW }

const starts = (record: Partial<WaveRecord>, state: WaveState = CALLED) =>
  startsWave(state, [{ ...RECORD, ...record }], NOW)

describe('a wave', () => {
  test('starts with the first fresh record, not with a replayed one', () => {
    expect(starts({}, NEW)).toBe(true)
    expect(starts({ occurredAt: NOW - 10 * MINUTE }, NEW)).toBe(true)
    expect(starts({ occurredAt: NOW - 10 * MINUTE - 1 }, NEW)).toBe(false)
  })

  test('starts again after ten silent minutes, on another floor, or for a manual call point or flow switch', () => {
    expect(starts({})).toBe(false)
    expect(starts({}, { ...CALLED, lastAt: NOW - 10 * MINUTE })).toBe(false)
    expect(starts({}, { ...CALLED, lastAt: NOW - 10 * MINUTE - 1 })).toBe(true)
    expect(starts({ isElsewhere: true })).toBe(true)
    expect(starts({ deviceType: 23 })).toBe(true)
    expect(starts({ deviceType: 96 })).toBe(true)
  })

  test('does not start for a chattering point, whatever else speaks for it', () => {
    expect(starts({ isChattering: true, isElsewhere: true, deviceType: 23 })).toBe(false)
  })

  test('covers further reasons for two minutes unless it is acknowledged', () => {
    const running = { ...CALLED, waveAt: NOW - MINUTE }
    expect(starts({ isElsewhere: true }, running)).toBe(false)
    expect(starts({ isElsewhere: true }, { ...running, isAcked: true })).toBe(true)
    expect(starts({ isElsewhere: true }, { ...CALLED, waveAt: NOW - 2 * MINUTE + 1 })).toBe(false)
    expect(starts({ isElsewhere: true }, { ...CALLED, waveAt: NOW - 2 * MINUTE })).toBe(true)
    expect(starts({ isElsewhere: true }, { ...CALLED, waveAt: null })).toBe(true)
  })

  test('starts for any fresh record of a batch that is a reason, and for none without one', () => {
    const elsewhere = { ...RECORD, isElsewhere: true }
    expect(startsWave(CALLED, [RECORD, elsewhere, RECORD], NOW)).toBe(true)
    expect(startsWave(CALLED, [{ ...elsewhere, occurredAt: NOW - 11 * MINUTE }, RECORD], NOW)).toBe(false)
    expect(startsWave(NEW, [{ ...RECORD, isShelved: true }, RECORD], NOW)).toBe(true)
    expect([startsWave(CALLED, [], NOW), startsWave(NEW, [], NOW)]).toEqual([false, false])
  })

  test('starts during announced work for manual call points only', () => {
    expect(starts({ isShelved: true }, NEW)).toBe(false)
    expect(starts({ isShelved: true, deviceType: 96 }, NEW)).toBe(false)
    expect(starts({ isShelved: true, deviceType: 23 }, NEW)).toBe(true)
    expect(starts({ isShelved: true, isElsewhere: true })).toBe(false)
  })
})
