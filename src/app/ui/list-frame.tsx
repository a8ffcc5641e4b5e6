import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface ListFrameProps {
  /** Without rows and filters. */
  readonly isNone?: boolean
  readonly children: ReactNode
}

export function ListFrame({ isNone = false, children }: ListFrameProps) {
  return (
    <div
      key={String(isNone)}
      className={cx('page-list flex flex-col rounded-md border border-line bg-panel', isNone && 'xl:max-w-[45rem]')}
    >
      {children}
    </div>
  )
}
