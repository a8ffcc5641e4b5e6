// @vitest-environment happy-dom
import { type QueryClient as Client, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alarm } from '#contract/alarm.ts'
import { authority } from '#contract/authority.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { LiveAnswer } from '#contract/live.ts'
import { score } from '#contract/score.ts'
import { unitManagement } from '#contract/unit-management.ts'
import { createQueryClient } from '#app/offline/query-client.ts'
import { createChanges } from './apply-changes.ts'

const BUILDING = '7'
const UNIT = { lawCompanyId: '5', buildingId: '' }
const HOME = [
  [score.trend.id, { ...UNIT, days: 7 }],
  [score.rate.id, { lawCompanyId: '5' }],
  [score.items.id, { ...UNIT, currentPage: 1 }],
  [score.parts.id, { lawCompanyId: '5' }],
] as const
const OF_BUILDING = [
  [score.buildingTrend.id, { buildingId: BUILDING, days: 30 }],
  [score.checks.id, { buildingId: BUILDING, state: 'fail' }],
] as const
const OF_ANOTHER = [score.buildingTrend.id, { buildingId: '8', days: 30 }] as const
const OF_AREA = [score.overview.id, { countyNo: '', buildType: 0, days: 7 }] as const
const RANKINGS = [
  [dashboard.areaRanking.id, { rankType: 1 }],
  [authority.streetRanking.id, { countyNo: '310106' }],
  [authority.isvRanking.id, {}],
] as const
const UNITS = [
  [unitManagement.list.id, { condition: 'fire' }],
  [unitManagement.list.id, { order: 'worst' }],
  [unitManagement.statistics.id, {}],
] as const
const EDITED = [unitManagement.detail.id, { lawCompanyId: '5' }] as const
const ALL = [...HOME, ...OF_BUILDING, OF_ANOTHER, OF_AREA, ...RANKINGS, ...UNITS, EDITED]

let client: Client
let changes: ReturnType<typeof createChanges>
let read: string[]

const nameOf = (key: readonly unknown[]) => JSON.stringify(key)
const names = (keys: readonly (readonly unknown[])[]) => keys.map(nameOf).sort()
const readWithin = async (ms: number) => {
  read = []
  await vi.advanceTimersByTimeAsync(ms)
  return read.sort()
}
const apply = (part: Partial<LiveAnswer>) => changes.apply({ changes: [], figures: [], ...part })
const ofBuilding = (kind: string) => ({
  kind,
  buildingId: BUILDING,
  county: '310106',
  alarmId: null,
  version: null,
  row: null,
})

beforeEach(async () => {
  vi.useFakeTimers()
  client = createQueryClient()
  changes = createChanges(client, () => true)
  read = []
  for (const queryKey of ALL)
    new QueryObserver<null>(client, {
      queryKey,
      staleTime: Infinity,
      queryFn: () => {
        read.push(nameOf(queryKey))
        return null
      },
    }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  changes.stop()
  client.clear()
  vi.useRealTimers()
})

test('a change of a building refreshes its scores and those of its unit after two seconds', async () => {
  apply({ changes: [ofBuilding('building')] })
  expect(await readWithin(1999)).toEqual([])
  expect(await readWithin(1)).toEqual(names([...HOME, ...OF_BUILDING, OF_AREA]))
})

test('further changes refresh the scores at most every ten seconds', async () => {
  apply({ changes: [ofBuilding('building')] })
  await readWithin(2000)
  for (let second = 0; second < 9; second++) {
    apply({ changes: [ofBuilding('building')] })
    expect(await readWithin(1000)).toEqual([])
  }
  expect(await readWithin(1000)).toEqual(names([...HOME, ...OF_BUILDING, OF_AREA]))
})

test('figures of a district refresh the scores, not the rankings', async () => {
  apply({ figures: [{ county: '310106', buildingIds: null }] })
  expect(await readWithin(2000)).toEqual(names([...HOME, ...OF_BUILDING, OF_ANOTHER, OF_AREA]))
})

test('an alarm refreshes the units with open fires, not the one being edited', async () => {
  apply({ changes: [ofBuilding('alarm')] })
  expect(await readWithin(2000)).toEqual(names(UNITS))
})

test('a building that joins or leaves the unit refreshes its scores', async () => {
  apply({ changes: [ofBuilding('scope')] })
  expect(await readWithin(2000)).toEqual(expect.arrayContaining(names(HOME)))
})

test('missed changes refresh the scores', async () => {
  changes.reset()
  expect(await readWithin(2000)).toEqual(names([...HOME, ...OF_BUILDING, OF_ANOTHER, OF_AREA, ...UNITS]))
})

const ALARM = [alarm.one.id, { id: '3' }] as const
const ofAlarm = () => apply({ changes: [{ ...ofBuilding('alarm'), alarmId: '3' }] })

test.each(['shown', 'only read ahead'])('a change during the first read of an alarm is read, %s', async (how) => {
  let records = 500
  const queryFn = async () => {
    const stored = records
    await new Promise((resolve) => setTimeout(resolve, 200))
    return stored
  }
  const query = { queryKey: ALARM, queryFn, staleTime: 30_000 }
  if (how === 'shown') new QueryObserver(client, query).subscribe(() => undefined)
  else void client.prefetchQuery(query)
  records = 1000
  ofAlarm()
  await readWithin(500)
  new QueryObserver(client, query).subscribe(() => undefined)
  await readWithin(500)
  expect(client.getQueryData(ALARM)).toBe(1000)
})

test('what changed while its page was left is read when it is shown again', async () => {
  let records = 500
  const query = { queryKey: ALARM, queryFn: () => records, staleTime: 30_000 }
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  await readWithin(0)
  leave()
  records = 1000
  ofAlarm()
  await readWithin(500)
  new QueryObserver(client, query).subscribe(() => undefined)
  await readWithin(0)
  expect(client.getQueryData(ALARM)).toBe(1000)
})
