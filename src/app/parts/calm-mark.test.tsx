// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AccessMark } from './calm-mark.tsx'

const points = { pointNum: 31, alarmNum: 0, faultNum: 0 }

test.each([
  ['接入失败', { accessStatus: 3, offlineNum: 31 }],
  ['接入中', { accessStatus: 2, offlineNum: 0 }],
  ['无异常', { accessStatus: 1, offlineNum: 0 }],
  ['', { accessStatus: 1, offlineNum: 1 }],
] as const)('the access is said unless it is complete: %s', (words, of) => {
  const { container } = render(<AccessMark of={{ ...points, ...of }} />)
  expect(container.textContent).toBe(words)
})
