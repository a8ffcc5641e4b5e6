import { expect, test } from 'vitest'
import { headline, nextStep } from './now.rules.ts'

const NEW = { state: 'new', verdict: null } as const
const ACKED = { state: 'acked', verdict: null } as const
const REAL = { state: 'judged', verdict: 2 } as const

test.each([
  [[NEW, ACKED], '2 处火警未结束', '现在：派人到场核实，再确认结果'],
  [[ACKED], '1 处火警未结束', '现在：已有人响应，请确认结果'],
  [[REAL], '1 处真实火警', '现在：请按预案处置'],
  [[REAL, REAL, NEW], '2 处真实火警', '现在：请按预案处置；另有 1 处火警未结束'],
])('of the open alarms %j the heading is “%s”', (alarms, heading, step) => {
  expect([headline(alarms, alarms.length), nextStep(alarms, alarms.length)]).toEqual([heading, step])
})
