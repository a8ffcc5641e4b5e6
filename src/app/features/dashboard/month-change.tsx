import { formatNumber, MISSING } from '#app/lib/format.ts'
import { TrendDownIcon, TrendSameIcon, TrendUpIcon } from '#app/ui/action-icons.tsx'
import { Stat } from '#app/ui/stat.tsx'

/** Change against last month's mean, in points. */
export function MonthChange({ points }: { points: number | null }) {
  if (points === null) return <Stat label="较上月" value={MISSING} />
  const [Icon, word, colour] =
    points > 0
      ? [TrendUpIcon, '上升', 'text-ok-ink']
      : points < 0
        ? [TrendDownIcon, '下降', 'text-attention-ink']
        : [TrendSameIcon, '持平', 'text-ink-soft']
  return (
    <Stat
      label="较上月"
      value={
        <span className={`inline-flex items-center whitespace-nowrap ${colour}`}>
          <span className="sr-only">{word}</span>
          <Icon className="h-5 w-5" />
          {formatNumber(Math.abs(points), 1)}
        </span>
      }
    />
  )
}
