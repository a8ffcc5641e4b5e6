import * as v from 'valibot'
import { group, type ParsedOf } from './endpoint.ts'
import { DEVICE_CLASSES, FAULT_KINDS, FAULTS_MOST, FAULTS_PATH, FRAME, FRAMES_MOST } from './fault.rules.ts'
import { nothing, WRONG_INPUT } from './fields.ts'

const text = (pattern: RegExp) => v.pipe(v.string(WRONG_INPUT), v.regex(pattern, WRONG_INPUT))
const build = text(/^[\w.+-]{1,60}$/)
const route = text(/^\/(?:[a-zA-Z]{1,30}(?:\/\$[a-zA-Z]{0,20})?|\*)?$/)
const device = v.picklist(DEVICE_CLASSES, WRONG_INPUT)

export const fault = group('fault', {
  report: {
    method: 'POST',
    path: FAULTS_PATH,
    encoding: 'json',
    access: 'public',
    effect: true,
    maxBytes: 32_000,
    input: v.strictObject({
      build,
      device,
      faults: v.pipe(
        v.array(
          v.strictObject({
            kind: v.picklist(FAULT_KINDS, WRONG_INPUT),
            name: text(/^[A-Z][A-Za-z]{0,39}$/),
            message: v.pipe(v.string(WRONG_INPUT), v.maxLength(300, WRONG_INPUT)),
            frames: v.pipe(v.array(text(FRAME), WRONG_INPUT), v.maxLength(FRAMES_MOST, WRONG_INPUT)),
            route,
            count: v.pipe(
              v.number(WRONG_INPUT),
              v.integer(WRONG_INPUT),
              v.minValue(1, WRONG_INPUT),
              v.maxValue(1000, WRONG_INPUT),
            ),
          }),
          WRONG_INPUT,
        ),
        v.minLength(1, WRONG_INPUT),
        v.maxLength(FAULTS_MOST, WRONG_INPUT),
      ),
    }),
    output: nothing,
    summary: '页面自动上报的前端故障：版本、页面、设备类别、故障类别、去除个人信息的说明和代码位置。',
  },
})

export type FaultReport = ParsedOf<typeof fault.report>
export type ReportedFault = FaultReport['faults'][number]
