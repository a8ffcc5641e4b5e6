import { expect, test } from 'vitest'
import type { AlarmDetail } from '#contract/alarm.ts'
import { fitAlarm } from './alarm-for-push.ts'

const records = Array.from({ length: 100 }, (_, id) => ({ id: String(id), descript: '地下一层水泵房' }))
const detail = {
  id: '5',
  buildingName: '中山大厦',
  contactPhone: '13700000001',
  providerPhone: '13700000002',
  records,
  acts: [],
  others: records,
  history: [],
  curves: [{ points: [] }],
} as unknown as AlarmDetail

test('an alarm for a push has no phone and no curve and fits, with its newest records', () => {
  const fitted = fitAlarm(detail, 2000)
  expect(JSON.stringify(fitted)).not.toMatch(/1370000/)
  expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(2000)
  expect(fitted).toMatchObject({ curves: [], others: [] })
  const left = fitted?.records.length ?? 0
  expect(left).toBeGreaterThan(5)
  expect(fitted?.records).toEqual(records.slice(0, left))
})

test('an alarm whose row alone is too long is left out', () => {
  expect(fitAlarm({ ...detail, buildingName: '厦'.repeat(1000) }, 2000)).toBeNull()
})
