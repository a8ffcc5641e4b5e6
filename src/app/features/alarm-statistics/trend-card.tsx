import type { StatisticsSummary, TrendSpan, TrendStep } from '#contract/alarm-statistics.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { weekdayOf } from '#app/lib/weekday.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnChart, ColumnChartSpace, type ColumnLink } from '#app/ui/column-chart.tsx'
import { OPEN_FILL } from '#app/ui/open-fill.ts'
import { PickLink } from './pick-link.tsx'
import type { AlarmStatisticsSearch } from './statistics-search.ts'
import { PICK_WORDS, spanWords } from './statistics-words.ts'

const PARTS = [
  { pick: 'undecided', name: PICK_WORDS.undecided, tone: 'fire', fill: OPEN_FILL },
  { pick: 'real', name: PICK_WORDS.real, tone: fireHandling.tone(2) },
  { pick: 'false', name: PICK_WORDS.false, tone: fireHandling.tone(1) },
  { pick: 'test', name: PICK_WORDS.test, tone: fireHandling.tone(4) },
  { pick: 'maintenance', name: PICK_WORDS.maintenance, tone: fireHandling.tone(3) },
] as const

const STEPS: Readonly<Record<TrendStep, string>> = { day: '按天', week: '按周', month: '按月' }

const labelOf = (step: TrendStep, { startTime, endTime }: TrendSpan) =>
  step === 'day' ? `${startTime.slice(0, 10)} ${weekdayOf(startTime.slice(0, 10))}` : spanWords(startTime, endTime)

const tickOf = (step: TrendStep, { startTime }: TrendSpan) =>
  step === 'month' ? `${Number(startTime.slice(5, 7))}月` : startTime.slice(5, 10)

const linkIn =
  (search: AlarmStatisticsSearch, spans: readonly TrendSpan[]) =>
  ({ at, ...link }: ColumnLink) => (
    <PickLink search={search} to={{ since: spans[at]?.startTime, until: spans[at]?.endTime }} {...link} />
  )

interface TrendCardProps {
  readonly search: AlarmStatisticsSearch
  readonly summary: StatisticsSummary | undefined
}

export function TrendCard({ search, summary }: TrendCardProps) {
  const { trend } = summary ?? {}
  if (summary && !trend) return null
  return (
    <Card
      title="火警趋势"
      freshness={trend && <span className="text-xs text-ink-soft">单位：条，{STEPS[trend.step]}</span>}
    >
      {trend ? (
        <ColumnChart
          key={`${trend.step} ${trend.spans[0]?.startTime ?? ''} ${trend.spans.length}`}
          label="火警趋势"
          unit="条"
          parts={PARTS}
          columns={trend.spans.map((span) => ({
            label: labelOf(trend.step, span),
            tick: tickOf(trend.step, span),
            counts: PARTS.map(({ pick }) => span[pick]),
          }))}
          chosen={trend.spans.findIndex(
            ({ startTime, endTime }) => startTime === search.since && endTime === search.until,
          )}
          link={linkIn(search, trend.spans)}
        />
      ) : (
        <ColumnChartSpace />
      )}
    </Card>
  )
}
