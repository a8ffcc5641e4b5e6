import type { UnitDetail } from '#contract/unit.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { formatDay } from '#app/lib/format.ts'

type Row = readonly [name: string, value: string | null]

export function informationRows(told: UnitDetail, areaWords: string, organ: string) {
  const basic: Row[] = [
    ['单位名称', told.name],
    ['单位常用名', told.useName],
    ['统一社会信用代码', told.dwLicense],
    ['所在区域', areaWords],
    ['成立日期', told.buildTime && formatDay(told.buildTime)],
    ['单位地址', told.address],
    ['地图地址', told.formattedAddress],
    ['注册地址', told.addressDetail],
    ['法定代表人', told.legalName],
    ['法定代表人电话', told.legalPhone],
  ]
  const fire: Row[] = [
    ['监管类别', supervisionWord(told.type)],
    ['消防管辖机构', organ],
    ['联系人', told.contactsName],
    ['联系人电话', told.contactsPhone],
    ['消防安全责任人', told.safeDutyName],
    ['消防安全责任人电话', told.safeDutyPhone],
    ['消防安全管理人', told.safeManagerName],
    ['消防安全管理人电话', told.safeManagerPhone],
  ]
  return { basic, fire }
}

export const positionOf = (told: Pick<UnitDetail, 'positionCode'>) => readPosition(told.positionCode) ?? []
