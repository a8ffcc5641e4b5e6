import type { DutyContact } from '#contract/duty-contact.ts'

export const isUntested = ({ verifiedTime, testedTime, testState }: DutyContact) =>
  !verifiedTime && !testedTime && testState !== 'sending'

export const UNBOUND = '收不到推送'
export const UNBOUND_PHONE = '未开通推送'

export const isUnbound = ({ devices }: DutyContact) => devices.length === 0

export const isAlike = (contacts: readonly DutyContact[]) =>
  contacts.length > 1 && contacts.every(isUntested) && contacts.every(isUnbound)

export function untestedWords(contacts: readonly DutyContact[]): string {
  const untested = contacts.filter(isUntested).length
  const isAll = untested === contacts.length && untested > 1
  return `${untested} 位联系人${isAll ? '均' : ''}未测试`
}

export function buildingsWords({ buildings }: DutyContact): string {
  const [first] = buildings
  if (!first) return '全部建筑'
  return buildings.length === 1 ? first.name : `${first.name}等 ${buildings.length} 栋`
}

export const hoursWords = ({ hoursFrom, hoursTo }: { readonly hoursFrom: string; readonly hoursTo: string }) =>
  hoursFrom === hoursTo ? '全天' : `${hoursFrom} 至 ${hoursTo}`

export const UNANSWERED = '默认 45 秒无人响应'

export const scopeWords = (of: DutyContact) =>
  `${buildingsWords(of)}\u00a0· ${hoursWords(of).replaceAll(' ', '\u00a0')}`
