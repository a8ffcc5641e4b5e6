import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, id, idInput, maybeNumber, maybeText, notGiven, timeFilter, untilFilter, WRONG_INPUT } from './fields.ts'
import { MEASURES } from './record.ts'

export const CURVE_DAYS = [1, 7, 30, 365] as const
export const MOST_CURVE_DAYS = 366

export const curve = group('curve', {
  one: {
    method: 'GET',
    path: '/field/v1/curve',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({
      id: idInput,
      figure: v.optional(v.union([notGiven, v.picklist(MEASURES, WRONG_INPUT)])),
      days: v.optional(code(CURVE_DAYS), 1),
      startTime: timeFilter,
      endTime: untilFilter,
    }),
    output: v.object({
      deviceId: id,
      /** The most telling first. */
      figures: v.array(v.string()),
      figure: maybeText,
      low: maybeNumber,
      high: maybeNumber,
      startTime: v.string(),
      endTime: v.string(),
      /** Longer intervals (s) interrupt the line. */
      gap: v.number(),
      /** Oldest first. */
      points: v.array(v.object({ time: v.string(), value: v.number() })),
    }),
    errors: [404],
    summary:
      '一个设备的历史曲线：近 days 天，或起止时间之间（最多 366 天）。密集的读数按时段取最低和最高，不作平均；low、high 为正常范围。',
  },
})

export type Curve = OutputOf<typeof curve.one>
