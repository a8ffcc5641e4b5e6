import type { ReactNode } from 'react'

export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 p-4 md:grid-cols-3">
      {of.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm font-semibold text-ink">{name}</dt>
          <dd className="mt-0.5 break-words text-sm text-ink-soft">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
