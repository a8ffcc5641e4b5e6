import { expect, test } from 'vitest'
import { ROLES } from './access.ts'
import { processes, whyNotProcessed } from './problem.rules.ts'

test('units and property companies process to-dos', () => {
  expect(ROLES.filter(processes)).toEqual(['unit', 'property'])
})

test.each([
  [1, 0, null],
  [2, 0, '该问题恢复正常后自动处理，无需手动处理'],
  [1, 1, '该待办已处理'],
  [2, 1, '该待办已处理'],
])('a to-do of type %i in status %i cannot be processed because: %s', (problemType, status, reason) => {
  expect(whyNotProcessed({ problemType, status })).toBe(reason)
})
