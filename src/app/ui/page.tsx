import type { ReactNode } from 'react'
import { ChevronRightIcon } from './action-icons.tsx'
import { cx } from './cx.ts'

export interface PageProps {
  readonly title: string
  /** The way here, outermost first: links; the title closes it. */
  readonly crumbs?: readonly { readonly key: string; readonly label: ReactNode }[]
  readonly actions?: ReactNode
  /** Beside the title: a status, how old the figures are. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A page inside the shell: breadcrumb, the one `h1`, its actions, the content. */
export function Page({ title, crumbs = [], actions, aside, className, children }: PageProps) {
  return (
    <div className={cx('mx-auto w-full max-w-[1600px] px-3 pb-6 pt-2 md:px-3.5', className)}>
      {crumbs.length > 0 && (
        <nav aria-label="面包屑">
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
      <div className="mb-2 flex min-h-[2.75rem] flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl">{title}</h1>
          {aside}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
