import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StatisticsPick, StatisticsSummary } from '#contract/alarm-statistics.ts'
import { NO_CAUSE } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { formatNumber, MISSING } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { figureClass } from '#app/ui/figure-class.ts'
import { OPEN_FILL } from '#app/ui/open-fill.ts'
import { ShareBar } from '#app/ui/share-bar.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { OpenFireMark } from './open-fire-mark.tsx'
import { LIST_ID, PickLink, RANKING_ID } from './pick-link.tsx'
import { daysOf, mostFalseOf, periodOf, rankedBy, summaryBefore } from './statistics-queries.ts'
import { type AlarmStatisticsSearch, unpicked } from './statistics-search.ts'
import { differenceWords, durationText, isInFirstHalf, PICK_WORDS, wholeShares } from './statistics-words.ts'

interface FiguresProps {
  readonly search: AlarmStatisticsSearch
  readonly summary: StatisticsSummary | undefined
}

const RESULTS: readonly { readonly pick: StatisticsPick; readonly tone?: Tone; readonly isOpen?: boolean }[] = [
  { pick: 'all' },
  { pick: 'undecided', tone: 'fire', isOpen: true },
  { pick: 'real', tone: fireHandling.tone(2) },
  { pick: 'false', tone: fireHandling.tone(1) },
  { pick: 'test', tone: fireHandling.tone(4) },
  { pick: 'maintenance', tone: fireHandling.tone(3) },
]

export function ResultFigures({ search, summary, freshness }: FiguresProps & { readonly freshness: ReactNode }) {
  const { from, to } = periodOf(search)
  const shares = summary?.counts.all ? wholeShares(RESULTS.slice(1).map(({ pick }) => summary.counts[pick])) : []
  return (
    <Card
      title="确认结果"
      className="max-md:rounded-t-none"
      freshness={
        <>
          {freshness}
          <span className="text-xs text-ink-soft md:hidden">
            {from.slice(0, 10)} 至 {to.slice(0, 10)}
          </span>
        </>
      }
    >
      <Stats perRow={3} className="max-sm:[&_dd>span+span]:ml-0 max-sm:[&_dd>span+span]:block">
        {RESULTS.map(({ pick, tone, isOpen = false }, at) => (
          <Stat
            key={pick}
            label={isOpen && summary?.counts[pick] ? <OpenFireLabel of={pick} /> : PICK_WORDS[pick]}
            {...(tone && !(isOpen && summary?.counts[pick]) && { tone })}
            value={formatNumber(summary?.counts[pick])}
            {...(tone &&
              shares.length > 0 && {
                unit: `占\u00a0${summary?.counts[pick] && !shares[at - 1] ? '不足 1' : shares[at - 1]}%`,
              })}
            link={linkTo(search, pick, summary, isOpen)}
          />
        ))}
      </Stats>
      <div className="mt-4">
        <ShareBar
          parts={RESULTS.flatMap(({ pick, tone, isOpen }) =>
            tone
              ? [
                  {
                    name: pick,
                    count: summary?.counts[pick] ?? 0,
                    tone,
                    ...(isOpen && { fill: `${OPEN_FILL} rounded-l-full` }),
                  },
                ]
              : [],
          )}
        />
      </div>
      <OlderAlarms search={search} />
      <Findings search={search} summary={summary} />
    </Card>
  )
}

const OpenFireLabel = ({ of }: { readonly of: StatisticsPick }) => (
  <>
    <OpenFireMark />
    {PICK_WORDS[of]}
  </>
)

function Findings({ search, summary }: FiguresProps) {
  const { data: before } = useQuery(summaryBefore(search, summary))
  const { data: ranking } = useQuery(mostFalseOf(search))
  const most = summary?.counts.false ? ranking?.list[0] : undefined
  const by = rankedBy(search)
  const equals = ranking?.list.filter(({ falseNum }) => falseNum === most?.falseNum).length ?? 0
  const isShared = equals > 1
  const unit = by === 'device' ? '个设备' : '栋建筑'
  const many = equals < (ranking?.list.length ?? 0) || equals === ranking?.total ? `等 ${equals} ${unit}` : '等'
  return (
    <div className="-mb-3 flex min-h-control flex-col gap-x-4 text-sm max-md:mb-0 max-md:mt-3 max-md:justify-center md:flex-row md:items-center">
      {summary && before && isInFirstHalf(before.trend) && (
        <p className="whitespace-nowrap">
          <Change from={before} to={summary} />
        </p>
      )}
      {most && (
        <p className="flex min-w-0 items-baseline max-md:flex-wrap">
          <span className="whitespace-nowrap text-ink-soft">
            误报最多（{isShared && '各 '}
            {formatNumber(most.falseNum)} 条）：
          </span>
          <Link
            to="/alarms/statistics"
            search={
              isShared
                ? { ...search, rank: undefined }
                : { ...unpicked(search), pick: 'false', [by === 'device' ? 'point' : 'building']: most.id }
            }
            hash={isShared ? RANKING_ID : LIST_ID}
            resetScroll={false}
            className="relative flex min-w-0 items-center text-link hover:underline max-md:after:absolute max-md:after:-inset-y-3 max-md:after:inset-x-0 md:min-h-control"
          >
            <span className="line-clamp-1">
              {by === 'device' && most.buildingName} {most.name}
            </span>
            {isShared && <span className="ml-1 shrink-0">{many}</span>}
            <ChevronRightIcon />
          </Link>
        </p>
      )}
    </div>
  )
}

function Change({ from, to }: { readonly from: StatisticsSummary; readonly to: StatisticsSummary }) {
  const all = to.counts.all - from.counts.all
  const wrong = to.counts.false - from.counts.false
  const before = `前 ${daysOf(to)} 天`
  return (
    <>
      {all === 0 ? `与${before}持平` : `比${before}${differenceWords(all)}`}
      {(all !== 0 || wrong !== 0) && (
        <>
          ，<span className={cx(wrong > 0 && 'text-attention-ink')}>误报{differenceWords(wrong)}</span>
        </>
      )}
    </>
  )
}

function OlderAlarms({ search }: Pick<FiguresProps, 'search'>) {
  const { data } = useQuery(alarmQuery.open())
  const { from } = periodOf(search)
  const older = data?.list.filter(
    ({ verdict, alarmTime, countyNo, buildingId }) =>
      verdict === null &&
      alarmTime < from &&
      (!search.county || countyNo === search.county) &&
      (!search.building || buildingId === search.building),
  )
  if (!data || !older || older.length === 0 || data.total > data.list.length) return null
  return (
    <Link
      to="/alarms"
      search={{ building: search.building, county: search.county }}
      className="-mb-2 mt-2 inline-flex min-h-control items-center gap-1.5 self-start text-sm font-medium text-danger-ink hover:underline"
    >
      <OpenFireMark />
      统计时间之前另有 {older.length} 条火警待确认
      <ChevronRightIcon />
    </Link>
  )
}

const linkTo = (
  search: AlarmStatisticsSearch,
  pick: StatisticsPick,
  summary: StatisticsSummary | undefined,
  isOpen = false,
) =>
  summary &&
  ((shown: ReactNode) => (
    <PickLink
      search={search}
      to={{ pick }}
      className={cx(
        isOpen && summary.counts[pick] > 0 && 'text-danger-ink',
        'relative inline-flex hover:text-link hover:underline touch:after:absolute touch:after:-inset-x-4 touch:after:-inset-y-2.5',
      )}
    >
      {shown}
    </PickLink>
  ))

export const isUntimed = (summary: StatisticsSummary | undefined) =>
  summary !== undefined && TIMED.every((pick) => summary.counts[pick] === 0)

const TIMED = ['acked', 'judged', 'called', 'repeated'] as const
const UNTIMED = '补报的和检修期间未通知人的火警不计用时。'

export function TimeFigures({ search, summary }: FiguresProps) {
  const median = (seconds: number | null | undefined) => (typeof seconds === 'number' ? durationText(seconds) : MISSING)
  const note = (pick: StatisticsPick, p90: number | null | undefined) => {
    if (!summary) return undefined
    if (summary.counts[pick] === 0) return '没有可计时的火警'
    return (
      <span>
        {typeof p90 === 'number' && `90% 在 ${durationText(p90)} 内，`}
        <PickLink
          search={search}
          to={{ pick }}
          className="inline-flex min-h-control items-center text-link hover:underline md:min-h-0"
        >
          {PICK_WORDS[pick]} {summary.counts[pick]} 条
        </PickLink>
      </span>
    )
  }
  return (
    <Card title="处置用时">
      <Stats perRow={2}>
        <Stat label="响应用时（中位）" value={median(summary?.ackMedian)} note={note('acked', summary?.ackP90)} />
        <Stat label="确认用时（中位）" value={median(summary?.judgeMedian)} note={note('judged', summary?.judgeP90)} />
        <Stat
          label={PICK_WORDS.called}
          value={formatNumber(summary?.counts.called)}
          unit="条"
          link={linkTo(search, 'called', summary)}
        />
        <Stat
          label={PICK_WORDS.repeated}
          value={formatNumber(summary?.counts.repeated)}
          unit="条"
          link={linkTo(search, 'repeated', summary)}
        />
      </Stats>
      <p className="mt-2 text-xs text-ink-soft">从平台收到首条记录起算；{UNTIMED}</p>
    </Card>
  )
}

const isUnfilled = (causes: StatisticsSummary['causes']) => causes.length === 1 && causes[0]?.cause === NO_CAUSE

export const hasCauses = (summary: StatisticsSummary | undefined) =>
  summary !== undefined && summary.causes.length > 0 && !isUnfilled(summary.causes)

export const hasFloods = (summary: StatisticsSummary | undefined) => summary !== undefined && summary.floods.length > 0

export function NoFigures({ search, summary }: FiguresProps) {
  const [first] = summary?.causes ?? []
  const all: readonly (NoFigure | false)[] = [
    isUntimed(summary) && { title: '处置用时', words: `没有可计时的火警。${UNTIMED}` },
    !hasCauses(summary) && {
      title: '误报原因',
      words: first ? (
        <>
          <PickLink search={search} to={{ pick: 'false' }} className={cx(figureClass, 'whitespace-nowrap')}>
            {first.alarms} 条误报
          </PickLink>
          都没有填写原因。确认误报时选择原因后，可在此比较。
        </>
      ) : (
        summary && '没有误报'
      ),
    },
    !hasFloods(summary) && { title: '集中报警', words: summary && '没有 10 分钟内 10 条以上火警的时段' },
  ]
  const lines = all.flatMap((one) => one || [])
  if (lines.length === 0) return null
  return (
    <dl className="mt-3 divide-y divide-line rounded-md border border-line bg-panel xl:flex xl:divide-x xl:divide-y-0">
      {lines.map(({ title, words }) => (
        <div key={title} className="flex items-baseline gap-x-3 px-4 py-2 text-sm xl:flex-1">
          <dt className="shrink-0 font-medium text-ink">{title}</dt>
          <dd className="min-w-0 text-ink-soft">{words}</dd>
        </div>
      ))}
    </dl>
  )
}

interface NoFigure {
  readonly title: string
  readonly words: ReactNode
}

export function CauseFigures({ search, summary }: FiguresProps) {
  const causes = summary?.causes ?? []
  const most = Math.max(1, ...causes.map(({ alarms }) => alarms))
  return (
    <Card title="误报原因">
      <ul className="space-y-2 text-sm">
        {causes.map(({ cause, alarms }) => (
          <li key={cause} className="grid grid-cols-[7rem_1fr_auto] items-center gap-3">
            <span>{cause}</span>
            <ShareBar
              parts={[
                { name: cause, count: alarms, tone: 'attention' },
                { name: '', count: most - alarms },
              ]}
            />
            <PickLink
              search={search}
              to={{ pick: 'false', cause }}
              label={`${cause}，${alarms} 条`}
              className="inline-flex min-h-control-sm min-w-control-sm items-center justify-end font-figure text-link hover:underline"
            >
              {alarms}
            </PickLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function FloodFigures({ search, summary }: FiguresProps) {
  const floods = summary?.floods ?? []
  return (
    <Card title="集中报警">
      <ul className="max-h-56 space-y-1 overflow-auto text-sm">
        {floods.map(({ startTime, endTime, alarms }) => (
          <li key={startTime} className="flex items-center justify-between gap-3">
            <span>
              {startTime.slice(0, 16)} 至 {endTime.slice(11, 16)}
            </span>
            <PickLink
              search={search}
              to={{ since: startTime, until: endTime }}
              label={`${startTime.slice(0, 16)} 起，${alarms} 条`}
              className="inline-flex min-h-control-sm min-w-control-sm items-center justify-end font-figure text-link hover:underline"
            >
              {alarms} 条
            </PickLink>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        10 分钟内 10 条以上火警的时段共 {floods.length} 个时段，
        <PickLink search={search} to={{ pick: 'flood' }}>
          {summary?.counts.flood} 条火警
        </PickLink>
      </p>
    </Card>
  )
}
