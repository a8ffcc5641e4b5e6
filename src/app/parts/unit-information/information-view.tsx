import { useState } from 'react'
import { masked } from '#app/lib/mask.ts'
import { orMissing } from '#app/lib/format.ts'
import { IconButton } from '#app/ui/button.tsx'
import { EyeIcon, EyeOffIcon } from '#app/ui/icon.tsx'
import type { InformationLine } from './information-rows.ts'

interface InformationSectionProps {
  readonly title: string
  readonly rows: readonly InformationLine[]
}

/** Masked by default, also when reopened. */
export function InformationSection({ title, rows }: InformationSectionProps) {
  const [shown, setShown] = useState(false)
  return (
    <section aria-label={title} className="mb-5 last:mb-0">
      <header className="mb-2 flex items-center justify-between border-b border-line">
        <h3 className="text-base">{title}</h3>
        <IconButton
          label={`${shown ? '隐藏' : '显示'}${title}`}
          aria-pressed={shown}
          icon={shown ? <EyeIcon /> : <EyeOffIcon />}
          onClick={() => setShown(!shown)}
        />
      </header>
      <dl className="grid gap-x-6 gap-y-2 md:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex gap-3 text-base">
            <dt className="w-[8.5em] shrink-0 text-sm leading-6 text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words text-ink">{shown ? orMissing(value) : masked(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
