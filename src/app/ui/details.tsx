import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface DetailsProps {
  readonly rows: readonly (readonly [string, ReactNode])[]
  /** Values of one line. */
  readonly isShort?: boolean
}

export function Details({ rows, isShort }: DetailsProps) {
  return (
    <dl className="space-y-3">
      {rows.map(([name, value]) => (
        <div key={name} className={cx('sm:flex sm:gap-4', isShort && 'flex items-baseline gap-4')}>
          <dt className={cx('shrink-0 text-sm text-ink-soft sm:w-24', isShort && 'w-20')}>{name}</dt>
          <dd className="min-w-0 break-words text-base text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
