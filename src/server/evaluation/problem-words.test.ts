import { expect, test } from 'vitest'
import { PROBLEM_CAUSES } from './condition.ts'
import { problemTypeOf, problemWords } from './problem-words.ts'

const SINCE = Date.parse('2026-03-23T10:15:00+08:00')

test.each([
  ['pressure-low', 2, { pressure: 0.04, level: 2 }, '管网压力表：压力过低（0.04 MPa）'],
  ['pressure-high', 2, { pressure: 0.95 }, '管网压力表：压力过高（0.95 MPa）'],
  ['pressure-high', 2, {}, '管网压力表：压力过高'],
  ['level-low', 2, { level: 0.5, pressure: 1 }, '管网压力表：液位过低（0.5 m）'],
  ['level-high', 2, { level: 3 }, '管网压力表：液位过高（3 m）'],
  [
    'alarm-unhandled',
    4,
    { temperature: 71, residualCurrent: 480 },
    '管网压力表：电气火灾报警超过 24 小时未确认（剩余电流 480 mA）',
  ],
  ['alarm-unhandled', 4, { temperature: 71 }, '管网压力表：电气火灾报警超过 24 小时未确认（线缆温度 71 ℃）'],
  ['alarm-unhandled', 4, {}, '管网压力表：电气火灾报警超过 24 小时未确认'],
  ['alarm-unhandled', 1, { pressure: 1, temperature: 71 }, '管网压力表：火警超过 24 小时未确认'],
  ['fault', 2, {}, '管网压力表：故障未恢复'],
  ['offline', 2, { pressure: 1 }, '管网压力表：离线'],
  ['pump-manual', 2, {}, '管网压力表：处于手动状态'],
  ['pump-power', 2, {}, '管网压力表：断电'],
] as const)('%s in system %i with %j has the text: %s', (cause, systemId, measures, itemDesc) => {
  const words = problemWords({ cause, deviceName: '管网压力表', systemId, since: SINCE }, measures)
  expect(words.itemDesc).toBe(itemDesc)
  expect(words.content).toContain('2026-03-23 10:15:00')
})

test('a fault and an alarm require action; other problems end with the values', () => {
  expect(PROBLEM_CAUSES.filter((cause) => problemTypeOf(cause) === 1)).toEqual(['fault', 'alarm-unhandled'])
})
