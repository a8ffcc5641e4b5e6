import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'

interface FireLinesProps {
  readonly name: ReactNode
  readonly isOpen: boolean
  readonly isSolid: boolean
  readonly end: ReactNode
  readonly facts: readonly ReactNode[]
  readonly state?: ReactNode
  readonly more: readonly ReactNode[]
}

export function FireLines({ name, isOpen, isSolid, end, facts, state, more }: FireLinesProps) {
  const soft = isSolid ? 'text-fire-on' : 'text-ink-soft'
  return (
    <span className="min-w-0 flex-1 font-normal">
      <span className="flex items-start gap-x-2">
        <span
          className={cx(
            'line-clamp-2 min-w-0 flex-1 break-words text-base leading-6',
            isOpen ? 'font-semibold' : 'font-medium',
          )}
        >
          {name}
        </span>
        <span
          className={cx(
            'shrink-0',
            isOpen
              ? cx('font-figure text-xl font-semibold leading-6', !isSolid && 'text-danger-ink')
              : cx('text-sm leading-6', soft),
          )}
        >
          {end}
        </span>
      </span>
      <span className="flex items-baseline gap-x-3 text-sm">
        <Dotted className={cx('min-w-0 flex-1 self-start leading-[1.5]', soft)} of={facts} />
        {state}
      </span>
      {more.some(Boolean) && <Dotted className={cx('text-sm leading-[1.5]', soft)} of={more} />}
    </span>
  )
}
