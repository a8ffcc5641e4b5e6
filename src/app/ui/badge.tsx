import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { capped } from '../lib/format.ts'
import { toneClass } from './tone-class.ts'
import { ToneMark } from './tone-mark.tsx'
import type { Tone } from './tone.ts'

export interface BadgeProps {
  readonly tone: Tone
  /** The word; the tone's shape stands before it. */
  readonly children: ReactNode
  /** `plain` has no ground, for dense tables. */
  readonly look?: 'soft' | 'plain'
  readonly className?: string
}

export function Badge({ tone, children, look = 'soft', className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap text-sm font-medium',
        look === 'soft' ? cx('rounded-sm px-1.5 leading-6', toneClass[tone].soft) : toneClass[tone].text,
        className,
      )}
    >
      <ToneMark tone={tone} />
      {children}
    </span>
  )
}

/** A number on an icon's corner; nothing at zero. `label` is read after the number: '条未读消息'. */
export function CountBadge({ count, max = 99, label }: { count: number; max?: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center rounded-full bg-danger px-1 font-figure text-xs font-semibold leading-none text-danger-on">
      {capped(count, max)}
      <span className="sr-only">{label}</span>
    </span>
  )
}
