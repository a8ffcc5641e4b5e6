import { useQuery } from '@tanstack/react-query'
import type { Condition } from '#contract/building.ts'
import type { TreeNode } from '#contract/dictionary.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { districtsOf } from '#app/lib/districts.ts'
import { currentSession } from '#app/session/session.ts'
import type { AuthoritySearch } from './authority-search.ts'

export const WHOLE_CITY = '上海市'

/** Source: document 2, section 6. */
export function isHeldToDistrict(): boolean {
  const user = currentSession()?.user
  return user?.role === 'government' && user.organLevel === 3
}

/** Null: not held to one. */
export const ownCounty = (): string | null => (isHeldToDistrict() ? (currentSession()?.user.county ?? null) : null)

/** At level 3 the user's own. */
export function areaOf({ county = '', buildType }: AuthoritySearch): AuthorityArea {
  const own = currentSession()?.user.county ?? ''
  return { countyNo: isHeldToDistrict() ? own.slice(0, 6) : county, buildType: (buildType as 1 | 2 | undefined) ?? 0 }
}

const byCode = (nodes: readonly TreeNode[]) =>
  districtsOf(nodes).map(({ code, name }) => ({ code: code.slice(0, 6), name }))

export function useDistricts(): readonly { readonly code: string; readonly name: string }[] {
  return useQuery({ ...dictionaryQuery.areas(), select: byCode }).data ?? []
}

export const useAwaitsDistricts = () => useQuery(dictionaryQuery.areas()).isLoading

export function buildingsOf(
  area: AuthorityArea,
  more: {
    isAccess?: string | undefined
    street?: string
    isvId?: string
    order?: 'scoreAsc'
    condition?: Condition
  } = {},
) {
  const { isAccess, street, isvId, order, condition } = more
  return {
    ...(area.countyNo !== '' && { county: area.countyNo }),
    ...(area.buildType !== 0 && { buildingType: String(area.buildType) }),
    ...(isAccess !== undefined && { isAccess }),
    ...(street !== undefined && { street }),
    ...(isvId !== undefined && { isvId }),
    ...(order !== undefined && { order }),
    ...(condition !== undefined && { condition }),
  }
}
