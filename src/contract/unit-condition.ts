import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { count, id, WRONG_INPUT } from './fields.ts'
import { UNIT_PAGE_SIZES } from './page-sizes.ts'

export const MOST_UNIT_CONDITIONS = Math.max(...UNIT_PAGE_SIZES)

export const unitCondition = group('unitCondition', {
  list: {
    method: 'GET',
    path: '/field/v1/unit-conditions',
    encoding: 'query',
    access: 'gov',
    effect: false,
    cache: 'keep',
    input: v.object({
      lawCompanyIds: v.pipe(
        v.string(),
        v.maxLength(MOST_UNIT_CONDITIONS * 16),
        v.transform((ids) => ids.split(',')),
        v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, WRONG_INPUT), v.transform(Number))),
        v.maxLength(MOST_UNIT_CONDITIONS, `一次最多 ${MOST_UNIT_CONDITIONS} 家单位`),
      ),
    }),
    output: v.array(
      v.object({
        id,
        name: v.string(),
        buildingId: v.nullable(id),
        buildings: count,
        alarms: count,
        problems: count,
      }),
    ),
    summary:
      '可见单位的现状：绑定的建筑数（只有一栋时给出 buildingId）、未结束的火警数和未解决的问题数，只计可见的建筑。lawCompanyIds 以逗号分隔；不可见的单位不返回。',
  },
})

export type UnitCondition = OutputOf<typeof unitCondition.list>[number]
