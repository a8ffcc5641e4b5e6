import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import { cx } from './cx.ts'

interface ChipProps {
  readonly label: ReactNode
  /** Null: without one. */
  readonly count: number | null | undefined
  readonly mark?: ReactNode
  readonly isOn: boolean
  onPress(): void
}

export const chipClass = (isOn: boolean) =>
  cx(
    'flex min-h-[2.25rem] items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-sm mouse:min-h-[1.75rem]',
    isOn
      ? 'border-transparent bg-action font-medium text-action-on'
      : 'border-line bg-panel text-ink hover:bg-sunk dark:border-line-strong',
  )

export function Chip({ label, count, mark, isOn, onPress }: ChipProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress} className="flex min-h-control shrink-0 items-center">
      <span className={chipClass(isOn)}>
        {mark && <span className={cx('inline-flex', isOn && 'rounded-full bg-panel p-0.5')}>{mark}</span>}
        {label}
        {count !== null && <span className="font-figure font-semibold">{formatNumber(count)}</span>}
      </span>
    </button>
  )
}
