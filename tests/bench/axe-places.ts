import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTable } from '../house/read-table.ts'

/** Null: anonymous. */
export type Viewer = 'unit01' | 'unit02' | 'unitnew' | 'wuye01' | 'zongdui' | 'zhidui' | 'jingan' | null

/** Parameters of URLs. */
export interface Things {
  readonly building: string
  readonly tenancy: string
}

const unit = 'unit01'
const gov = 'zhidui'

const PLACES: Readonly<Record<string, readonly (readonly [Viewer, string])[]>> = {
  '/': [[null, '/']],
  '/portal': [[null, '/portal']],
  '/portal/detail': [0, 1, 2, 3, 4].map((type) => [null, `/portal/detail?type=${type}`] as const),
  '/login': [[null, '/login']],
  '/loginxf': [[null, '/loginxf']],
  '/firstRun': [[null, '/firstRun']],
  '/organList': [[gov, '/organList']],
  '/provider': [[null, '/provider']],
  '/selectSys': [[null, '/selectSys']],
  '/register': [[null, '/register']],
  '/deviceTest': [
    [unit, '/deviceTest?id={building}'],
    [unit, '/deviceTest'],
  ],
  '/biPage': [['zongdui', '/biPage']],
  '/socialData': [
    [unit, '/socialData'],
    ['wuye01', '/socialData'],
    ['unit02', '/socialData'],
    ['unitnew', '/socialData'],
  ],
  '/fireDepData': [
    ['zongdui', '/fireDepData'],
    [gov, '/fireDepData'],
    ['jingan', '/fireDepData'],
  ],
  '/buildingManage': [[unit, '/buildingManage']],
  '/buildingList': [
    [unit, '/buildingList'],
    [unit, '/buildingList?tab=approve'],
    ['wuye01', '/buildingList'],
    [gov, '/buildingList'],
  ],
  '/buildingMain': [[unit, '/buildingMain?id={building}']],
  '/buildDetail/{id}/{canEdit}/{tabName}': [
    ...['baseInfo', 'iotInfo', 'pointInfo', 'scoreInfo', 'todoInfo'].map(
      (tab) => [unit, `/buildDetail/{building}/1/${tab}`] as const,
    ),
    [gov, '/buildDetail/{building}/0/baseInfo'],
    [gov, '/buildDetail/{building}/0/todoInfo'],
  ],
  '/buildUnitDetail/{id}/{canEdit}/{uid}': [[unit, '/buildUnitDetail/{building}/1/{tenancy}']],
  '/wlw/{id}': [
    [unit, '/wlw/{building}'],
    [gov, '/wlw/{building}'],
  ],
  '/bindBuilding': [
    [unit, '/bindBuilding?fnc=add'],
    [unit, '/bindBuilding'],
  ],
  '/editBuilding/{id}': [[unit, '/editBuilding/{building}']],
  '/unitManage': [[gov, '/unitManage']],
  '/unitList': [
    [gov, '/unitList'],
    ['jingan', '/unitList'],
  ],
  '/companyManage': [[gov, '/companyManage']],
  '/companyList': [[gov, '/companyList']],
  '/examineManage': [[gov, '/examineManage']],
  '/examineList': [
    [gov, '/examineList'],
    [gov, '/examineList?tab=approved'],
  ],
  '/accountManage': [[gov, '/accountManage']],
  '/accountList': [[gov, '/accountList']],
  '/outbox': [[unit, '/outbox']],
  '/alarms': [
    [unit, '/alarms'],
    [gov, '/alarms'],
  ],
  '/alarms/statistics': [
    [unit, '/alarms/statistics'],
    [gov, '/alarms/statistics'],
    [gov, '/alarms/statistics?by=device'],
  ],
  '/alarms/shift': [
    [unit, '/alarms/shift'],
    [gov, '/alarms/shift'],
  ],
  '/shelves': [
    [unit, '/shelves'],
    [gov, '/shelves'],
  ],
  '/deliveries': [
    [unit, '/deliveries'],
    [gov, '/deliveries'],
  ],
  '/dutyContacts': [
    [unit, '/dutyContacts'],
    [gov, '/dutyContacts'],
  ],
  '/a/{token}': [[null, '/a/00000000000']],
  '/messages': [[unit, '/messages']],
  '/problemStatistics': [
    [unit, '/problemStatistics'],
    [unit, '/problemStatistics?tab=score'],
  ],
  '/packs': [[unit, '/packs']],
  '/noAccess': [[unit, '/noAccess?denied=/unitList']],
  '/pack/{id}': [
    [unit, '/pack/{building}'],
    [null, '/pack/{building}'],
  ],
  '/buildingCard/{id}': [[unit, '/buildingCard/{building}']],
  '/scan': [[unit, '/scan']],
  '/nearby': [[unit, '/nearby']],
  '/publishing': [0, 1, 2, 3].map((kind) => [gov, `/publishing?kind=${kind}`] as const),
  '/auditLog': [[gov, '/auditLog']],
}

const oursAreIn = join(import.meta.dirname, '../house/routes-of-ours.txt')

export function everyRoute(): string[] {
  const ours = readFileSync(oursAreIn, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const documented = readTable<'path'>('documented-routes.tsv').map((row) => row.path)
  return [...documented, ...ours.map((line) => line.split('\t')[0] ?? '')]
}

export const routesWithoutPlace = (): string[] => everyRoute().filter((path) => !(path in PLACES))

export interface Place {
  readonly route: string
  readonly viewer: Viewer
  readonly address: string
}

export function placesOf(things: Things): Place[] {
  return Object.entries(PLACES).flatMap(([route, list]) =>
    list.map(([viewer, address]) => ({
      route,
      viewer,
      address: address.replace('{building}', things.building).replace('{tenancy}', things.tenancy),
    })),
  )
}

const REDIRECTS = [
  '/',
  '/buildingManage',
  '/buildingMain',
  '/unitManage',
  '/companyManage',
  '/examineManage',
  '/accountManage',
]

/** Looked at as it opens only. */
export function isTwin({ route, viewer }: Place): boolean {
  if (viewer === 'unitnew') return false
  const [[first] = [null]] = PLACES[route] ?? []
  return (
    REDIRECTS.includes(route) ||
    (first !== viewer && route !== '/fireDepData') ||
    (viewer === 'zongdui' && route === '/fireDepData')
  )
}
