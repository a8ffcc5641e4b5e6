import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'

interface CalloutProps {
  readonly icon: ReactNode
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly tone?: 'attention' | 'ok'
}

export function Callout({ icon, title, hint, action, tone }: CalloutProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 md:py-4">
      <span
        className={cx(
          'flex h-12 w-12 shrink-0 items-center justify-center rounded-full text-2xl',
          tone ? toneClass[tone].soft : 'bg-sunk text-ink-soft',
        )}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="break-words text-base text-ink">{title}</h2>
        {hint && <p className="mt-0.5 break-words text-sm text-ink-soft [text-wrap:pretty]">{hint}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">{action}</div>}
    </div>
  )
}
