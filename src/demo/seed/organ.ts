import type { organ } from '#server/schema/organ.table.ts'
import { DISTRICTS } from '#server/reference/regions.ts'

/** Source: the documents, section 9. */
export const WHOLE_ORGAN = 1
export const CITY_ORGAN = 207

export function organOf(county: string): number {
  return county === '310106' ? 42 : Number(county.slice(3))
}

export function organs(): (typeof organ.$inferInsert)[] {
  return [
    { id: WHOLE_ORGAN, name: '国家消防救援局', level: 1, parentId: null, county: null },
    { id: CITY_ORGAN, name: '上海市消防救援总队', level: 2, parentId: WHOLE_ORGAN, county: null },
    ...DISTRICTS.map(({ code, name }) => ({
      id: organOf(code),
      name: `${name}消防救援支队`,
      level: 3,
      parentId: CITY_ORGAN,
      county: code,
    })),
  ]
}
