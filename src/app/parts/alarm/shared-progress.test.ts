import { expect, test } from 'vitest'
import { sharedProgress } from './shared-progress.ts'

test('a state is shared when every one of several rows has it', () => {
  expect(sharedProgress(['未响应', '未响应'])).toBe('未响应')
  expect(sharedProgress(['已响应', '已响应', '已响应'])).toBe('已响应')
})

test('one row, a differing row and results are not shared', () => {
  expect(sharedProgress([])).toBeUndefined()
  expect(sharedProgress(['未响应'])).toBeUndefined()
  expect(sharedProgress(['未响应', '未响应', '已响应'])).toBeUndefined()
  expect(sharedProgress(['真实火警', '真实火警'])).toBeUndefined()
  expect(sharedProgress(['又有设备报警', '又有设备报警'])).toBeUndefined()
})
