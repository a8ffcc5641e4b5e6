import { expect, test } from 'vitest'
import { maskKey, REPORT_REFUSAL, totalStatusOf } from './building-detail.rules.ts'

test.each([
  [0, 2],
  [1, 0],
  [2, 2],
  [3, 1],
  [9, 2],
])('a building with access status %i has the overall state %i', (access, total) => {
  expect(totalStatusOf(access)).toBe(total)
})

test('a masked key shows two characters at each end and hides its length', () => {
  expect(maskKey('0123456789abcdef')).toBe('01************ef')
  expect(maskKey('0123456789abcdef0123')).toHaveLength(16)
})

test('the rejection of a report lists the missing data', () => {
  expect(REPORT_REFUSAL).toBe('必接项未全部接入，不能下载报告')
})
