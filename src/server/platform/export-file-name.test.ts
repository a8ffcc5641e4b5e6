import { expect, test } from 'vitest'
import { exportFileName } from './export-file-name.ts'

const NOW = new Date('2026-03-23T02:15:00Z')

test.each([
  [['社会单位'], '社会单位-20260323-101500.xlsx'],
  [['消防设施运行问题', '', null, '未解决', undefined], '消防设施运行问题-未解决-20260323-101500.xlsx'],
  [['火警信息', 'A/B: "座"\n'], '火警信息-A_B_座_-20260323-101500.xlsx'],
])('%j at 10:15 in Shanghai is named %s', (what, name) => expect(exportFileName(NOW, ...what)).toBe(name))

test('stays within the limits of file systems, for any parts', () => {
  const name = exportFileName(NOW, '自'.repeat(100), '𠮷'.repeat(100), '楼'.repeat(100))
  expect(Buffer.byteLength(name)).toBeLessThan(255)
  expect(name).toMatch(/-20260323-101500\.xlsx$/)
})
