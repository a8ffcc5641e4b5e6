import { building } from '#contract/building.ts'
import { tenancy } from '#contract/tenancy.ts'
import type { FileRoutesByFullPath } from '#app/routeTree.gen.ts'
import { dataOf, sessionOf } from './support/phone.ts'

export interface Places {
  /** With units in it. */
  readonly building: string
  readonly tenant: string
}

interface Screen {
  /** Null: anonymous. */
  readonly as: string | null
  readonly path: (places: Places) => string
  /** By default, skeletons are gone. */
  readonly ready?: string
}

const screen = (as: string | null, path: string | Screen['path'], ready?: string): Screen => ({
  as,
  path: typeof path === 'string' ? () => path : path,
  ...(ready && { ready }),
})
const leadsElsewhere: readonly Screen[] = []
const detail = (tab: string, as = 'unit01') => screen(as, ({ building }) => `/buildDetail/${building}/1/${tab}`)

/** The type check reports missing routes. */
export const SCREENS: Readonly<Record<keyof FileRoutesByFullPath, readonly Screen[]>> = {
  '/': leadsElsewhere,
  '/$': [screen('unit01', '/nowhere')],
  '/noAccess': [screen('unit01', '/noAccess?denied=/unitList')],
  '/accountManage': leadsElsewhere,
  '/buildingMain': leadsElsewhere,
  '/buildingManage': leadsElsewhere,
  '/companyManage': leadsElsewhere,
  '/examineManage': leadsElsewhere,
  '/unitManage': leadsElsewhere,
  '/portal/': [screen(null, '/portal')],
  '/portal/detail': [screen(null, '/portal/detail?type=0')],
  '/register': [screen(null, '/register')],
  '/selectSys': [screen(null, '/selectSys')],
  '/login': [screen(null, '/login')],
  '/loginxf': [screen(null, '/loginxf')],
  '/pack/$id': [screen(null, ({ building }) => `/pack/${building}`)],
  '/socialData': [screen('unit01', '/socialData')],
  '/problemStatistics': [screen('unit01', '/problemStatistics')],
  '/bindBuilding': [screen('unit01', '/bindBuilding')],
  '/alarms': [screen('unit01', '/alarms'), screen('zhidui', '/alarms')],
  '/alarms/statistics': [screen('unit01', '/alarms/statistics'), screen('zhidui', '/alarms/statistics')],
  '/alarms/shift': [screen('unit01', '/alarms/shift'), screen('zhidui', '/alarms/shift')],
  '/shelves': [screen('unit01', '/shelves')],
  '/deliveries': [screen('unit01', '/deliveries'), screen('zhidui', '/deliveries')],
  '/dutyChecks': [screen('unit01', '/dutyChecks')],
  '/dutyContacts': [screen('unit01', '/dutyContacts')],
  '/b/$token': [screen(null, `/b/${'0'.repeat(43)}`)],
  '/c/$token': [screen(null, '/c/00000000000')],
  '/a/$token': [screen(null, '/a/00000000000')],
  '/messages': [screen('unit01', '/messages')],
  '/mine': [screen('unit01', '/mine'), screen('zhidui', '/mine')],
  '/outbox': [screen('unit01', '/outbox')],
  '/packs': [screen('unit01', '/packs')],
  '/scan': [screen('unit01', '/scan')],
  '/nearby': [screen('unit01', '/nearby'), screen('jingan', '/nearby')],
  '/buildingList': [screen('unit01', '/buildingList'), screen('zhidui', '/buildingList')],
  '/buildDetail/$id/$canEdit/$tabName': [
    detail('stateInfo'),
    detail('baseInfo'),
    detail('iotInfo'),
    detail('pointInfo'),
    detail('planInfo'),
    detail('scoreInfo'),
    detail('todoInfo'),
  ],
  '/buildUnitDetail/$id/$canEdit/$uid': [
    screen('unit01', ({ building, tenant }) => `/buildUnitDetail/${building}/1/${tenant}`),
  ],
  '/editBuilding/$id': [screen('unit01', ({ building }) => `/editBuilding/${building}?fnc=edit`)],
  '/wlw/$id': [screen('unit01', ({ building }) => `/wlw/${building}`)],
  '/buildingCard/$id': [screen('unit01', ({ building }) => `/buildingCard/${building}`)],
  '/deviceTest': [screen('unit01', ({ building }) => `/deviceTest?id=${building}`)],
  '/fireDepData': [screen('zhidui', '/fireDepData')],
  '/biPage': [screen('zhidui', '/biPage')],
  '/unitList': [screen('zhidui', '/unitList')],
  '/accountList': [screen('zhidui', '/accountList')],
  '/companyList': [screen('zhidui', '/companyList')],
  '/examineList': [screen('zhidui', '/examineList')],
  '/publishing': [screen('zhidui', '/publishing')],
  '/firstRun': [screen(null, '/firstRun')],
  '/organList': [screen('zhidui', '/organList')],
  '/provider': [screen(null, '/provider')],
  '/auditLog': [screen('zhidui', '/auditLog')],
}

export type Session = Readonly<Record<string, string>>

/** Of each account that opens a page. */
export async function sessionsOf(origin: string): Promise<ReadonlyMap<string, Session>> {
  const accounts = new Set(Object.values(SCREENS).flatMap((screens) => screens.map(({ as }) => as)))
  const sessions = new Map<string, Session>()
  for (const account of accounts) if (account) sessions.set(account, await sessionOf(origin, account))
  return sessions
}

/** With a unit in it. */
export async function placesOf(origin: string, session: Session): Promise<Places> {
  const headers = JSON.parse(session['fire-docking:Headers'] ?? '{}') as Record<string, string>
  const rows = async (path: string, input: Record<string, string>) => {
    const query = new URLSearchParams({ currentPage: '1', pageSize: '10', ...input })
    const answer = fetch(`${origin}${path}?${query}`, { headers })
    return (await dataOf<{ list: { id?: string | number; lawCompanyId?: string | number }[] }>(answer)).list
  }
  for (const { id } of await rows(building.list.path, {})) {
    const [first] = await rows(tenancy.list.path, { buildingId: String(id) })
    if (first) return { building: String(id), tenant: String(first.lawCompanyId) }
  }
  throw new Error('No building of unit01 has a unit in it')
}
