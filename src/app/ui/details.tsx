import type { ReactNode } from 'react'

export function Details({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="space-y-3">
      {rows.map(([name, value]) => (
        <div key={name} className="sm:flex sm:gap-4">
          <dt className="shrink-0 text-sm text-ink-soft sm:w-24">{name}</dt>
          <dd className="min-w-0 break-words text-base text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
