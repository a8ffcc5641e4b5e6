import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { aloneClass } from './empty.tsx'

interface ListFrameProps {
  /** Without rows and filters. */
  readonly isNone: boolean
  readonly children: ReactNode
}

export function ListFrame({ isNone, children }: ListFrameProps) {
  return (
    <div
      key={String(isNone)}
      className={cx('flex flex-col rounded-md border border-line bg-panel', isNone && aloneClass)}
    >
      {children}
    </div>
  )
}
