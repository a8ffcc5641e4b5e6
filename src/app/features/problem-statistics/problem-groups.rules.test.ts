import { describe, expect, test } from 'vitest'
import type { ListedProblem } from '#contract/problem.ts'
import { foldRows, groupsOf, isFold } from './problem-groups.rules.ts'

const row = (id: string, some: Partial<ListedProblem>): ListedProblem => ({
  id,
  kind: 'offline',
  buildingId: '1',
  buildingName: '甲楼',
  itemDesc: '烟感离线',
  deviceId: id,
  deviceName: '烟感',
  deviceNo: id,
  floor: '1层',
  zone: null,
  descript: null,
  value: null,
  questionStatus: 0,
  closeReason: null,
  status: 0,
  problemType: 2,
  happenTime: '2026-03-20 10:00:00',
  solveTime: null,
  handledTime: null,
  handledBy: null,
  next: null,
  alarmId: null,
  ...some,
})

const shape = (rows: readonly ListedProblem[]) =>
  foldRows(rows).map((item) => (isFold(item) ? item.rows.map(({ id }) => id).join('+') : item.id))

describe('devices that went offline together', () => {
  test('fold from three on one floor within five minutes', () => {
    const late = '2026-03-20 10:05:01'
    expect(
      shape([row('a', {}), row('b', {}), row('x', { floor: '2层' }), row('c', { happenTime: '2026-03-20 10:05:00' })]),
    ).toEqual(['a+b+c', 'x'])
    expect(shape([row('a', {}), row('b', {}), row('c', { happenTime: late })])).toEqual(['a', 'b', 'c'])
  })

  test('do not fold with faults or where the floor is unknown', () => {
    expect(shape(['a', 'b', 'c'].map((id) => row(id, { kind: 'fault' })))).toEqual(['a', 'b', 'c'])
    expect(shape(['a', 'b', 'c'].map((id) => row(id, { floor: null })))).toEqual(['a', 'b', 'c'])
  })
})

test('overdue fires of all buildings come before the buildings', () => {
  const groups = groupsOf(
    [row('f', { kind: 'fire', buildingId: '2' }), row('a', {}), row('b', { buildingId: '2' })],
    [],
  )
  expect(groups.map(({ key }) => key)).toEqual(['fires', '1', '2'])
})
