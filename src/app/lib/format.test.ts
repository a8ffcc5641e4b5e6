import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ago,
  capped,
  cut,
  formatDay,
  formatNumber,
  formatPercent,
  formatTime,
  orMissing,
  shortTime,
  toInstant,
} from './format.ts'

describe('figures', () => {
  test('thousands are separated and empty decimals dropped', () => {
    expect(formatNumber(0)).toBe('0')
    expect(formatNumber(999)).toBe('999')
    expect(formatNumber(1000)).toBe('1,000')
    expect(formatNumber(12345678.9)).toBe('12,345,678.9')
    expect(formatNumber(1234.5678, 2)).toBe('1,234.57')
    expect(formatNumber(-1234)).toBe('-1,234')
    expect(formatNumber(-0.001)).toBe('0')
  })

  test('a missing value is shown as two dashes', () => {
    for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatNumber(missing)).toBe('--')
      expect(formatPercent(missing)).toBe('--')
      expect(capped(missing, 99)).toBe('--')
    }
    expect(orMissing('')).toBe('--')
    expect(orMissing('  ')).toBe('--')
    expect(orMissing('静安区')).toBe('静安区')
  })

  test('a percentage keeps one decimal when it has one', () => {
    expect(formatPercent(86.54)).toBe('86.5%')
    expect(formatPercent(100)).toBe('100%')
    expect(formatPercent(0)).toBe('0%')
  })

  test('a count beyond its cap shows the cap and a plus', () => {
    expect(capped(99, 99)).toBe('99')
    expect(capped(100, 99)).toBe('99+')
    expect(capped(9_999_999, 9_999_999)).toBe('9,999,999')
    expect(capped(10_000_000, 9_999_999)).toBe('9999999+')
    expect(capped(10_000, 9999)).toBe('9999+')
  })
})

describe('long names', () => {
  test('a name of exactly the limit is whole, a longer one is truncated', () => {
    expect(cut('一二三四五六七八九十甲乙丙', 13)).toBe('一二三四五六七八九十甲乙丙')
    expect(cut('一二三四五六七八九十甲乙丙丁', 13)).toBe('一二三四五六七八九十甲乙丙…')
  })

  test('a character outside the BMP is never split', () => {
    expect(cut('𠮷野家静安店', 2)).toBe('𠮷野…')
  })
})

const now = new Date('2026-11-21T02:32:05Z')
const before = (minutes: number) => ago(now.getTime() - minutes * 60_000, now)

describe('times', () => {
  test('an instant is formatted in Shanghai time and parsed back', () => {
    expect(formatTime(now)).toBe('2026-11-21 10:32:05')
    expect(formatTime('2026-11-21 10:32:05')).toBe('2026-11-21 10:32:05')
    expect(toInstant('2026-11-21 10:32:05')).toEqual(now)
    expect(toInstant('2026-11-21')).toEqual(new Date('2026-11-20T16:00:00Z'))
    expect(formatDay(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
  })

  test('a missing time is shown as two dashes, an unreadable one unchanged', () => {
    expect(formatTime(null)).toBe('--')
    expect(formatTime('')).toBe('--')
    expect(formatTime('未知')).toBe('未知')
    expect(shortTime('未知', now)).toBe('--')
    expect(ago(undefined, now)).toBe('--')
  })

  test('a short time omits the parts equal to today’s', () => {
    expect(shortTime('2026-11-21 00:00:00', now)).toBe('00:00')
    expect(shortTime('2026-11-20 23:59:59', now)).toBe('昨天 23:59')
    expect(shortTime('2026-03-05 08:07:00', now)).toBe('3月5日 08:07')
    expect(shortTime('2025-12-31 10:00:00', now)).toBe('2025-12-31')
  })

  test('an age is counted in whole minutes, hours and days', () => {
    expect(before(0.9)).toBe('刚刚')
    expect(before(1)).toBe('1 分钟前')
    expect(before(59.9)).toBe('59 分钟前')
    expect(before(60)).toBe('1 小时前')
    expect(before(24 * 60 - 1)).toBe('23 小时前')
    expect(before(24 * 60)).toBe('1 天前')
    expect(before(30 * 24 * 60)).toBe('2026-10-22')
  })

  test('a time slightly ahead of the phone is shown as now, one far ahead as a time', () => {
    expect(ago(now.getTime() + 4 * 60_000, now)).toBe('刚刚')
    expect(ago('2026-11-21 11:00:00', now)).toBe('11:00')
  })
})

test('a truncated text fits its width, starts like the whole, and ends with an ellipsis', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const shown = cut(text, max)
        const isWhole = Array.from(text).length <= max
        expect(Array.from(shown).length).toBeLessThanOrEqual(isWhole ? max : max + 1)
        expect(shown.endsWith('…') || isWhole).toBe(true)
        expect(text.startsWith(isWhole ? shown : shown.slice(0, -1))).toBe(true)
      },
    ),
  )
})

test('a capped count is exact up to the cap, and constant beyond', () => {
  fc.assert(
    fc.property(fc.nat(20_000_000), fc.constantFrom(99, 9999, 9_999_999), (count, cap) => {
      expect(capped(count, cap)).toBe(count <= cap ? formatNumber(count) : `${cap}+`)
    }),
  )
})
