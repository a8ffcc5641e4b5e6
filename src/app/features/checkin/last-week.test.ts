import { expect, test } from 'vitest'
import { monthOf } from '#contract/checkin.rules.ts'
import { lastWeekOf, monthWithLastWeek } from './last-week.ts'

const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ date: `2026-11-${String(from + at).padStart(2, '0')} 00:00:00` }))

test('the last seven days end today, over the end of a month', () => {
  const november = days(20, 30)
  const december = [{ date: '2026-12-01 00:00:00' }, { date: '2026-12-02 00:00:00' }]
  const shown = lastWeekOf([...november, ...december], '2026-12-01').map((day) => day?.date.slice(5, 10))
  expect(shown).toEqual(['11-25', '11-26', '11-27', '11-28', '11-29', '11-30', '12-01'])
})

test('days that are not known yet keep their places', () => {
  expect(lastWeekOf(days(1, 2), '2026-11-02')).toEqual([null, null, null, null, null, ...days(1, 2)])
})

test('a young month begins with the weeks of the last seven days', () => {
  const [november, december] = [monthOf(new Map(), '2026-11-30'), monthOf(new Map(), '2026-12-01')]
  const shown = (today: string) => monthWithLastWeek(november, december, today)
  expect(shown('2026-12-01')[0]?.date).toBe('2026-11-23')
  expect(shown('2026-12-06')[0]?.date).toBe('2026-11-30')
  expect(shown('2026-12-01')).toHaveLength(8 + 31)
})
