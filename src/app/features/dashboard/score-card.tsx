import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ScoreTrend, TREND_DAYS } from '#contract/score.ts'
import { scoreTone, scoreWord } from '#contract/score.rules.ts'
import { formatNumber } from '#app/lib/format.ts'
import { Answer } from '#app/parts/answer.tsx'
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

const choices = TREND_DAYS.map((value) => ({ value, label: `近${value}天` }))

const monthAndDay = (day: string) => day.slice(5)

interface ScoreCardProps {
  readonly title: string
  readonly trend: UseQueryResult<ScoreTrend>
  readonly days: Days
  onDays(days: Days): void
  /** Without it the chart's place is kept: figures come first. */
  readonly withChart: boolean
  /** How a day stands under the line; month and day unless told. */
  dayLabel?(day: string): string
  /** At the right of the title: the way to what the score is made of. */
  readonly actions?: ReactNode
}

/** The score as a ring, beside the city's mean and last month, above its line of 7 or 30 days. */
export function ScoreCard({ title, trend, days, onDays, withChart, dayLabel = monthAndDay, actions }: ScoreCardProps) {
  const { data } = trend
  return (
    <Card title={title} height={362} freshness={<DataTime of={trend} />} actions={actions}>
      <Answer of={trend} waiting={<Waiting />}>
        {({ totalScore, avgScore, comparedToLastMonthScore }) => (
          <div className="flex flex-wrap items-center gap-4">
            <ScoreRing
              score={totalScore}
              tone={scoreTone(totalScore)}
              word={scoreWord(totalScore)}
              label={title}
              size={RING}
            />
            <Stats className="min-w-0 flex-1">
              <Stat label="全市平均" value={formatNumber(avgScore, 1)} unit="分" />
              <MonthChange points={comparedToLastMonthScore} />
            </Stats>
          </div>
        )}
      </Answer>
      {/* Outside the answer: a choice is there, and keeps the focus, while another one's figures come or fail to. */}
      <div className="mt-1 flex items-center justify-between">
        <h3 className="text-sm text-ink-soft">评分趋势</h3>
        <Segmented label="统计天数" options={choices} value={days} onChange={onDays} />
      </div>
      {data && withChart ? (
        <LineChart
          label={`近${days}天评分趋势`}
          series={[
            { name: '评分', points: data.chart.map((day) => ({ label: dayLabel(day.dateTime), value: day.score })) },
          ]}
          averageLine={data.avgScore === null ? undefined : { value: data.avgScore, label: '全市平均' }}
          height={CHART_HEIGHT}
          min={0}
          max={100}
          unit="分"
        />
      ) : (
        // Kept figures stay though newer ones could not be had, and so does their chart's place.
        (data || !trend.error) && <SkeletonChart height={CHART_HEIGHT} />
      )}
    </Card>
  )
}

function Waiting() {
  return (
    <Loading className="flex flex-wrap items-center gap-4">
      <SkeletonRing size={RING} />
      <WaitingStats labels={['全市平均', '较上月']} />
    </Loading>
  )
}
