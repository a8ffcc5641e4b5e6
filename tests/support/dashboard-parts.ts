import { expect } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { authority } from '#contract/authority.ts'
import { callBatch } from '#contract/call-batch.ts'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { score } from '#contract/score.ts'
import type { TestApi } from './api-context.ts'

type Input = Readonly<Record<string, string | number>>
export type Parts = Readonly<Record<string, readonly [call: Endpoint, input: Input]>>

export const unitParts = (of: Input = {}): Parts => ({
  alarms: [alarm.list, { open: 1 }],
  duty: [dashboard.duty, {}],
  buildings: [building.entered, {}],
  trend: [score.trend, { ...of, days: 7 }],
  rate: [score.rate, {}],
  items: [score.items, { ...of, questionStatus: 0 }],
  counts: [problem.facilityCounts, of],
  problems: [problem.facilityList, { ...of, questionStatus: 0 }],
  devices: [dashboard.devices, of],
  fireAlarm: [dashboard.fireAlarm, of],
  sprinkler: [dashboard.sprinkler, { ...of, type: 1 }],
  hydrant: [dashboard.hydrant, { ...of, type: 1 }],
  buildingAccess: [dashboard.buildingAccess, {}],
  unitTypes: [dashboard.unitTypes, {}],
  providers: [dashboard.providers, {}],
  accessOverview: [dashboard.accessOverview, {}],
  areaRanking: [dashboard.areaRanking, {}],
})

export const authorityParts = (of: Input = {}): Parts => ({
  alarms: [alarm.list, { open: 1 }],
  duty: [dashboard.duty, of],
  accessOverview: [dashboard.accessOverview, of],
  scoreOverview: [score.overview, of],
  rateRanking: [dashboard.areaRanking, { ...of, rankType: 0 }],
  scoreRanking: [dashboard.areaRanking, { ...of, rankType: 1 }],
  streetRanking: [authority.streetRanking, of],
  isvRanking: [authority.isvRanking, of],
  devices: [dashboard.devices, of],
  fireAlarm: [authority.fireAlarm, of],
  deviceCard: [authority.deviceCard, {}],
})

/** For benches with flat fields. */
export const batchFields = (parts: Parts) => batchOf(parts) as unknown as Record<string, string>

export const batchOf = (parts: Parts) => ({
  calls: Object.values(parts).map(([{ id }, input]) => ({ id, input: { ...input } })),
})

export async function together(t: TestApi, parts: Parts, token: string): Promise<Record<string, unknown>> {
  const { body } = await t.call(callBatch.read, batchOf(parts), token)
  expect(body.code, body.message).toBe(200)
  const { answers } = body.data as unknown as { answers: readonly Envelope[] }
  return Object.fromEntries(Object.keys(parts).map((name, at) => [name, answers[at]?.data]))
}

export async function apart(t: TestApi, parts: Parts, token: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [name, [call, input]] of Object.entries(parts)) {
    const { body } = await t.call(call, input as never, token)
    expect(body.code, body.message).toBe(200)
    answers[name] = body.data
  }
  return answers
}
