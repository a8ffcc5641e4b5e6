import type { UnitForm } from '#contract/unit-form.ts'
import type { UnitDetail } from '#contract/unit.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { formatDay } from '#app/lib/format.ts'

export type InformationLine = readonly [label: string, value: string | null, name?: keyof UnitForm]

export function informationRows(told: UnitDetail, areaWords: string, organ: string) {
  const basic: InformationLine[] = [
    ['单位名称', told.name],
    ['单位常用名', told.useName, 'useName'],
    ['统一社会信用代码', told.dwLicense, 'dwLicense'],
    ['所在区域', areaWords, 'positionCode'],
    ['成立日期', told.buildTime && formatDay(told.buildTime), 'buildTime'],
    ['单位地址', told.address, 'address'],
    ['地图地址', told.formattedAddress, 'formattedAddress'],
    ['注册地址', told.addressDetail, 'addressDetail'],
    ['法定代表人', told.legalName, 'legalName'],
    ['法定代表人电话', told.legalPhone, 'legalPhone'],
  ]
  const fire: InformationLine[] = [
    ['监管类别', supervisionWord(told.type), 'type'],
    ['消防管辖机构', organ, 'sysOrganId'],
    ['联系人', told.contactsName, 'contactsName'],
    ['联系人电话', told.contactsPhone, 'contactsPhone'],
    ['消防安全责任人', told.safeDutyName, 'safeDutyName'],
    ['消防安全责任人电话', told.safeDutyPhone, 'safeDutyPhone'],
    ['消防安全管理人', told.safeManagerName, 'safeManagerName'],
    ['消防安全管理人电话', told.safeManagerPhone, 'safeManagerPhone'],
  ]
  return { basic, fire }
}

export const positionOf = (told: Pick<UnitDetail, 'positionCode'>) => readPosition(told.positionCode) ?? []
