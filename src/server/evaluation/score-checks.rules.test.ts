import { expect, it } from 'vitest'
import { failedChecks, passedChecks } from './score-checks.rules.ts'
import type { ScoreItem } from '../schema/score.table.ts'

const item = (rule: string, systemId: number | null, pointId: number | null = null): ScoreItem => ({
  rule,
  systemId,
  pointId,
  deduction: 2,
  describe: `${rule} in ${systemId}`,
  since: '2026-03-22 08:00:00',
})

it('groups deductions by system, the building itself first, in the order of the items', () => {
  const items = [
    item('problem-week', 13, 7),
    item('pump-manual', 2, 7),
    item('online', null),
    item('problem-week', 99, 8),
    item('pump-power', 2, 7),
    item('integrity', null),
  ]
  const groups = failedChecks(items, new Map())
  expect(groups.map(({ systemName, logs }) => [systemName, logs.map(({ id }) => id)])).toEqual([
    ['建筑整体', ['online-0', 'integrity-0']],
    ['消防给水及消火栓系统', ['pump-manual-7', 'pump-power-7']],
    ['泡沫及其他灭火系统', ['problem-week-7']],
    ['99', ['problem-week-8']],
  ])
})

it('names the device of an item, if there is one and it still exists', () => {
  const points = new Map([[7, { deviceName: '消防泵', deviceNo: 'P-7' }]])
  const items = [item('pump-manual', 2, 7), item('pump-manual', 2, 8), item('pump-manual', 2)]
  const [group] = failedChecks(items, points)
  const same = { describe: 'pump-manual in 2', deduction: 2, since: '2026-03-22 08:00:00' }
  expect(group?.logs).toEqual([
    { id: 'pump-manual-7', deviceName: '消防泵', deviceNo: 'P-7', ...same },
    { id: 'pump-manual-8', deviceName: null, deviceNo: null, ...same },
    { id: 'pump-manual-0', deviceName: null, deviceNo: null, ...same },
  ])
})

const WHOLE = ['integrity-0', 'online-0', 'problem-week-0', 'problem-month-0']
const ALARM = ['fire-unhandled-1', 'fault-1', 'shield-1']
const HYDRANT = ['hydrant-pressure-2', 'water-level-2', 'pump-manual-2', 'pump-power-2']
const SPRINKLER = ['spray-pressure-3', 'spray-pump-manual-3', 'spray-pump-power-3']

it.each<[string, ScoreItem[], number[], string[][]]>([
  ['no system', [], [], [WHOLE]],
  ['a system without rules', [], [5], [WHOLE]],
  ['two systems', [], [3, 2], [WHOLE, HYDRANT, SPRINKLER]],
  ['the three systems of fire alarms', [], [14, 10, 1], [WHOLE, ALARM, ['fire-unhandled-10'], ['fire-unhandled-14']]],
  ['a fire alarm in one of two systems', [item('fire-unhandled', 10, 7)], [1, 10], [WHOLE, ALARM]],
  ['a broken pump', [item('pump-power', 2, 7)], [2], [WHOLE, HYDRANT.slice(0, 3)]],
  [
    'an old problem in one system',
    [item('problem-week', 4, 7)],
    [4],
    [[...WHOLE.slice(0, 2), WHOLE[3] ?? ''], ['electrical-unhandled-4']],
  ],
  ['points that are not online', [item('online', null)], [], [['integrity-0', ...WHOLE.slice(2)]]],
])('lists the rules without deductions of a building with %s', (_case, items, systems, ids) => {
  const groups = passedChecks(items, new Set(systems))
  expect(groups.map(({ logs }) => logs.map(({ id }) => id))).toEqual(ids)
})

it('describes a rule without deductions without a device', () => {
  const [whole, electrical] = passedChecks([], new Set([4]))
  const nothing = { deduction: 0, deviceName: null, deviceNo: null, since: null }
  expect([whole?.systemName, electrical?.systemName]).toEqual(['建筑整体', '电气火灾监控系统'])
  expect(whole?.logs[0]).toEqual({ id: 'integrity-0', describe: '必接项全部接入', ...nothing })
  expect(electrical?.logs).toEqual([
    { id: 'electrical-unhandled-4', describe: '电气火灾报警 24 小时内确认', ...nothing },
  ])
})
