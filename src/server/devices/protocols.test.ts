import { describe, expect, test } from 'vitest'
import { EDITION_2011 as edition, PROTOCOLS, type StatusBit } from './protocols.ts'

const bits = (table: readonly StatusBit[]) =>
  table.map(({ kind, measure }) => [kind, measure].filter((word) => word !== null && word !== undefined).join(' '))

const COMPONENT = [
  '',
  'fire fireAlarm',
  'fault faultStatus',
  'shield',
  'action',
  'action startStopStatus',
  'action',
  '',
]

describe('the edition of 2011', () => {
  test('is registered by its name and version', () => {
    expect(PROTOCOLS).toEqual({ 'GB/T 26875.3-2011': edition })
    expect(edition.mainVersion).toBe(1)
  })

  test('has the analog codes of table 6 and residual current', () => {
    expect(edition.analogs).toEqual({
      1: { measure: 'eventCount', step: 1 },
      2: { measure: 'level', step: 0.01 },
      3: { measure: 'temperature', step: 0.1 },
      4: { measure: 'pressure', step: 0.1 },
      5: { measure: 'pressure', step: 0.0001 },
      6: { measure: 'concentration', step: 0.1 },
      7: { measure: 'seconds', step: 1 },
      8: { measure: 'voltage', step: 0.1 },
      9: { measure: 'current', step: 0.1 },
      10: { measure: 'flow', step: 0.1 },
      11: { measure: 'airVolume', step: 0.1 },
      12: { measure: 'airSpeed', step: 1 },
      128: { measure: 'residualCurrent', step: 1 },
    })
  })

  test('has the status bits of components, systems and transmission devices', () => {
    expect(bits(edition.componentBits)).toEqual([...COMPONENT, 'fault powerState'])
    expect(bits(edition.systemBits)).toEqual([
      ...COMPONENT,
      'fault mainPower',
      'fault emergencyPower',
      'fault',
      'manualAutomaticState',
      '',
      '',
    ])
    expect(bits(edition.deviceBits)).toEqual([
      '',
      'fire fireAlarm',
      'fault faultStatus',
      'fault mainPower',
      'fault emergencyPower',
      'fault',
      'fault',
    ])
  })

  test('has the operations of a controller', () => {
    expect(edition.operations).toEqual(['end', 'note', 'alarm', 'end', 'note', 'note', 'note'])
  })

  test('shows the state of controllers, pumps and fans', () => {
    expect([...edition.showsState]).toEqual([1, 81, 82, 91, 95, 105, 111, 117, 118])
  })
})
