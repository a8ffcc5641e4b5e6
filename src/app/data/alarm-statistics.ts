import { alarmStatistics } from '#contract/alarm-statistics.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queryOf } from './query-of.ts'

export const alarmStatisticsQuery = {
  summary: (input: InputOf<typeof alarmStatistics.summary>) => queryOf(alarmStatistics.summary, input),
  list: (input: InputOf<typeof alarmStatistics.list>) => queryOf(alarmStatistics.list, input),
  ranking: (input: InputOf<typeof alarmStatistics.ranking>) => queryOf(alarmStatistics.ranking, input),
}

export const exportStatistics = async (input: InputOf<typeof alarmStatistics.export>) =>
  addressOf(await send(alarmStatistics.export, input))

export const exportRanking = async (input: InputOf<typeof alarmStatistics.rankingExport>) =>
  addressOf(await send(alarmStatistics.rankingExport, input))
