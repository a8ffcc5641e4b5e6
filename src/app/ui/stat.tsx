import type { ReactNode } from 'react'
import { MISSING } from '../lib/format.ts'
import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import { ToneMark } from './tone-mark.tsx'
import type { Tone } from './tone.ts'

export interface StatProps {
  readonly label: string
  /** Already written for reading ('1,204', '--'). */
  readonly value: ReactNode
  readonly unit?: string
  /** Gives the label its shape and the figure its colour; without one the figure is plain. */
  readonly tone?: Tone
  /** One short line under the figure: the change against last month. */
  readonly note?: ReactNode
  readonly size?: 'normal' | 'large'
  /** Makes a link of the figure. */
  readonly link?: ((shown: ReactNode) => ReactNode) | undefined
}

/** Characters of the figure beyond which it is set smaller: a third of a card has room for no more. */
const ROOM = 7

/** One figure with what it counts. Stands inside `Stats`. */
export function Stat({ label, value, unit, tone, note, size = 'normal', link = (shown) => shown }: StatProps) {
  const isLong = typeof value === 'string' && value.length > ROOM
  return (
    <div className="min-w-0 px-3 py-1 first:pl-0">
      <dt className="flex items-center gap-1.5 text-sm text-ink-soft">
        {tone && <ToneMark tone={tone} />}
        {label}
      </dt>
      {/* Anew where a figure comes: one that took the dashes' place would be seen to move with the width. */}
      <dd key={value === MISSING ? 'waiting' : 'figure'} className="mt-0.5">
        <span
          className={cx(
            'whitespace-nowrap font-figure font-semibold leading-none',
            size === 'large' ? 'text-4xl' : isLong ? 'text-lg' : 'text-2xl',
            tone && toneClass[tone].text,
          )}
        >
          {link(value)}
        </span>
        {unit && <span className="ml-1 text-sm text-ink-soft">{unit}</span>}
        {note && <div className="mt-0.5 text-xs text-ink-soft">{note}</div>}
      </dd>
    </div>
  )
}

interface StatsProps {
  readonly className?: string
  /** On a phone two stand in a row, each beside its label: for four of them. */
  readonly folds?: boolean
  readonly children: ReactNode
}

const ROW = 'auto-cols-fr grid-flow-col divide-x'
const FOLDED =
  'max-sm:grid-cols-2 max-sm:[&>:nth-child(3)]:pl-0 max-sm:[&>:nth-child(even)]:border-l max-sm:[&>div]:flex max-sm:[&>div]:flex-wrap max-sm:[&>div]:items-center max-sm:[&>div]:justify-between sm:auto-cols-fr sm:grid-flow-col sm:divide-x'

/** A row of figures, parted by hairlines. */
export function Stats({ className, folds = false, children }: StatsProps) {
  return <dl className={cx('grid divide-line', folds ? FOLDED : ROW, className)}>{children}</dl>
}
