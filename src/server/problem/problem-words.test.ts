import { expect, test } from 'vitest'
import { PROBLEM_CAUSES } from '../understanding/cause.ts'
import { problemTypeOf, problemWords } from './problem-words.ts'

const SINCE = Date.parse('2026-03-23T10:15:00+08:00')

test.each([
  ['pressure-low', { pressure: 0.04, level: 2 }, '管网压力表过低（0.04 MPa）'],
  ['pressure-high', { pressure: 0.95 }, '管网压力表过高（0.95 MPa）'],
  ['level-low', { level: 0.5, pressure: 1 }, '管网压力表过低（0.5 m）'],
  ['level-high', { level: 3 }, '管网压力表过高（3 m）'],
  ['alarm-unhandled', { temperature: 71, residualCurrent: 480 }, '管网压力表告警超过24小时未处理（剩余电流 480 mA）'],
  ['alarm-unhandled', { temperature: 71 }, '管网压力表告警超过24小时未处理（线缆温度 71 ℃）'],
  ['alarm-unhandled', { pressure: 1 }, '管网压力表火警超过24小时未处理'],
  ['fault', {}, '管网压力表发生故障，未恢复'],
  ['offline', { pressure: 1 }, '管网压力表离线，未上报有效数据'],
  ['pump-manual', {}, '管网压力表控制柜处于手动状态'],
  ['pump-power', {}, '管网压力表控制柜断电'],
] as const)('%s with %j is said so: %s', (cause, measures, itemDesc) => {
  const words = problemWords(cause, '管网压力表', measures, SINCE)
  expect(words.itemDesc).toBe(itemDesc)
  expect(words.content).toContain('2026-03-23 10:15:00')
})

test('a person has to see to a fault and to an alarm; the rest ends with the figures', () => {
  expect(PROBLEM_CAUSES.filter((cause) => problemTypeOf(cause) === 1)).toEqual(['fault', 'alarm-unhandled'])
})
