import * as v from 'valibot'
import { group, type ParsedOf } from './endpoint.ts'
import { DEVICE_CLASSES } from './fault.rules.ts'
import { nothing, WRONG_INPUT } from './fields.ts'
import { STREAM_MODES, VISITS_PATH } from './visit.rules.ts'

const HOUR_MS = 3_600_000
const YEAR_SEC = 31_536_000
const upTo = (most: number) => v.pipe(v.number(WRONG_INPUT), v.minValue(0, WRONG_INPUT), v.maxValue(most, WRONG_INPUT))

export const visit = group('visit', {
  report: {
    method: 'POST',
    path: VISITS_PATH,
    encoding: 'json',
    access: 'public',
    effect: true,
    maxBytes: 1000,
    input: v.strictObject({
      build: v.pipe(v.string(WRONG_INPUT), v.regex(/^[\w.+-]{1,60}$/, WRONG_INPUT)),
      device: v.picklist(DEVICE_CLASSES, WRONG_INPUT),
      route: v.pipe(v.string(WRONG_INPUT), v.maxLength(60, WRONG_INPUT)),
      lcp: v.optional(upTo(HOUR_MS)),
      inp: v.optional(upTo(HOUR_MS)),
      shift: v.optional(upTo(1000)),
      figure: v.optional(upTo(HOUR_MS)),
      unsent: upTo(YEAR_SEC),
      stream: v.picklist(STREAM_MODES, WRONG_INPUT),
    }),
    output: nothing,
    summary:
      '抽样访问结束时自动上报的体验指标：版本、页面、设备类别、加载和响应耗时、未提交内容的时长、实时连接状态；不含账号和个人信息。',
  },
})

export type VisitReport = ParsedOf<typeof visit.report>
