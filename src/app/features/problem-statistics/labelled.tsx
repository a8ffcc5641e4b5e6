import type { ReactNode } from 'react'

export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 md:flex md:items-center md:gap-2">
      <span aria-hidden="true" className="mb-1 block whitespace-nowrap text-sm text-ink-soft md:mb-0">
        {label}
      </span>
      {children}
    </div>
  )
}
