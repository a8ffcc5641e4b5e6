import { alarmStatistics, type RankingRow, type StatisticsSummary, TREND_PICKS } from '#contract/alarm-statistics.ts'
import { STATISTICS_PICKS } from '#contract/statistics-picks.ts'
import type { Figure, Opens, Source } from './figure.ts'
import type { Scope } from './truth.ts'

/** Of the random cities. */
const YEAR = { startTime: '2026-01-01 00:00:00', endTime: '2026-12-31 23:59:59' }

/** No filter by building type. */
const inputOf = ({ input }: Scope) => ('buildType' in input ? null : { ...input, ...YEAR })

const opens = (input: object): Opens => ({
  call: alarmStatistics.list,
  input,
  file: { call: alarmStatistics.export, input },
})

export const ALARM_FIGURES: readonly Source[] = [
  {
    call: alarmStatistics.summary,
    fields: [
      ...STATISTICS_PICKS.map((pick) => `counts.${pick}`),
      'causes[].alarms',
      ...TREND_PICKS.map((pick) => `trend.spans[].${pick}`),
    ],
    who: 'all',
    input: inputOf,
    figures({ counts, causes, trend }: StatisticsSummary, scope): Figure[] {
      const input = inputOf(scope) ?? {}
      const figure = (field: string, value: number, more: object) => ({
        field,
        value,
        ids: null,
        opens: opens({ ...input, ...more }),
      })
      return [
        ...STATISTICS_PICKS.map((pick) => figure(`counts.${pick}`, counts[pick], { pick })),
        ...causes.map(({ cause, alarms }) => figure('causes[].alarms', alarms, { pick: 'false', cause })),
        ...(trend?.spans.filter((of) => TREND_PICKS.some((pick) => of[pick] > 0)).slice(0, 2) ?? []).flatMap(
          ({ startTime, endTime, ...of }) =>
            TREND_PICKS.map((pick) => figure(`trend.spans[].${pick}`, of[pick], { startTime, endTime, pick })),
        ),
      ]
    },
  },
  {
    call: alarmStatistics.ranking,
    fields: ['list[].falseNum', 'list[].totalNum'],
    who: 'all',
    input: inputOf,
    figures({ list }: { list: RankingRow[] }, scope): Figure[] {
      const input = inputOf(scope) ?? {}
      return list.slice(0, 3).flatMap(({ id, falseNum, totalNum }) => [
        {
          field: 'list[].falseNum',
          value: falseNum,
          ids: null,
          opens: opens({ ...input, pick: 'false', pointId: id }),
        },
        { field: 'list[].totalNum', value: totalNum, ids: null, opens: opens({ ...input, pointId: id }) },
      ])
    },
  },
]
