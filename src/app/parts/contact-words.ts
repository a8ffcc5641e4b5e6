import type { DutyContact } from '#contract/duty-contact.ts'

export const isUntested = ({ verifiedTime, testedTime }: DutyContact) => !verifiedTime && !testedTime

export function buildingsWords({ buildings }: DutyContact): string {
  const [first] = buildings
  if (!first) return '全部建筑'
  return buildings.length === 1 ? first.name : `${first.name}等 ${buildings.length} 栋`
}

export const hoursWords = ({ hoursFrom, hoursTo }: { readonly hoursFrom: string; readonly hoursTo: string }) =>
  hoursFrom === hoursTo ? '全天' : `${hoursFrom} 至 ${hoursTo}`
