import { describe, expect, test } from 'vitest'
import { measureHeader, measuresOf } from '#contract/measure-words.ts'
import { measureText } from './measures.ts'

describe('the text of a measure', () => {
  test.each([
    ['pressure', 0.4567, '0.457', null],
    ['manualAutomaticState', 0, '自动', 'ok'],
    ['manualAutomaticState', '3', '手动', 'attention'],
    ['powerState', 1, '断电', 'danger'],
    ['startStopStatus', 0, '停止', 'idle'],
    ['alarmStatus', 1, '过低', 'attention'],
    ['alarmStatus', 7, '过高', 'attention'],
    ['shortCircuit', 1, '短路', 'danger'],
    ['faultStatus', '0', '正常', 'ok'],
    ['workStatus', undefined, '--', null],
    ['level', '', '--', null],
    ['faultStatus', '离奇', '离奇', 'unknown'],
    ['fireAlarmControllerModel', 'JB-QG-9000', 'JB-QG-9000', null],
  ] as const)('%s %s is %s', (name, value, text, tone) => {
    expect(measureText(name, value)).toEqual({ text, tone })
  })

  test('the unit of a figure is in the column header', () => {
    expect([measureHeader('pressure'), measureHeader('faultStatus')]).toEqual(['压力(MPa)', '故障状态'])
  })
})

describe('the columns of a table', () => {
  test('depend on the item type: gauges, pumps, electrical monitors and controllers', () => {
    expect(measuresOf(17, [{ deviceType: 140 }])).toEqual(['pressure', 'alarmStatus', 'power', 'signals'])
    expect(measuresOf(16, [])).toContain('level')
    expect(measuresOf(15, [])).toContain('runningState')
    expect(measuresOf(11, [{ deviceType: null }])).toHaveLength(9)
  })

  test('are limited to the measures of the listed devices', () => {
    expect(measuresOf(11, [{ deviceType: 18 }])).toEqual(['temperature', 'temperatureAlarm', 'faultStatus'])
    expect(measuresOf(11, [{ deviceType: 18 }, { deviceType: 17 }])).toHaveLength(9)
  })

  test('include manufacturers if known, and every measure of an unknown item type', () => {
    expect(measuresOf(63, [{ deviceType: 1, timelyData: { transmissionModel: 'T1' } }])).toContain('transmissionModel')
    expect(measuresOf(63, [{ deviceType: 1 }])).not.toContain('transmissionModel')
    expect(measuresOf(777, [{ deviceType: 1, timelyData: { power: 3, level: 1 } }])).toEqual(['level', 'power'])
  })
})
