import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

export interface Share {
  readonly name: string
  /** Integer. */
  readonly count: number
  readonly tone?: Tone
}

interface FilledShare extends Share {
  readonly fill?: string
}

/** Decorative. */
export function ShareBar({ parts }: { readonly parts: readonly FilledShare[] }) {
  const filled = parts.filter(({ count }) => count > 0)
  return (
    <div aria-hidden="true" className="share-bar">
      {filled.map(({ name, count, tone, fill }) => (
        <div
          key={name}
          className={fill ?? (tone && `bg-current ${toneClass[tone].solid}`)}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
  )
}
