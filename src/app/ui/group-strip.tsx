import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface GroupStripProps {
  readonly as?: 'h3' | 'h4'
  readonly note?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function GroupStrip({ as: Heading = 'h4', note, className, children }: GroupStripProps) {
  return (
    <Heading
      className={cx(
        'group-strip flex flex-wrap items-baseline justify-between gap-x-3',
        className ?? 'font-normal text-ink-soft',
      )}
    >
      {children} {note && <span className="font-normal text-ink-soft">{note}</span>}
    </Heading>
  )
}
