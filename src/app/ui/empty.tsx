import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { DocumentIcon } from './place-icons.tsx'

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
      <div className="flex h-12 w-12 items-center justify-center rounded-full bg-sunk text-2xl text-ink-soft">
        {icon ?? <DocumentIcon />}
      </div>
      <p className="mt-3 break-words text-base font-semibold text-ink [word-break:keep-all]">{title}</p>
      {hint && <p className="mt-1 max-w-sm break-words text-sm text-ink-soft [word-break:keep-all]">{hint}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
