import { describe, expect, test } from 'vitest'
import { timeBytes } from './frame.ts'
import { pointNumberOf, readUnit } from './units.ts'

const AT = new Date('2026-03-23T10:15:00+08:00')
const TIME = timeBytes(AT)
const SYSTEM = [11, 2]
const system = { of: 'system', systemType: 11, systemAddress: 2 }
const COMPONENT = [11, 2, 91, 0x04, 0x03, 0x02, 0x01]
const component = { ...system, of: 'component', componentType: 91, componentAddress: 0x0102_0304 }
const device = { of: 'device' }
const read = (...bytes: readonly number[]) => readUnit(Uint8Array.from(bytes))
const name = (...bytes: readonly number[]) => [...bytes, ...Array.from({ length: 31 - bytes.length }, () => 0)]

describe('an application data unit', () => {
  test.each<[string, number[], object]>([
    ['status of a system', [1, 1, ...SYSTEM, 0x34, 0x12], { is: 'status', place: system, bits: 0x1234, text: '' }],
    [
      'status of a component',
      [2, 1, ...COMPONENT, 0x02, 0x01, ...name(0xd1, 0xcc, 0xb8, 0xd0)],
      { is: 'status', place: component, bits: 0x0102, text: '烟感' },
    ],
    [
      'analog value of a component',
      [3, 1, ...COMPONENT, 5, 0xa8, 0x11],
      { is: 'analog', place: component, code: 5, steps: 0x11a8 },
    ],
    [
      'negative analog value',
      [3, 1, ...COMPONENT, 3, 0xfe, 0xff],
      { is: 'analog', place: component, code: 3, steps: -2 },
    ],
    ['operation at a system', [4, 1, ...SYSTEM, 9, 7], { is: 'operations', place: system, bits: 9, operator: 7 }],
    ['status of the device', [21, 1, 6], { is: 'status', place: device, bits: 6, text: '' }],
    ['operation at the device', [24, 1, 5, 8], { is: 'operations', place: device, bits: 5, operator: 8 }],
  ])('contains the %s', (_, bytes, word) => {
    expect(read(...bytes, ...TIME)).toEqual([{ ...word, at: AT }])
    expect(read(...bytes, 0, 0, 0, 0, 0, 0)).toEqual([{ ...word, at: null }])
  })

  test('contains several objects, each with its own time', () => {
    const later = new Date(AT.getTime() + 1000)
    expect(read(4, 2, ...SYSTEM, 1, 2, ...TIME, ...SYSTEM, 3, 4, ...timeBytes(later))).toEqual([
      { is: 'operations', place: system, bits: 1, operator: 2, at: AT },
      { is: 'operations', place: system, bits: 3, operator: 4, at: later },
    ])
  })

  test.each([5, 6, 7, 8, 25, 26, 28])('of type %i contains nothing to store', (type) => {
    expect(read(type, 1)).toEqual([])
    expect(read(type, 9, 1, 2, 3)).toEqual([])
    expect(read(type)).toBeNull()
  })

  test.each([
    ['without bytes', []],
    ['with a type alone', [4]],
    ['of an unknown type', [9, 1]],
    ['without an object', [1, 0]],
    ['with a byte too few', [21, 1, 6, ...TIME.slice(1)]],
    ['with a byte too many', [21, 1, 6, ...TIME, 0]],
    ['with more objects than its type allows', [21, 2, 6, ...TIME, 6, ...TIME]],
  ])('%s is not valid', (_, bytes) => {
    expect(read(...bytes)).toBeNull()
  })

  test('has a name of up to 31 bytes, without spaces around it', () => {
    const text = (bytes: readonly number[]) => read(2, 1, ...COMPONENT, 0, 0, ...bytes, ...TIME)?.[0]
    expect(text(Array.from({ length: 31 }, () => 0x41))).toMatchObject({ text: 'A'.repeat(31) })
    expect(text(name(0x20, 0x41, 0x20, 0x42, 0x20, 0, 0x43))).toMatchObject({ text: 'A B' })
    expect(text(name())).toMatchObject({ text: '' })
  })
})

test.each([
  [system, '11.2'],
  [component, '11.2.16909060'],
  [device, 'UTD'],
])('the number of %j is %s', (place, number) => {
  expect(pointNumberOf(place as Parameters<typeof pointNumberOf>[0])).toBe(number)
})
