import type { ReactNode } from 'react'
import { ChevronRightIcon } from './action-icons.tsx'

export interface PageProps {
  /** On phones in the bar. */
  readonly title: string
  /** Outermost first, without the title. */
  readonly crumbs?: readonly { readonly key: string; readonly label: ReactNode }[]
  readonly children: ReactNode
}

export function Page({ title, crumbs = [], children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-[1600px] px-3 pb-6 pt-2 md:px-3.5 xl:px-5">
      <div className="flex-wrap items-center md:mb-2 md:flex md:min-h-[2.75rem]">
        {crumbs.length > 0 && (
          <nav aria-label="当前位置" className="hidden md:block">
            <ol className="flex flex-wrap items-center text-sm">
              {crumbs.map(({ key, label }) => (
                <li key={key} className="flex items-center">
                  {label}
                  <ChevronRightIcon className="mx-1.5 text-ink-soft" />
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 key={String(crumbs.map(({ key }) => key))} className="sr-only min-w-0 text-xl md:not-sr-only">
          {title}
        </h1>
      </div>
      {children}
    </div>
  )
}
