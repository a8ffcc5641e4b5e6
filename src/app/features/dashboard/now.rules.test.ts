import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { headline, headNote, nextStep } from './now.rules.ts'

const NEW = { state: 'new', verdict: null } as const
const ACKED = { state: 'acked', verdict: null } as const
const REAL = { state: 'judged', verdict: 2 } as const

test.each([
  [[NEW, ACKED], '2 处火警未结束', '现在：请派人核实并确认'],
  [[ACKED], '1 处火警未结束', '现在：已有人响应，请确认结果'],
  [[REAL], '1 处真实火警', '现在：请按预案处置'],
  [[REAL, REAL, NEW], '2 处真实火警', '现在：请按预案处置；另有 1 处火警未结束'],
])('of the open alarms %j the heading is “%s”', (alarms, heading, step) => {
  expect([headline(alarms, alarms.length), nextStep(alarms, alarms.length)]).toEqual([heading, step])
})

test('if all alarms read are real, unread ones may be, too', () => {
  expect([headline([REAL, REAL], 5), nextStep([REAL, REAL], 5)]).toEqual(['至少 2 处真实火警', '现在：请按预案处置'])
  expect([headline([REAL, NEW], 5), nextStep([REAL, NEW], 5)]).toEqual([
    '1 处真实火警',
    '现在：请按预案处置；另有 4 处火警未结束',
  ])
})

test('a state that all open alarms share leads the next step', () => {
  expect(nextStep([NEW, NEW], 2, '未响应')).toBe('均未响应：请派人核实并确认')
  expect(nextStep([NEW, NEW], 2, '未响应', '均为补传')).toBe('均未响应、均为补传：请派人核实并确认')
  expect(nextStep([NEW, ACKED], 2, undefined, '补传 1 处')).toBe('补传 1 处：请派人核实并确认')
  expect(nextStep([ACKED, ACKED], 2, '已响应')).toBe('均已响应：请确认结果')
})

test.each([
  [[true, true], [null, 1], ''],
  [[true, true], [null, 2], '3 个设备报过警'],
  [[false, false], [null, 2], '均为补传'],
  [[false], [null, 1], '补传'],
  [[true, false], [null, 2], '补传 1 处'],
  [[true, false], [2, 2], '3 个设备报过警'],
])('alarms that came in time: %j, verdict and devices %j: the note is “%s”', (fresh, [verdict, points], note) => {
  const alarms = fresh.map((isFresh, at) => ({ isFresh, verdict, points: at === 0 ? points : 1 }) as AlarmRow)
  expect(headNote(alarms, alarms.length)).toBe(note)
  expect(headNote(alarms, alarms.length + 1)).toBe('')
})
