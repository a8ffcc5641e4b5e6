import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { capped } from '../lib/format.ts'
import { toneClass } from './tone-class.ts'
import { ToneMark } from './tone-mark.tsx'
import type { Tone } from './tone.ts'

export interface BadgeProps {
  readonly tone: Tone
  readonly children: ReactNode
  /** Without background, for dense tables. */
  readonly look?: 'soft' | 'plain'
  readonly className?: string
}

export function Badge({ tone, children, look = 'soft', className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-baseline gap-1.5 whitespace-nowrap text-sm font-medium [&>svg]:self-center',
        look === 'soft' ? cx('rounded-sm px-1.5 leading-6', toneClass[tone].soft) : toneClass[tone].text,
        className,
      )}
    >
      <ToneMark tone={tone} />
      {children}
    </span>
  )
}

interface CountBadgeProps {
  readonly count: number
  readonly max?: number
  /** Read after the number: '条未读消息'. */
  readonly label: string
  readonly look?: keyof typeof looks
}

const looks = {
  head: 'bg-brand-on text-brand ring-1 ring-brand/60',
  work: 'bg-line text-ink',
  fire: 'bg-fire-ground text-fire-on',
}

/** Hidden at zero. */
export function CountBadge({ count, max = 99, label, look = 'head' }: CountBadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={cx(
        'inline-flex h-[1.125rem] min-w-[1.125rem] items-center justify-center whitespace-nowrap rounded-full px-1 font-figure text-xs font-semibold leading-none',
        looks[look],
      )}
    >
      {capped(count, max)}
      <span className="sr-only">{label}</span>
    </span>
  )
}
