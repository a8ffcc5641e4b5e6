import type { ReactNode } from 'react'
import { ChevronRightIcon } from './action-icons.tsx'
import { cx } from './cx.ts'

export interface PageProps {
  /** On phones in the bar. */
  readonly title: string
  /** Outermost first, without the title. */
  readonly crumbs?: readonly { readonly key: string; readonly label: ReactNode }[]
  readonly actions?: ReactNode
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Page({ title, crumbs = [], actions, aside, className, children }: PageProps) {
  return (
    <div className={cx('mx-auto w-full max-w-[1600px] px-3 pb-6 pt-2 md:px-3.5', className)}>
      {crumbs.length > 0 && (
        <nav aria-label="当前位置" className="hidden md:block">
          <ol className="flex flex-wrap items-center text-xs text-ink-soft">
            {crumbs.map(({ key, label }) => (
              <li key={key} className="flex items-center">
                <span className="inline-flex min-h-[1.5rem] items-center touch:min-h-[2.75rem]">{label}</span>
                <ChevronRightIcon className="mx-0.5" />
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className="flex-wrap items-center justify-between gap-x-4 gap-y-1 md:mb-2 md:flex md:min-h-[2.75rem]">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="sr-only min-w-0 text-xl md:not-sr-only">{title}</h1>
          {aside}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
