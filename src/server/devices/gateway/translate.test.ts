import { describe, expect, test } from 'vitest'
import { bitOf, kindsOf } from '../ingest/event-kinds.ts'
import { EDITION_2011 as protocol } from '../protocols.ts'
import { translate } from './translate.ts'
import type { UnitObject } from './units.ts'

const AT = new Date('2026-03-23T10:15:00+08:00')
const detector = {
  of: 'component',
  systemType: 1,
  systemAddress: 2,
  componentType: 42,
  componentAddress: 65_537,
} as const
const pump = { ...detector, systemType: 11, componentType: 91 } as const
const system = { of: 'system', systemType: 11, systemAddress: 2 } as const
const status = (place: UnitObject['place'], ...bits: number[]): UnitObject => ({
  is: 'status',
  place,
  bits: bits.reduce((sum, bit) => sum + (1 << bit), 0),
  at: AT,
  text: '',
})
const analog = (code: number, steps: number): UnitObject => ({ is: 'analog', place: pump, code, steps, at: AT })

const stateOf = (word: UnitObject) => {
  const status = translate([word], protocol).find((message) => message.is === 'status')
  return status && { ...status, told: kindsOf(status.told), lasting: kindsOf(status.lasting) }
}
const measuresOf = (...words: UnitObject[]) =>
  translate(words, protocol).flatMap((said) => (said.is === 'reading' ? [said.measures] : []))

describe('a status', () => {
  test.each([
    ['nothing but running', [0], []],
    ['fire', [0, 1], ['fire']],
    ['fault', [0, 2], ['fault']],
    ['shield', [0, 3], ['shield']],
    ['supervision', [0, 4], ['action']],
    ['started', [0, 5], ['action']],
    ['feedback', [0, 6], ['action']],
    ['no power', [0, 8], ['fault']],
    ['fire and fault', [1, 2], ['fire', 'fault']],
  ])('of a component is translated: %s', (_, bits, lasting) => {
    expect(stateOf(status(detector, ...bits))).toMatchObject({
      pointNumber: '1.2.65537',
      told: ['fire', 'fault', 'shield', 'action'],
      lasting,
    })
  })

  test('without an active bit ends the kinds it covers', () => {
    expect(translate([status(detector, 0)], protocol)).toContainEqual(
      expect.objectContaining({ is: 'status', lasting: 0 }),
    )
  })

  test('of a pump is in its measures, of a detector it is not', () => {
    expect(measuresOf(status(pump, 0, 5, 8))).toEqual([
      { fireAlarm: 0, faultStatus: 0, startStopStatus: 1, powerState: 1 },
    ])
    expect(measuresOf(status(detector, 0, 2))).toEqual([{}])
  })

  test('of a system includes manual mode', () => {
    expect(measuresOf(status(system, 0, 11))).toEqual([expect.objectContaining({ manualAutomaticState: 1 })])
    expect(stateOf(status(system, 0, 11))).toMatchObject({ pointNumber: '11.2', lasting: [] })
  })

  test('of the transmission device has its own bits', () => {
    const word = status({ of: 'device' }, 0, 3)
    expect(translate([word], protocol)).toEqual([
      {
        is: 'reading',
        pointNumber: 'UTD',
        at: AT,
        order: 0,
        measures: { fireAlarm: 0, faultStatus: 0, mainPower: 1, emergencyPower: 0 },
      },
      {
        is: 'status',
        pointNumber: 'UTD',
        at: AT,
        order: 0,
        told: bitOf('fire') | bitOf('fault'),
        lasting: bitOf('fault'),
      },
    ])
  })
})

describe('an analog value', () => {
  test.each([
    [2, 215, { level: 2.15 }],
    [3, -105, { temperature: -10.5 }],
    [4, 4, { pressure: 0.4 }],
    [5, 4123, { pressure: 0.4123 }],
    [6, 55, { concentration: 5.5 }],
    [8, 2256, { voltage: 225.6 }],
    [9, 123, { current: 12.3 }],
    [128, 420, { residualCurrent: 420 }],
  ])('of code %i with %i steps is %j', (code, steps, measures) => {
    expect(measuresOf(analog(code, steps))).toEqual([measures])
  })

  test('beyond its valid range is translated like any other: ingestion validates it', () => {
    expect(measuresOf(analog(2, -500), analog(6, 1001))).toEqual([{ level: -5, concentration: 100.1 }])
  })

  test('of an unknown code keeps its code and steps', () => {
    expect(translate([analog(77, 12)], protocol)).toEqual([
      { is: 'unknown', pointNumber: '11.2.65537', at: AT, order: 0, code: 77, steps: 12 },
    ])
  })

  test('keeps a missing time', () => {
    expect(translate([{ ...analog(2, 215), at: null }], protocol)).toMatchObject([
      { at: null, measures: { level: 2.15 } },
    ])
  })

  test('is merged with others of its component and second in one reading', () => {
    expect(measuresOf(analog(8, 2200), analog(9, 50))).toEqual([{ voltage: 220, current: 5 }])
  })

  test('of another component, or another second, is a reading of its own', () => {
    const elsewhere = { ...analog(9, 50), place: { ...pump, componentAddress: 2 } }
    const later = { ...analog(9, 60), at: new Date(AT.getTime() + 1000) }
    expect(translate([analog(8, 2200), elsewhere, later], protocol)).toEqual([
      { is: 'reading', pointNumber: '11.2.65537', at: AT, order: 0, measures: { voltage: 220 } },
      { is: 'reading', pointNumber: '11.2.2', at: AT, order: 1, measures: { current: 5 } },
      { is: 'reading', pointNumber: '11.2.65537', at: later.at, order: 2, measures: { current: 6 } },
    ])
  })
})

describe('an operation', () => {
  const operation = (bits: number): UnitObject => ({ is: 'operations', place: system, bits, operator: 3, at: AT })
  const messages = (bits: number) => translate([operation(bits)], protocol)
  const resets = (bits: number) => messages(bits).flatMap((one) => (one.is === 'operations' ? [one.resets] : []))
  const manual = (bits: number) => messages(bits).filter((one) => one.is === 'manual')

  test('is a heartbeat and is stored with its bits and operator', () => {
    expect(messages(1 << 4)).toEqual([
      { is: 'reading', pointNumber: '11.2', at: AT, order: 0, measures: {} },
      { is: 'operations', pointNumber: '11.2', at: AT, order: 0, bits: 1 << 4, operator: 3, resets: false },
    ])
  })

  test('resets for 复位 and 警情消除 only', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((bit) => resets(1 << bit)[0])).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
    expect(resets((1 << 1) | (1 << 3))).toEqual([true])
  })

  test('is a manual alarm for 手动报警 only', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((bit) => manual(1 << bit))).toEqual([
      [],
      [],
      [{ is: 'manual', pointNumber: '11.2', at: AT, order: 0 }],
      [],
      [],
      [],
      [],
    ])
  })
})
