import * as v from 'valibot'
import { DELIVERY_CHANNELS, DELIVERY_RESULTS } from './delivery-results.ts'
import { group, type OutputOf } from './endpoint.ts'
import { areaFilter, id, idFilter, maybeText, page, paged, search, timeFilter, untilFilter } from './fields.ts'

export const DELIVERY_PAGE_SIZE = 20

export const DELIVERY_STATES = [
  'queued',
  'sending',
  'accepted',
  'delivered',
  'failed',
  'suppressed',
  'expired',
] as const

const filter = {
  alarmId: idFilter,
  /** Empty: all. */
  state: v.optional(v.picklist(['', ...DELIVERY_STATES]), ''),
  channel: v.optional(v.picklist(['', ...DELIVERY_CHANNELS]), ''),
  result: v.optional(v.picklist(['', ...DELIVERY_RESULTS]), ''),
  buildingId: idFilter,
  /** Part of a building's name. */
  search,
  ...areaFilter,
  /** By the database's clock. */
  startTime: timeFilter,
  endTime: untilFilter,
}

const row = v.object({
  id,
  /** Null: a test or check. */
  alarmId: v.nullable(id),
  buildingName: maybeText,
  wave: v.number(),
  step: v.number(),
  channel: v.picklist(DELIVERY_CHANNELS),
  /** Name and masked phone. */
  recipient: v.string(),
  text: v.string(),
  state: v.picklist(DELIVERY_STATES),
  result: v.picklist(DELIVERY_RESULTS),
  tries: v.number(),
  /** Whether the newest try failed; of a webhook, whether it was not accepted within 30 s. */
  isUndelivered: v.boolean(),
  /** Whether the session's organ may send it again. */
  isResendable: v.boolean(),
  error: maybeText,
  /** By the database's clock. */
  time: v.string(),
  doneTime: maybeText,
})

export const delivery = group('delivery', {
  list: {
    method: 'GET',
    path: '/field/v1/deliveries',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({ ...filter, ...page(DELIVERY_PAGE_SIZE) }),
    output: paged(row),
    errors: [404],
    summary: '通知记录，新的在前：何时以何种方式通知何人，结果如何。',
  },
  export: {
    method: 'GET',
    path: '/field/v1/deliveries/export',
    encoding: 'query',
    access: 'duty',
    effect: false,
    exports: true,
    timeoutMs: 120_000,
    input: v.object(filter),
    output: v.string(),
    errors: [404],
    summary: '符合筛选条件的通知记录，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
  channels: {
    method: 'GET',
    path: '/field/v1/deliveries/channels',
    encoding: 'query',
    access: 'duty',
    effect: false,
    input: v.object({}),
    output: v.object({
      /** Channels to persons that failed within ten minutes and have delivered nothing since. */
      failing: v.array(v.picklist(DELIVERY_CHANNELS)),
      /** All channels that were tried are failing, a phone channel among them. */
      isAllFailing: v.boolean(),
      isUnreached: v.optional(v.boolean(), false),
    }),
    summary: '通知通道的状态：近 10 分钟内未送达且此后没有成功的推送、短信、电话。',
  },
})

export type DeliveryRow = OutputOf<typeof delivery.list>['list'][number]
