import { describe, expect, test } from 'vitest'
import { bitOf, kindsOf, systemOf } from './event-kinds.ts'
import * as outcome from './item-result.ts'

const { ACCEPTED, DUPLICATE, EXPIRED, FUTURE, NOT_THERE, REMOVED, UNPLACED, UNSET } = outcome

test('the answer to a batch counts its results in their order', () => {
  const results = [ACCEPTED, EXPIRED, DUPLICATE, ACCEPTED, FUTURE, ACCEPTED, EXPIRED, EXPIRED, EXPIRED, DUPLICATE]
  expect(outcome.outcomeOf(results)).toEqual({ accepted: 3, duplicate: 2, quarantined: 1, refused: 4, results })
  expect(outcome.outcomeOf([])).toEqual({ accepted: 0, duplicate: 0, quarantined: 0, refused: 0, results: [] })
})

test.each([
  [ACCEPTED, 'accepted', null],
  [DUPLICATE, 'duplicate', null],
  [FUTURE, 'quarantined', '时间超前服务器 5 分钟以上，已隔离，请校准设备时钟'],
  [UNSET, 'quarantined', '设备时钟未设置，已隔离，请校准设备时钟'],
  [NOT_THERE, 'refused', '建筑或点位不存在'],
  [UNPLACED, 'refused', '建筑不存在，火警已作为未知来源转给消防救援机构'],
  [REMOVED, 'refused', '点位已删除，如仍在使用请重新登记'],
  [EXPIRED, 'refused', '时间早于数据保存期限'],
])('%j is %s with the message %s', (verdict, result, message) => {
  expect(verdict).toEqual({ result, message })
})

const MARKED = '设备时间不可信，已按服务器时间保存，请校准设备时钟'
const UNREGISTERED = '部件未登记，火警已保存，请登记该点位'

test.each([
  [false, false, null, null],
  [true, false, null, MARKED],
  [false, true, null, UNREGISTERED],
  [true, true, null, `${UNREGISTERED}；${MARKED}`],
  [true, true, '须填写处理时间', `${UNREGISTERED}；${MARKED}；处理情况未保存：须填写处理时间`],
])(
  'a fire with a server time (%s) of an unregistered component (%s) and the handling fault %s is accepted with %s',
  (marked, unknown, fault, message) => {
    expect(outcome.acceptedFire(marked, unknown, fault)).toEqual({ result: 'accepted', message })
  },
)

test('a reading with impossible values lists the range of each', () => {
  expect(outcome.impossibleReading(['pressure', 'fireAlarm'])).toEqual({
    result: 'quarantined',
    message: 'pressure应为 -0.1 至 25 MPa，fireAlarm应为 0 至 255 的整数，已隔离，请检查单位和设备',
  })
})

describe('kinds of events', () => {
  test('have one bit each', () => {
    expect((['fire', 'fault', 'shield', 'action'] as const).map(bitOf)).toEqual([1, 2, 4, 8])
  })

  test('are read from their bits', () => {
    expect([0, 1, 2, 12, 15].map(kindsOf)).toEqual([
      [],
      ['fire'],
      ['fault'],
      ['shield', 'action'],
      ['fire', 'fault', 'shield', 'action'],
    ])
  })
})

test.each([
  ['1.0.7', '1.0'],
  ['12.34.567890', '12.34'],
  ['1.0', null],
  ['1.0.', null],
  ['1.0.7.8', null],
  ['x1.0.7', null],
  ['1.0.7x', null],
  ['1..7', null],
  ['.0.7', null],
  ['1x0.7', null],
  ['UTD', null],
])('the system of component %s is %s', (number, system) => {
  expect(systemOf(number)).toBe(system)
})
