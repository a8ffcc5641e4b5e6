import { queryOptions } from '@tanstack/react-query'
import { building } from '#contract/building.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { FAILURE_TEXT } from '#contract/errors.ts'
import { PANEL_PAGE_SIZE, problem } from '#contract/problem.ts'
import { ITEM_PAGE_SIZE, score } from '#contract/score.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'
import { type DashboardScope, partOf } from './dashboard-batch.ts'
import { queryOf } from './query-of.ts'

/** What a dashboard opens with: the first page, the first tab, 7 days. What is asked for together travels together. */
export function dashboardParts(scope: DashboardScope) {
  const { lawCompanyId } = scope
  const first = { ...scope, currentPage: 1, questionStatus: 0 }
  return {
    trend: partOf(score.trend, { ...scope, days: 7 }, 'trend', scope),
    rate: partOf(score.rate, { lawCompanyId }, 'rate', scope),
    buildings: partOf(building.entered, { lawCompanyId }, 'buildings', scope),
    accessOverview: partOf(dashboard.accessOverview, {}, 'accessOverview', scope),
    fireAlarm: partOf(dashboard.fireAlarm, { ...scope }, 'fireAlarm', scope),
    hydrant: partOf(dashboard.hydrant, { ...scope, type: 1 }, 'hydrant', scope),
    sprinkler: partOf(dashboard.sprinkler, { ...scope, type: 1 }, 'sprinkler', scope),
    counts: partOf(problem.facilityCounts, { ...scope }, 'counts', scope),
    problems: partOf(problem.facilityList, { ...first, pageSize: PANEL_PAGE_SIZE, exportStatus: 0 }, 'problems', scope),
    devices: partOf(dashboard.devices, { ...scope }, 'devices', scope),
    buildingAccess: partOf(dashboard.buildingAccess, { lawCompanyId }, 'buildingAccess', scope),
    unitTypes: partOf(dashboard.unitTypes, { lawCompanyId }, 'unitTypes', scope),
    items: partOf(score.items, { ...first, pageSize: ITEM_PAGE_SIZE }, 'items', scope),
    areaRanking: partOf(dashboard.areaRanking, { rankType: 0 }, 'areaRanking', scope),
    providers: partOf(dashboard.providers, { lawCompanyId }, 'providers', scope),
  }
}

export const dashboardQuery = {
  hydrant: (input: InputOf<typeof dashboard.hydrant>) => queryOf(dashboard.hydrant, input),
  sprinkler: (input: InputOf<typeof dashboard.sprinkler>) => queryOf(dashboard.sprinkler, input),
  points: (input: PointsInput) =>
    queryOptions({
      ...queryOf(dashboard.points, { ...input, exportStatus: 0 }),
      select: (answer) => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
    }),
  settled: (input: InputOf<typeof dashboard.settled>) => queryOf(dashboard.settled, input),
}

type PointsInput = Omit<InputOf<typeof dashboard.points>, 'exportStatus'>

/** Lists behind the status cards. */
const LISTS = {
  fireAlarm: dashboard.fireAlarmList,
  hydrant: dashboard.hydrantList,
  sprinkler: dashboard.sprinklerList,
} as const

export type EquipmentCard = keyof typeof LISTS
/** `type` chooses among the card's tabs; the fire alarm card has none. */
export type EquipmentScope = Pick<EquipmentInput, 'lawCompanyId' | 'buildingId' | 'countyNo' | 'buildType'>
export type EquipmentInput = Omit<InputOf<typeof dashboard.hydrantList>, 'exportStatus'>

export function equipmentQuery(card: EquipmentCard, input: EquipmentInput) {
  // Each list takes what the hydrant's takes; the fire alarm's ignores the type.
  const endpoint = LISTS[card] as typeof dashboard.hydrantList
  return queryOptions({
    ...queryOf(endpoint, { ...input, exportStatus: 0 }),
    select: (answer) => (typeof answer === 'string' ? { list: [], total: 0 } : answer),
  })
}

/** Creates the export. @returns one-time download URL */
export async function exportEquipment(card: EquipmentCard, input: EquipmentInput): Promise<string> {
  return fileOf(await send(LISTS[card] as typeof dashboard.hydrantList, { ...input, exportStatus: 1 }))
}

/** As {@link exportEquipment}, of points. */
export async function exportPointsBehind(input: PointsInput): Promise<string> {
  return fileOf(await send(dashboard.points, { ...input, exportStatus: 1 }))
}

function fileOf(answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') throw new CallError('http', FAILURE_TEXT.http)
  return addressOf(answer)
}
