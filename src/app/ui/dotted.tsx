import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface DottedProps {
  readonly of: readonly ReactNode[]
  readonly className?: string
}

export function Dotted({ of, className }: DottedProps) {
  return (
    <span className={cx('dotted', className)}>
      <span>
        {of.filter(Boolean).map((word, at) => (
          <span key={`${at} ${String(word)}`}>
            {at > 0 && <i>{' · '}</i>}
            {word}
          </span>
        ))}
      </span>
    </span>
  )
}
