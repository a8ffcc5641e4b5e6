import { describe, expect, test } from 'vitest'
import { EDITION_2011 as protocol } from './protocols.ts'
import { translate } from './translate.ts'
import type { Word } from './units.ts'

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
const status = (place: Word['place'], ...bits: number[]): Word => ({
  is: 'status',
  place,
  bits: bits.reduce((sum, bit) => sum + (1 << bit), 0),
  at: AT,
  text: '',
})
const analog = (code: number, steps: number): Word => ({ is: 'analog', place: pump, code, steps, at: AT })

const stateOf = (word: Word) => translate([word], protocol).find((said) => said.is === 'state')
const measuresOf = (...words: Word[]) =>
  translate(words, protocol).flatMap((said) => (said.is === 'reading' ? [said.measures] : []))

describe('a status word', () => {
  test.each([
    ['nothing but running', [0], {}],
    ['fire', [0, 1], { fire: true }],
    ['fault', [0, 2], { fault: true }],
    ['shield', [0, 3], { shield: true }],
    ['supervision', [0, 4], { action: true }],
    ['started', [0, 5], { action: true }],
    ['feedback', [0, 6], { action: true }],
    ['no power', [0, 8], { fault: true }],
    ['fire and fault', [1, 2], { fire: true, fault: true }],
  ])('of a component tells: %s', (_, bits, on) => {
    expect(stateOf(status(detector, ...bits))).toMatchObject({
      pointNumber: '1.2.65537',
      on: { fire: false, fault: false, shield: false, action: false, ...on },
    })
  })

  test('of a pump shows in its measures, of a detector it does not', () => {
    expect(measuresOf(status(pump, 0, 5, 8))).toEqual([
      { fireAlarm: 0, faultStatus: 0, startStopStatus: 1, powerState: 1 },
    ])
    expect(measuresOf(status(detector, 0, 2))).toEqual([{}])
  })

  test('of a system tells whether it is in manual', () => {
    expect(measuresOf(status(system, 0, 11))).toEqual([expect.objectContaining({ manualAutomaticState: 1 })])
    expect(stateOf(status(system, 0, 11))).toMatchObject({ pointNumber: '11.2', on: { fault: false } })
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

  test('beyond its valid range, or of a code nobody knows, is left out', () => {
    expect(measuresOf(analog(2, -1), analog(6, 1001), analog(12, 21), analog(77, 1))).toEqual([])
  })

  test('joins the others of its component and second in one reading', () => {
    expect(measuresOf(analog(8, 2200), analog(9, 50))).toEqual([{ voltage: 220, current: 5 }])
  })
})

describe('an operation', () => {
  const operation = (bits: number): Word => ({ is: 'operation', place: system, bits, operator: 3, at: AT })
  const effects = (bits: number) => translate([operation(bits)], protocol).map(({ is }) => is)
  test('ends what goes on, raises an alarm, or is a sign of life', () => {
    expect(effects(1)).toEqual(['reading', 'over'])
    expect(effects(1 << 3)).toEqual(['reading', 'over'])
    expect(effects(1 << 2)).toEqual(['reading', 'state'])
    expect(effects((1 << 1) | (1 << 4) | (1 << 5) | (1 << 6))).toEqual(['reading'])
  })
})
