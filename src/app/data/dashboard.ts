import { queryOptions } from '@tanstack/react-query'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { PANEL_PAGE_SIZE, problem } from '#contract/problem.ts'
import { ITEM_PAGE_SIZE, score } from '#contract/score.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { alarmQuery } from './alarm.ts'
import { queryOf } from './query-of.ts'

/** Empty: all buildings. */
export interface DashboardScope {
  readonly [field: string]: string
  readonly lawCompanyId: string
  readonly buildingId: string
}

/** First page, all tabs, 7 days. */
export function dashboardParts(scope: DashboardScope) {
  const { lawCompanyId } = scope
  const first = { ...scope, currentPage: 1, questionStatus: 0 }
  return {
    // A chosen building hides none.
    alarms: alarmQuery.open(),
    duty: queryOf(dashboard.duty, {}),
    trend: queryOf(score.trend, { ...scope, days: 7 }),
    month: queryOf(score.trend, { ...scope, days: 30 }),
    rate: queryOf(score.rate, { lawCompanyId }),
    scores: queryOf(score.parts, { lawCompanyId }),
    buildings: queryOf(building.entered, { lawCompanyId }),
    accessOverview: queryOf(dashboard.accessOverview, {}),
    fireAlarm: queryOf(dashboard.fireAlarm, { ...scope }),
    hydrant: queryOf(dashboard.hydrant, { ...scope, type: 1 }),
    tanks: queryOf(dashboard.hydrant, { ...scope, type: 2 }),
    pumps: queryOf(dashboard.hydrant, { ...scope, type: 3 }),
    sprinkler: queryOf(dashboard.sprinkler, { ...scope, type: 1 }),
    sprayPumps: queryOf(dashboard.sprinkler, { ...scope, type: 2 }),
    counts: queryOf(problem.facilityCounts, { ...scope }),
    problems: queryOf(problem.facilityList, { ...first, pageSize: PANEL_PAGE_SIZE, exportStatus: 0 }),
    devices: queryOf(dashboard.devices, { ...scope }),
    buildingAccess: queryOf(dashboard.buildingAccess, { lawCompanyId }),
    unitTypes: queryOf(dashboard.unitTypes, { lawCompanyId }),
    items: queryOf(score.items, { ...first, pageSize: ITEM_PAGE_SIZE }),
    areaRanking: queryOf(dashboard.areaRanking, { rankType: 0 }),
    providers: queryOf(dashboard.providers, { lawCompanyId }),
  }
}

export const dashboardQuery = {
  points: (input: PointsInput) =>
    queryOptions({
      ...queryOf(dashboard.points, { ...input, exportStatus: 0 }),
      select: (answer) => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
    }),
  settled: (input: InputOf<typeof dashboard.settled>) => queryOf(dashboard.settled, input),
}

type PointsInput = Omit<InputOf<typeof dashboard.points>, 'exportStatus'>

const LISTS = {
  fireAlarm: dashboard.fireAlarmList,
  hydrant: dashboard.hydrantList,
  sprinkler: dashboard.sprinklerList,
} as const

export type EquipmentCard = keyof typeof LISTS
/** The fire alarm card has no tabs, so no `type`. */
export type EquipmentScope = Pick<EquipmentInput, 'lawCompanyId' | 'buildingId' | 'countyNo' | 'buildType'>
export type EquipmentInput = Omit<InputOf<typeof dashboard.hydrantList>, 'exportStatus'>

export function equipmentQuery(card: EquipmentCard, input: EquipmentInput) {
  // The fire alarm list ignores `type`.
  const endpoint = LISTS[card] as typeof dashboard.hydrantList
  return queryOptions({
    ...queryOf(endpoint, { ...input, exportStatus: 0 }),
    select: (answer) => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
  })
}

export async function exportEquipment(card: EquipmentCard, input: EquipmentInput): Promise<string> {
  return fileOf(await send(LISTS[card] as typeof dashboard.hydrantList, { ...input, exportStatus: 1 }))
}

export async function exportDrillDown(input: PointsInput): Promise<string> {
  return fileOf(await send(dashboard.points, { ...input, exportStatus: 1 }))
}

function fileOf(answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}
