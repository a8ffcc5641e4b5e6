import { useQuery } from '@tanstack/react-query'
import { curveQuery } from '#app/data/curve.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon, TrendDownIcon, TrendSameIcon, TrendUpIcon } from '#app/ui/action-icons.tsx'

interface ScoreStoryProps {
  readonly buildingId: string
  onOpen(): void
}

export function ScoreStory({ buildingId, onOpen }: ScoreStoryProps) {
  const { data } = useQuery(curveQuery.score(buildingId))
  const scores = data?.chart.map(({ score }) => score) ?? []
  const change = changeOf(scores)
  const mean = typeof data?.avgScore === 'number' ? `全市平均 ${formatNumber(data.avgScore, 1)} · ` : ''
  const [Icon, colour] =
    !change || change.points === 0
      ? [TrendSameIcon, 'text-ink-soft']
      : change.points < 0
        ? [TrendDownIcon, 'text-attention-ink']
        : [TrendUpIcon, 'text-ok-ink']
  return (
    <button
      type="button"
      onClick={onOpen}
      className="not-printed flex min-h-[2.75rem] w-full items-center gap-2 border-b border-line px-4 text-left text-base -outline-offset-2 hover:bg-sunk xl:hidden"
    >
      <span className={`h-5 w-5 shrink-0 ${colour}`}>{change && <Icon className="h-5 w-5" />}</span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span>
          <span className={change && 'sr-only'}>近 30 天评分 </span>
          <b className={`font-semibold ${colour}`}>{change?.words}</b>
        </span>
        <span className="text-sm text-ink-soft">{mean}看曲线</span>
      </span>
      <ChevronRightIcon className="shrink-0 text-ink-soft" />
    </button>
  )
}

function changeOf(scores: readonly (number | null)[]) {
  const known = scores.flatMap((score) => score ?? [])
  const [first] = known
  const last = known[known.length - 1]
  if (first === undefined || last === undefined || known.length < 2) return undefined
  const points = last - first
  const size = `${points < 0 ? '降' : '升'} ${formatNumber(Math.abs(points), 1)} 分`
  return { points, words: `30 天${points === 0 ? '未变' : size}` }
}
