import { formatNumber, MISSING } from '#app/lib/format.ts'
import { TrendDownIcon, TrendSameIcon, TrendUpIcon } from '#app/ui/action-icons.tsx'
import { Stat } from '#app/ui/stat.tsx'

interface ChangeProps {
  readonly points: number | null
}

/** Against last month's mean. */
export function Change({ points }: ChangeProps) {
  if (points === null) return MISSING
  const [Icon, word, colour] =
    points > 0
      ? [TrendUpIcon, '上升', 'text-ok-ink']
      : points < 0
        ? [TrendDownIcon, '下降', 'text-attention-ink']
        : [TrendSameIcon, '持平', 'text-ink-soft']
  return (
    <b className={`inline-flex items-baseline whitespace-nowrap font-figure font-semibold ${colour}`}>
      <span className="sr-only">{word}</span>
      <Icon className="self-center" />
      {formatNumber(Math.abs(points), 1)}
    </b>
  )
}

export const MonthChange = ({ points }: ChangeProps) => (
  <Stat label="较上月" value={points === null ? MISSING : <Change points={points} />} />
)
