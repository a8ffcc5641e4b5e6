import type { MeasuredRow } from '#contract/point.ts'
import { cx } from '#app/ui/cx.ts'
import { Spark } from '#app/ui/spark.tsx'
import { beforeOffline, isByDevice, pointCondition, isOut, shownValue } from './measured-words.ts'

interface MeasuredValueProps {
  readonly of: MeasuredRow
  readonly className?: string
}

export function MeasuredValue({ of, className }: MeasuredValueProps) {
  const { value, unit } = shownValue(of)
  const isOffline = of.connectStatus === 0
  return (
    <span
      className={cx(
        'whitespace-nowrap font-figure',
        isOffline ? 'text-ink-soft' : cx('font-semibold', isOut(of) && 'text-attention-ink'),
        className,
      )}
    >
      <span className="sr-only">{beforeOffline(of)}</span>
      {value}
      {unit && <span className="ml-0.5 text-xs font-normal text-ink-soft">{unit}</span>}
      <span className="sr-only">，{pointCondition(of)?.text}</span>
    </span>
  )
}

export function MeasuredTrend({ of }: { of: MeasuredRow }) {
  if (of.trend.length === 0) return null
  const limits = isByDevice(of) ? { low: null, high: null } : of
  return <Spark values={of.trend} low={limits.low} high={limits.high} isOut={isOut(of)} />
}
