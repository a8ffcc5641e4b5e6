import type { MeasuredRow } from '#contract/point.ts'
import { cx } from '#app/ui/cx.ts'
import { Spark } from '#app/ui/spark.tsx'
import { beforeOffline, isByDevice, pointCondition, isOut, shownValue } from './measured-words.ts'

interface MeasuredValueProps {
  readonly of: MeasuredRow
  readonly isBare?: boolean
  readonly className?: string
}

export function MeasuredValue({ of, isBare = false, className }: MeasuredValueProps) {
  const { value, unit } = shownValue(of)
  const isOffline = of.connectStatus === 0
  return (
    <span className={cx('inline-flex items-center gap-3', className)}>
      {!isBare && of.trend.length > 0 && (
        <Spark
          values={of.trend}
          low={isByDevice(of) ? null : of.low}
          high={isByDevice(of) ? null : of.high}
          isOut={isOut(of)}
        />
      )}
      <span
        className={cx(
          'whitespace-nowrap font-figure',
          !isBare && 'min-w-[4.5rem] text-right',
          isOffline ? 'text-ink-soft' : cx('font-semibold', isOut(of) && 'text-attention-ink'),
        )}
      >
        <span className="sr-only">{beforeOffline(of)}</span>
        {value}
        {unit && <span className="ml-0.5 text-xs font-normal text-ink-soft">{unit}</span>}
        <span className="sr-only">，{pointCondition(of)?.text}</span>
      </span>
    </span>
  )
}
