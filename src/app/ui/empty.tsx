import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface EmptyProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly icon?: ReactNode
  readonly className?: string
}

export function Empty({ title, hint, action, icon, className }: EmptyProps) {
  return (
    <div className={cx('flex flex-1 flex-col items-center justify-center px-6 py-8 text-center', className)}>
      <div className="text-4xl text-line-strong">{icon ?? <StillGauge />}</div>
      <p className="mt-3 text-base font-medium text-ink">{title}</p>
      {hint && <p className="mt-1 max-w-sm text-sm text-ink-soft">{hint}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

function StillGauge() {
  return (
    <svg
      viewBox="0 0 64 48"
      width={64}
      height={48}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M11 44a25 25 0 1 1 42 0" strokeWidth={2} />
      <path
        d="M16 40.5l-2.5 1.5M13 27h3M20 14.5l2 2.3M32 9.5v3M44 14.5l-2 2.3M51 27h-3M48 40.5l2.5 1.5"
        strokeWidth={1.5}
      />
      <path d="M32 30L18.5 38" strokeWidth={2.25} />
      <path d="M32 27a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" fill="rgb(var(--panel))" strokeWidth={2} />
    </svg>
  )
}
