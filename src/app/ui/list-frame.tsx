import type { ReactNode } from 'react'

interface ListFrameProps {
  /** Without rows and filters. */
  readonly isNone?: boolean
  readonly children: ReactNode
}

export function ListFrame({ isNone = false, children }: ListFrameProps) {
  return (
    <div key={String(isNone)} className="page-list flex flex-col rounded-md border border-line bg-panel">
      {children}
    </div>
  )
}
