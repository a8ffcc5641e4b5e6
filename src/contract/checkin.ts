import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { count, idFilter, nothing, timeFilter, WRONG_INPUT } from './fields.ts'
import { REPEATED } from './checkin.rules.ts'
import { shanghaiDay } from './time.ts'

const NO_DAY = '日期不存在，请重新选择'

const isDay = (day: string) => {
  const at = Date.parse(`${day}T00:00:00+08:00`)
  return !Number.isNaN(at) && shanghaiDay(new Date(at)) === day
}

/** `yyyy-MM-dd`, with or without a time. */
const dayInput = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, NO_DAY),
  v.transform((wire) => wire.slice(0, 10)),
  v.check(isDay, NO_DAY),
)

const monthInput = v.pipe(v.string(), v.trim(), v.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, WRONG_INPUT))

const dayMark = v.object({ date: v.string(), checkIn: v.boolean(), checkInStatus: v.nullable(v.number()) })

export const checkin = group('checkin', {
  checkIn: {
    method: 'GET',
    path: '/big/screen/company/checkIn',
    encoding: 'query',
    access: 'unit',
    effect: true,
    queue: 'queue',
    stamped: 'sentTime',
    repeated: REPEATED,
    input: v.pipe(
      v.object({
        lawCompanyId: idFilter,
        /** Both by the device's clock; `sentTime` is set at each attempt. */
        tappedTime: timeFilter,
        sentTime: timeFilter,
      }),
      v.forward(
        v.check(({ tappedTime, sentTime }) => !tappedTime === !sentTime, '签到时间和发送时间须同时提供'),
        ['sentTime'],
      ),
    ),
    // Other servers return undocumented data.
    output: v.fallback(
      v.nullable(v.object({ date: v.string(), checkInStatus: v.number(), clockAheadMinutes: v.nullable(v.number()) })),
      null,
    ),
    errors: [404, 409],
    success: '签到成功',
    summary: '本单位今日签到；断网时的签到计入操作当日。重复签到返回 409。',
  },
  makeUp: {
    method: 'GET',
    path: '/big/screen/company/supplementCheckIn',
    encoding: 'query',
    access: 'unit',
    effect: true,
    queue: 'queue',
    stamped: 'sentTime',
    repeated: REPEATED,
    input: v.object({ lawCompanyId: idFilter, dateTime: dayInput, tappedTime: timeFilter, sentTime: timeFilter }),
    output: v.fallback(nothing, null),
    errors: [404, 409],
    success: '补签成功',
    summary: '补签，限本月今天以前漏签的日期；断网时的补签按操作当日计算，7 天内有效。',
  },
  statistic: {
    method: 'GET',
    path: '/big/screen/company/checkInStatistic',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.object({ currentDateTime: v.string(), continuousCheckInDays: count, signValueList: v.array(dayMark) }),
    errors: [404],
    summary: '连续签到天数，以及本月每天的 checkInStatus：0 缺，1 补，2 已签到，null 今天或以后、尚无签到。',
  },
  month: {
    method: 'GET',
    path: '/field/v1/checkin/month',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter, month: monthInput }),
    output: v.object({
      /** Registration month, `yyyy-MM`: the earliest with a calendar. */
      firstMonth: v.string(),
      signValueList: v.array(dayMark),
    }),
    errors: [404],
    summary: '某月（yyyy-MM，不晚于本月）每天的签到情况；单位登记以前的日期没有状态。',
  },
})

export type CheckinStatistic = OutputOf<typeof checkin.statistic>
