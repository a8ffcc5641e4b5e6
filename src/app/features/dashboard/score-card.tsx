import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ScoreTrend, TREND_DAYS } from '#contract/score.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { formatNumber } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { Card } from '#app/ui/card.tsx'
import { LineChart } from '#app/ui/chart.tsx'
import { ScoreRing } from '#app/ui/score-ring.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, SkeletonChart, SkeletonRing } from '#app/ui/skeleton.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { MonthChange } from './month-change.tsx'
import { WaitingStats } from './waiting-stats.tsx'

type Days = (typeof TREND_DAYS)[number]

const CHART_HEIGHT = 128
const RING = 104
const SMALL_RING = 72

const choices = TREND_DAYS.map((value) => ({ value, label: `近 ${value} 天` }))

const monthAndDay = (day: string) => day.slice(5)

interface ScoreCardProps {
  readonly title: string
  readonly trend: UseQueryResult<ScoreTrend>
  readonly days: Days
  onDays(days: Days): void
  /** False reserves the chart's space: figures load first. */
  readonly withChart: boolean
  /** Default month and day. */
  dayLabel?(day: string): string
  readonly actions?: ReactNode
  /** With either or unknown, no green word. */
  readonly alarms: number | undefined
  readonly low: number | undefined
  readonly isCity?: boolean
  readonly beside?: ReactNode
}

export function ScoreCard({
  title,
  trend,
  days,
  onDays,
  withChart,
  dayLabel = monthAndDay,
  actions,
  alarms,
  low,
  isCity = false,
  beside,
}: ScoreCardProps) {
  const { data } = trend
  return (
    <Card title={title} height={362} freshness={<DataTime of={trend} />} actions={actions}>
      <QueryResult of={trend} waiting={<Waiting isCity={isCity} />}>
        {({ totalScore, avgScore, comparedToLastMonthScore }) => (
          <div className="flex min-h-[6.5rem] flex-wrap items-center gap-4">
            <ScoreRing
              score={totalScore}
              {...verdictOf(totalScore, alarms, low)}
              label={title}
              size={beside ? SMALL_RING : RING}
            />
            {beside || (
              <Stats className="min-w-0 flex-1">
                {!isCity && <Stat label="全市平均" value={formatNumber(avgScore, 1)} unit="分" />}
                <MonthChange points={comparedToLastMonthScore} />
              </Stats>
            )}
          </div>
        )}
      </QueryResult>
      {/* Keeps the focus while figures load. */}
      <div className="mt-1 flex items-center justify-between mouse:mt-3">
        <h3 className="text-sm text-ink-soft">评分趋势</h3>
        <Segmented label="统计天数" options={choices} value={days} onChange={onDays} />
      </div>
      {data && withChart ? (
        <LineChart
          label={`近 ${days} 天评分趋势`}
          series={[
            { name: '评分', points: data.chart.map((day) => ({ label: dayLabel(day.dateTime), value: day.score })) },
          ]}
          averageLine={isCity || data.avgScore === null ? undefined : { value: data.avgScore, label: '全市平均' }}
          height={CHART_HEIGHT}
          isScore
          hidesLastValue
          unit="分"
        />
      ) : (
        // Cached figures and the chart's space remain if a refetch fails.
        (data || !trend.error) && <SkeletonChart height={CHART_HEIGHT} />
      )}
    </Card>
  )
}

/** An average must not outshine a fire or a high risk. */
function verdictOf(score: number | null, alarms?: number, low?: number): { tone: Tone; word: string } {
  const tone = scoreTone(score)
  if (tone === 'ok' && low) return { tone: 'attention', word: `${low} 栋高风险` }
  return { tone: tone === 'ok' && (alarms !== 0 || low !== 0) ? 'unknown' : tone, word: scoreWord(score) }
}

function Waiting({ isCity }: { isCity: boolean }) {
  return (
    <Loading className="flex flex-wrap items-center gap-4">
      <SkeletonRing size={RING} />
      <WaitingStats labels={isCity ? ['较上月'] : ['全市平均', '较上月']} />
    </Loading>
  )
}
