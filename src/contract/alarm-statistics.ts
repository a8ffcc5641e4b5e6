import * as v from 'valibot'
import { STATISTICS_PICKS } from './statistics-picks.ts'
import { ALARM_PAGE_SIZE, alarmRow } from './alarm.ts'
import { group, type OutputOf } from './endpoint.ts'
import {
  areaFilter,
  count,
  id,
  idFilter,
  maybeNumber,
  maybeText,
  page,
  paged,
  text,
  timeFilter,
  untilFilter,
} from './fields.ts'

/** Longest period (days). */
export const STATISTICS_DAYS = 366
/** Alarms within ten minutes that make a flood. Source: EEMUA 191. */
export const FLOOD_ALARMS = 10
export const TREND_STEPS = ['day', 'week', 'month'] as const
export const TREND_PICKS = ['undecided', 'real', 'false', 'maintenance', 'test'] as const

const period = {
  /** By the device's time of the first record; omitted: 30 days before the end. */
  startTime: timeFilter,
  /** Omitted: now. */
  endTime: untilFilter,
  buildingId: idFilter,
  ...areaFilter,
}

const picked = {
  ...period,
  pick: v.optional(v.picklist(STATISTICS_PICKS), 'all'),
  /** Of false alarms; empty: any. */
  cause: v.optional(text(20, '请从列表中选择'), ''),
  /** A device with a record in the alarm. */
  pointId: idFilter,
}

const ranked = { ...period, by: v.optional(v.picklist(['building', 'device']), 'device') }

const statisticsRow = v.object({
  ...alarmRow.entries,
  /** Of a false alarm. */
  cause: maybeText,
  /** From the platform's receipt to the act; null if no person was called or acted. */
  ackSeconds: maybeNumber,
  judgeSeconds: maybeNumber,
})

const rankingRow = v.object({
  /** Of the building or point. */
  id,
  name: v.string(),
  /** Of a device: number and place. */
  deviceNo: maybeText,
  place: maybeText,
  buildingId: id,
  buildingName: v.string(),
  countyNo: v.optional(maybeText),
  falseNum: count,
  totalNum: count,
})

const read = { method: 'GET', encoding: 'query', access: 'duty', effect: false, errors: [400, 404] } as const

export const alarmStatistics = group('alarmStatistics', {
  summary: {
    ...read,
    path: '/field/v1/alarm-statistics',
    input: v.object(period),
    output: v.object({
      startTime: v.string(),
      endTime: v.string(),
      /** Number of alarms per pick. */
      counts: v.object({
        all: count,
        real: count,
        false: count,
        maintenance: count,
        test: count,
        undecided: count,
        called: count,
        acked: count,
        judged: count,
        repeated: count,
        flood: count,
      }),
      /** Seconds; null without such alarms. */
      ackMedian: maybeNumber,
      ackP90: maybeNumber,
      judgeMedian: maybeNumber,
      judgeP90: maybeNumber,
      /** Newest first; bounds inclusive. */
      floods: v.array(v.object({ startTime: v.string(), endTime: v.string(), alarms: count })),
      /** Of false alarms, the most frequent first. */
      causes: v.array(v.object({ cause: v.string(), alarms: count })),
      trend: v.optional(
        v.object({
          step: v.picklist(TREND_STEPS),
          spans: v.array(
            v.object({
              startTime: v.string(),
              endTime: v.string(),
              undecided: count,
              real: count,
              false: count,
              maintenance: count,
              test: count,
            }),
          ),
        }),
      ),
    }),
    summary:
      '火警统计：结果、响应用时和确认用时（中位数、90% 分位，秒）、误报原因、火警集中的时段、按天（31 天以内）、周（26 周以内）或月的趋势。用时从平台收到首条记录起算，只计通知过人的火警。',
  },
  list: {
    ...read,
    path: '/field/v1/alarm-statistics/list',
    input: v.object({ ...picked, ...page(ALARM_PAGE_SIZE) }),
    output: paged(statisticsRow),
    summary: '统计中某个数字所计的火警，未确认的在前，其次新的在前。',
  },
  export: {
    ...read,
    path: '/field/v1/alarm-statistics/export',
    exports: true,
    timeoutMs: 120_000,
    input: v.object(picked),
    output: v.string(),
    summary: '统计中某个数字所计的火警，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
  ranking: {
    ...read,
    path: '/field/v1/alarm-statistics/ranking',
    input: v.object({ ...ranked, ...page(10) }),
    output: paged(rankingRow),
    summary: '有误报的建筑或设备，误报多的在前。',
  },
  rankingExport: {
    ...read,
    path: '/field/v1/alarm-statistics/ranking/export',
    exports: true,
    timeoutMs: 120_000,
    input: v.object(ranked),
    output: v.string(),
    summary: '有误报的建筑或设备，xlsx 文件：`data` 为下载地址，60 秒内可用一次。',
  },
})

export type StatisticsPick = (typeof STATISTICS_PICKS)[number]
export type StatisticsRow = OutputOf<typeof alarmStatistics.list>['list'][number]
export type StatisticsSummary = OutputOf<typeof alarmStatistics.summary>
export type TrendStep = (typeof TREND_STEPS)[number]
export type TrendSpan = NonNullable<StatisticsSummary['trend']>['spans'][number]
export type RankingRow = OutputOf<typeof alarmStatistics.ranking>['list'][number]
