import type { ReactNode } from 'react'
import { MISSING } from '../lib/format.ts'
import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import { ToneMark } from './tone-mark.tsx'
import type { Tone } from './tone.ts'

export interface StatProps {
  readonly label: ReactNode
  /** '1,204', '--'. */
  readonly value: ReactNode
  readonly unit?: string
  readonly tone?: Tone
  readonly note?: ReactNode
  readonly size?: 'normal' | 'large'
  readonly link?: ((shown: ReactNode) => ReactNode) | undefined
}

/** Maximum characters at the normal font size. */
const ROOM = 7
const ROOM_ON_TABLETS = 5

const sizeOf = (value: ReactNode) => {
  const { length } = typeof value === 'string' ? value : ''
  if (length > ROOM) return 'text-lg'
  return length > ROOM_ON_TABLETS ? 'text-2xl md:text-xl xl:text-2xl' : 'text-2xl'
}

export function Stat({ label, value, unit, tone, note, size = 'normal', link = (shown) => shown }: StatProps) {
  return (
    <div className="border-line py-1 pl-3 pr-2">
      <dt className="flex items-center gap-1.5 text-sm text-ink-soft">
        {tone && <ToneMark tone={tone} {...(value === '0' && { className: '!text-unknown' })} />}
        {label}
      </dt>
      {/* Remounts: a kept element is a layout shift. */}
      <dd key={value === MISSING ? 'waiting' : 'figure'} className="mt-0.5 whitespace-nowrap">
        <span
          className={cx(
            'font-figure font-semibold leading-none',
            size === 'large' ? 'text-4xl' : sizeOf(value),
            tone && value !== '0' && toneClass[tone].text,
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
  /** Figures per row on phones. */
  readonly perRow?: keyof typeof FOLDED
  readonly children: ReactNode
}

// The first of a row is clipped.
const ROW = 'flex flex-wrap [&>div]:min-w-max [&>div]:flex-1 [&>div]:border-l'
const FOLDS = 'max-sm:-mr-2 max-sm:grid sm:flex sm:flex-wrap sm:[&>div]:min-w-max sm:[&>div]:flex-1 sm:[&>div]:border-l'
const FOLDED = {
  2: 'max-sm:grid-cols-2 max-sm:gap-y-2 max-sm:[&>:nth-child(even)]:border-l',
  3: 'stats-by-three',
} as const

export function Stats({ className, perRow, children }: StatsProps) {
  return (
    <dl
      className={cx(
        '-ml-3 [clip-path:inset(-8px_-8px_-8px_1px)]',
        perRow ? [FOLDS, FOLDED[perRow]].join(' ') : ROW,
        className,
      )}
    >
      {children}
    </dl>
  )
}
