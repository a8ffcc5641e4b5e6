import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

export interface ProgressBarProps {
  /** 0–100; indeterminate if absent. */
  readonly value?: number | undefined
  readonly label: string
  readonly tone?: Tone
  readonly showValue?: boolean
  readonly className?: string
}

export function ProgressBar({ value, label, tone = 'working', showValue, className }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.min(100, Math.max(0, Math.round(value)))
  return (
    <div className={cx('relative flex min-w-0 items-center gap-2', className)}>
      <progress className="sr-only" aria-label={label} max={100} value={percent} />
      <div
        aria-hidden="true"
        className={cx('h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line', toneClass[tone].solid)}
      >
        <div
          className={cx('h-full rounded-full bg-current', percent === undefined && 'w-2/5 animate-sweep')}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      {showValue && percent !== undefined && (
        <span aria-hidden="true" className="w-10 text-right font-figure text-sm text-ink-soft">
          {percent}%
        </span>
      )}
    </div>
  )
}
