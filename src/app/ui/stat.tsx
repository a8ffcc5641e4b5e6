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

/** Characters of the figure beyond which it is set smaller: a third of a card has room for no more, a tablet's for fewer. */
const ROOM = 7
const ROOM_ON_TABLETS = 4

const sizeOf = (value: ReactNode) => {
  const { length } = typeof value === 'string' ? value : ''
  if (length > ROOM) return 'text-lg'
  return length > ROOM_ON_TABLETS ? 'text-2xl md:text-xl xl:text-2xl' : 'text-2xl'
}

/** One figure with what it counts. Stands inside `Stats`. */
export function Stat({ label, value, unit, tone, note, size = 'normal', link = (shown) => shown }: StatProps) {
  return (
    <div className="border-line py-1 pl-3 pr-1">
      <dt className="flex items-center gap-1.5 text-sm text-ink-soft">
        {tone && <ToneMark tone={tone} />}
        {label}
      </dt>
      {/* Anew where a figure comes: one that took the dashes' place would be seen to move with the width. */}
      <dd key={value === MISSING ? 'waiting' : 'figure'} className="mt-0.5 whitespace-nowrap">
        <span
          className={cx(
            'font-figure font-semibold leading-none',
            size === 'large' ? 'text-4xl' : sizeOf(value),
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
  /** On a phone two stand in a row, each beside its label: for many of them. */
  readonly folds?: boolean
  readonly children: ReactNode
}

// As wide as each other while their figures have room; what has none goes on in the next row. Each has its line at the
// left; of the first in a row it is cut off with the room before it.
const ROW = 'flex flex-wrap [&>div]:min-w-max [&>div]:flex-1 [&>div]:border-l'
const FOLDED =
  'max-sm:grid max-sm:grid-cols-2 max-sm:[&>:nth-child(even)]:border-l max-sm:[&>div]:flex max-sm:[&>div]:flex-wrap max-sm:[&>div]:items-center max-sm:[&>div]:justify-between sm:flex sm:flex-wrap sm:[&>div]:min-w-max sm:[&>div]:flex-1 sm:[&>div]:border-l'

/** A row of figures, parted by hairlines. */
export function Stats({ className, folds = false, children }: StatsProps) {
  return (
    <dl className={cx('-ml-3 [clip-path:inset(-8px_-8px_-8px_1px)]', folds ? FOLDED : ROW, className)}>{children}</dl>
  )
}
