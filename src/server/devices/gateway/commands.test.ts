import { expect, test } from 'vitest'
import { askDuty, type DeviceCommand, readStates, SET_CLOCK } from './commands.ts'
import { encodeFrame } from './frame.ts'

const AT = new Date('2012-09-26T01:58:02Z')
const SENT = new Date('2012-09-26T01:58:32Z')

const hex = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ')

function wire(command: DeviceCommand): string {
  const head = { serial: 1, mainVersion: 1, userVersion: 1, time: SENT, source: 0x015b38, destination: 0x0379 }
  return hex(encodeFrame({ ...head, command: command.command, unit: Uint8Array.from(command.unit(AT)) }))
}

const HEAD = '40 40 01 00 01 01 20 3A 09 1A 09 0C 38 5B 01 00 00 00 79 03 00 00 00 00'

test('sets the clock: type 90, a control command', () => {
  expect(wire(SET_CLOCK)).toBe(`${HEAD} 08 00 01 5A 01 02 3A 09 1A 09 0C 7D 23 23`)
})

test('asks whether a person is on duty, with the minutes to answer: type 91, a control command', () => {
  expect(wire(askDuty(10))).toBe(`${HEAD} 03 00 01 5B 01 0A 0F 23 23`)
  expect([askDuty(0), askDuty(300)].map((one) => one.unit(AT))).toEqual([
    [91, 1, 1],
    [91, 1, 255],
  ])
})

test('reads the state of the device: type 81, a request', () => {
  expect(readStates([]).map(wire)).toEqual([`${HEAD} 03 00 04 51 01 00 FE 23 23`])
})

test('reads systems and components of the numbered points: types 61 and 62, requests', () => {
  const [, systems, components, ...more] = readStates(['1.0.7', '1.0.655373', '11.2', 'UTD', 'P-7', '300.1.1'])
  expect(more).toEqual([])
  expect(systems && wire(systems)).toBe(`${HEAD} 06 00 04 3D 02 01 00 0B 02 FC 23 23`)
  expect(components && hex(components.unit(AT))).toBe('3E 02 01 00 07 00 00 00 01 00 0D 00 0A 00')
})

test('reads at most 102 systems and 22 components per frame', () => {
  const numbers = Array.from({ length: 103 }, (_, i) => `1.${i}.9`)
  const counts = readStates(numbers).map((one) => one.unit(AT).slice(0, 2))
  expect(counts).toEqual([
    [81, 1],
    [61, 102],
    [61, 1],
    [62, 22],
    [62, 22],
    [62, 22],
    [62, 22],
    [62, 15],
  ])
})
