import type { DictNode, TreeNode, TypeCode } from '#contract/dictionary.ts'
import { BUILDING_TYPES, type Entry, HEIGHT_CLASSES, LISTS } from './entries.ts'
import { CITY_NAME, CITY_NO, DISTRICTS, fromWireArea, toWireArea } from './regions.ts'
import { FIRE_LEVELS, FORMS, FUNCTIONS } from './trees.ts'

const BY_TYPE_ID: Readonly<Record<'6' | '24', readonly Entry[]>> = { '6': HEIGHT_CLASSES, '24': BUILDING_TYPES }

export const areaTree = (): TreeNode[] => [
  {
    code: toWireArea(CITY_NO),
    name: CITY_NAME,
    children: DISTRICTS.map((district) => ({
      code: toWireArea(district.code),
      name: district.name,
      children: district.streets.map((street) => ({ code: toWireArea(street.code), name: street.name, children: [] })),
    })),
  },
]

/** Empty: all. 12-digit codes. */
export function streetList(county: string): { code: string; name: string; county: string }[] {
  const wanted = fromWireArea(county)
  return DISTRICTS.filter((district) => wanted === '' || district.code === wanted).flatMap((district) =>
    district.streets.map((street) => ({
      code: toWireArea(street.code),
      name: street.name,
      county: toWireArea(district.code),
    })),
  )
}

/** Clients of the documents' API read either `value` or `name`. */
export function dictionaryList(typeCode: TypeCode): { code: string; value: string; name: string }[] {
  return LISTS[typeCode].map(({ code, name }) => ({ code, value: name, name }))
}

export function dictionaryByType(typeId: '6' | '24'): { id: string; code: string; name: string }[] {
  return BY_TYPE_ID[typeId].map(({ code, name }) => ({ id: code, code, name }))
}

export function dictionaryTree(): { id: number; name: string; sysDicParameterList: DictNode[] }[] {
  return [
    { id: 5, name: '建筑功能', sysDicParameterList: FUNCTIONS },
    { id: 8, name: '建筑形式', sysDicParameterList: FORMS },
    { id: 10, name: '耐火等级', sysDicParameterList: FIRE_LEVELS },
  ]
}
