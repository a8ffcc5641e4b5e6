import * as v from 'valibot'
import { alarmRow } from './alarm.ts'
import { DELIVERY_CHANNELS } from './delivery-results.ts'
import { group, type OutputOf } from './endpoint.ts'
import { count, timeFilter } from './fields.ts'
import { shelfRow } from './shelf.ts'

export const SHIFT_HOURS = 12
export const LONGEST_SHIFT_DAYS = 7
export const MOST_OF_SHIFT = 200

const called = v.object({
  name: v.string(),
  channels: v.array(v.picklist(DELIVERY_CHANNELS)),
  time: v.string(),
  isReached: v.boolean(),
  isSending: v.optional(v.boolean()),
})

export const shiftLog = group('shiftLog', {
  read: {
    method: 'GET',
    path: '/field/v1/alarm-shift',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({
      startTime: timeFilter,
    }),
    output: v.object({
      startTime: v.string(),
      endTime: v.string(),
      counts: v.object({
        total: count,
        open: count,
        before: v.optional(count),
        real: count,
        false: count,
        maintenance: count,
        test: count,
      }),
      list: v.array(v.object({ ...alarmRow.entries, called: v.array(called) })),
      shelves: v.array(shelfRow),
      hasMoreShelves: v.optional(v.boolean()),
    }),
    errors: [400],
    summary:
      '本班记录：所选时间以来收到、确认或恢复的火警和仍未结束的火警，何人响应、结果如何、通知过何人；期间的检修登记。默认近 12 小时，最长 7 天；最多列出 200 条火警、200 条检修。',
  },
})

export type ShiftLog = OutputOf<typeof shiftLog.read>
export type ShiftRow = ShiftLog['list'][number]
