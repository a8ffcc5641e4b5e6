import { describe, expect, it, test } from 'vitest'
import { EQUIPMENT } from '#demo/seed/equipment.ts'
import { deviceFault } from './device-fits.ts'
import { DEVICE_TYPES } from './device-types.ts'
import { SYSTEMS } from './systems.ts'

const APIS = SYSTEMS.flatMap(({ apis }) => apis)
const CODES = Object.keys(DEVICE_TYPES).map(Number)

test('all equipment of the demo city fits its item types', () => {
  expect(EQUIPMENT.filter(({ type, api }) => deviceFault(type, api) !== null)).toEqual([])
})

describe('a device type', () => {
  it('can report every item of events', () => {
    const events = APIS.filter(({ type }) => type <= 4)
    expect(CODES.flatMap((code) => events.filter(({ id }) => deviceFault(code, id) !== null))).toEqual([])
  })

  it.each([
    ['a fire detector', 42, [53]],
    ['a hydrant button', 24, [53]],
    ['a pressure sensor', 140, [17, 22, 64, 65]],
    ['a level sensor', 141, [16]],
  ])('of %s (%i) can report only the measuring items %j', (_, code, fitting) => {
    const measuring = APIS.filter(({ type, id }) => type > 4 && deviceFault(code, id) === null)
    expect(measuring.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(fitting)
  })

  it.each([0, 1, 82, 91, 200])('of another kind or without a name (%i) can report every item', (code) => {
    expect(APIS.filter(({ id }) => deviceFault(code, id) !== null)).toEqual([])
  })
})

it('a rejection names the device type and the item', () => {
  expect(deviceFault(42, 17)).toBe('设备类型“点型光电感烟火灾探测器”不能上报“消火栓管网压力”')
})
