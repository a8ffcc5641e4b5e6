import * as v from 'valibot'
import { asText, code, text, WRONG_INPUT } from './basic-fields.ts'
import { isVisibleLine } from './plausible.rules.ts'
import { isWireTime } from './time.ts'

export { code, id, maybeText, nothing, text, WRONG_INPUT } from './basic-fields.ts'

/** Positive integer as number or text. */
export const idInput = v.pipe(asText, v.regex(/^[1-9]\d{0,14}$/, WRONG_INPUT), v.transform(Number))

/** Empty text: the documents' 'all' option. */
export const idFilter = v.optional(
  v.union([
    v.pipe(
      v.literal(''),
      v.transform((): number | undefined => undefined),
    ),
    v.pipe(
      asText,
      v.regex(/^([1-9]\d{0,14})?$/, WRONG_INPUT),
      v.transform((s): number | undefined => (s ? Number(s) : undefined)),
    ),
  ]),
)

/** Largest value of the database column (int4). */
const LAST_ITEM_TYPE = 2_147_483_647

export const itemTypeInput = v.pipe(idInput, v.maxValue(LAST_ITEM_TYPE, WRONG_INPUT))

export const itemTypeFilter = v.pipe(
  idFilter,
  v.check((apiId) => apiId === undefined || apiId <= LAST_ITEM_TYPE, WRONG_INPUT),
)

export const notGiven = v.pipe(
  v.literal(''),
  v.transform((): undefined => undefined),
)

export function whole(min: number, max: number, message = '请输入整数') {
  return v.pipe(
    asText,
    v.regex(/^-?\d{1,15}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

/** One line of visible characters. */
export const line = (max: number, message?: string) =>
  v.pipe(text(max, message), v.check(isVisibleLine, '不能含有换行或不可见字符'))

export const search = v.optional(text(64, '最多输入 64 个字'), '')

/** Source: the documents' pagers. */
export function page(defaultSize = 10) {
  return {
    currentPage: v.optional(whole(1, 1_000_000, WRONG_INPUT), 1),
    pageSize: v.optional(whole(1, 100, '每页最多 100 条'), defaultSize),
  }
}

export function paged<const S extends v.GenericSchema>(row: S) {
  return v.object({ list: v.array(row), total: v.number() })
}

/** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const wireTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式应为 yyyy-MM-dd HH:mm:ss'),
)

/** `usual` is the time of day for a date without one. */
const filterTime = (usual: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^((19|2\d)\d{2}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)?$/, '时间格式应为 yyyy-MM-dd HH:mm:ss'),
      v.transform((s): string | undefined => (s.length === 10 ? `${s} ${usual}` : s || undefined)),
      v.check((s) => s === undefined || isWireTime(s), '时间不存在，格式应为 yyyy-MM-dd HH:mm:ss'),
    ),
  )

/** Start of a time range; a date alone starts at 00:00:00. Empty: no limit. */
export const timeFilter = filterTime('00:00:00')
/** End of a time range; a date alone ends at 23:59:59. Source: document 1, section 5, Filters. */
export const untilFilter = filterTime('23:59:59')

export const maybeNumber = v.nullable(v.number())
export const count = v.number()

const areaCode = v.optional(v.pipe(asText, v.regex(/^(\d{6}|\d{9}|\d{12})?$/, WRONG_INPUT)), '')

/** Empty: everything in the caller's scope. */
export const areaFilter = { provinceNo: areaCode, cityNo: areaCode, countyNo: areaCode }

/** 0 all, 1 large complex, 2 super high-rise. Source: document 1, section 9. */
export const buildTypeFilter = v.optional(code([0, 1, 2]), 0)

/** Area of the area tree; 3101e8 equals 310100000000. Source: rulings, Addresses. */
export const treeArea = v.optional(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => (String(value) === '3101e8' ? '310100' : String(value).trim())),
    v.regex(/^(\d{6}|\d{9}|\d{12})?$/, WRONG_INPUT),
  ),
  '',
)
