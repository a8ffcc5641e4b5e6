import { useQuery } from '@tanstack/react-query'
import { curveQuery } from '#app/data/curve.ts'
import { formatNumber } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'

interface ScoreStoryProps {
  readonly buildingId: string
  onOpen(): void
}

export function ScoreStory({ buildingId, onOpen }: ScoreStoryProps) {
  const { data } = useQuery(curveQuery.score(buildingId))
  const scores = data?.chart.map(({ score }) => score) ?? []
  const facts = [changeOf(scores), typeof data?.avgScore === 'number' && `全市平均 ${formatNumber(data.avgScore, 1)}`]
  const words = facts.filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      onClick={onOpen}
      className="not-printed flex h-control w-full items-center gap-3 border-b border-line pl-11 pr-4 text-left -outline-offset-2 hover:bg-sunk xl:hidden"
    >
      <span className="min-w-0 flex-1 text-sm text-ink-soft">
        <span className={words && 'sr-only'}>近 30 天评分 </span>
        {words}
      </span>
      <ChevronRightIcon className="shrink-0 text-ink-soft" />
    </button>
  )
}

function changeOf(scores: readonly (number | null)[]): string | undefined {
  const known = scores.flatMap((score) => score ?? [])
  const [first] = known
  const last = known[known.length - 1]
  if (first === undefined || last === undefined || known.length < 2) return undefined
  if (first === last) return '30 天未变'
  return `30 天${last < first ? '降' : '升'} ${formatNumber(Math.abs(last - first), 1)} 分`
}
