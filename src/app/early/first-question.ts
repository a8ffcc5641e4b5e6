/** What the session's two stores say of the person, as far as it matters here. */
export interface Person {
  readonly role?: string
  readonly organLevel?: number | null
  readonly lawCompanyId?: string | null
  readonly county?: string | null
  readonly isNeedModify?: number
  readonly isNeedEdit?: number
}

/** The parts of each dashboard, in the order in which its screen asks for them. */
const UNIT_PARTS =
  'trend,rate,buildings,accessOverview,fireAlarm,hydrant,sprinkler,counts,problems,devices,buildingAccess,unitTypes,items,areaRanking,providers'
const CITY_PARTS =
  'accessOverview,scoreOverview,fireAlarm,rateRanking,scoreRanking,streetRanking,isvRanking,devices,deviceCard'

/**
 * The address a page will ask first, known before any of its code is there; null where that is not certain. The app's
 * own words for it are in data/dashboard.ts and data/authority.ts: where the two differ, the app asks for itself.
 * @param path and search: of the page
 */
export function firstQuestion(path: string, search: string, person: Person): string | null {
  if (search !== '' || person.isNeedModify === 0 || person.isNeedEdit === 0) return null
  const asked = (call: string, fields: Record<string, string>) => `${call}?${new URLSearchParams(fields).toString()}`
  if (path === '/socialData' && /^(unit|property)$/.test(person.role ?? '')) {
    return asked('/field/v1/dashboard', {
      lawCompanyId: person.lawCompanyId ?? '',
      buildingId: '',
      parts: UNIT_PARTS,
    })
  }
  if (path === '/fireDepData' && person.role === 'government') {
    const countyNo = person.organLevel === 3 ? (person.county ?? '').slice(0, 6) : ''
    return asked('/field/v1/authority-dashboard', { countyNo, buildType: '0', parts: CITY_PARTS })
  }
  return null
}
