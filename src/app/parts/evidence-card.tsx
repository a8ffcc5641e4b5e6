import type { ReactNode } from 'react'

interface EvidenceCardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A card, or a section of a sheet. */
export function EvidenceCard({ title, aside, children }: EvidenceCardProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-panel px-4 py-3">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-base">{title}</h3>
        {aside && <p className="text-sm text-ink-soft">{aside}</p>}
      </div>
      {children}
    </section>
  )
}
