import { expect, test } from 'vitest'
import type { AlarmRow } from '#contract/alarm.ts'
import { byFire, headedFire, repeatedFire } from './fire-order.ts'

const open = [
  { id: '2', isOpen: true, deviceId: '1', newest: null },
  { id: '1', isOpen: true, deviceId: 'a', newest: { deviceId: 'e' } },
] as AlarmRow[]

const order = (...rows: [device: string, alarmId: string | null, time?: string][]) =>
  byFire(rows, open, ([deviceId, alarmId, time = '']) =>
    alarmId === null ? undefined : { deviceId, alarmId, time },
  ).map(([device]) => device)

test('rows of a fire stay together in the order of the open alarms, other rows after them', () => {
  expect(order(['a', '1'], ['b', '2'], ['c', '1'], ['d', '9'], ['x', null])).toEqual(['b', 'c', 'a', 'd', 'x'])
})

test('of a fire the device with the latest report comes first, then newest first, the first one last', () => {
  expect(order(['a', '1', '03'], ['b', '1', '01'], ['c', '1', '02'], ['e', '1', '00'])).toEqual(['e', 'c', 'b', 'a'])
})

test('the device with the latest report leads its fire; without its row the fire heads all others', () => {
  const fire = (deviceId: string, alarmId: string, floor: string) => ({ deviceId, alarmId, floor })
  const newest = { deviceId: 'e', floor: '3层' }
  const alarms = [{ id: '1', isOpen: true, points: 3, deviceId: 'a', newest }] as AlarmRow[]
  const rows = [fire('a', '1', '5层'), fire('e', '1', '3层'), fire('x', '9', '2层'), fire('y', '9', '6层')]
  const words = (of: typeof rows) => of.map((row) => repeatedFire(row, of, alarms))
  const heads = (of: typeof rows) => of.map((row) => headedFire(row, of, alarms)?.id)
  expect(words(rows)).toEqual(['同 3层火警', undefined, undefined, '同 2层火警'])
  expect(heads(rows)).toEqual([undefined, undefined, undefined, undefined])
  const absent = [fire('a', '1', '5层'), fire('b', '1', '4层')]
  expect(words(absent)).toEqual(['同 3层火警', '同 3层火警'])
  expect(heads(absent)).toEqual(['1', undefined])
})
