import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

export interface Share {
  readonly name: string
  /** Integer. */
  readonly count: number
  readonly tone?: Tone
}

/** Decorative. */
export function ShareBar({ parts }: { readonly parts: readonly Share[] }) {
  const filled = parts.filter(({ count }) => count > 0)
  return (
    <div aria-hidden="true" className="flex h-3 w-full overflow-hidden rounded-full bg-line">
      {filled.map(({ name, count, tone }, at) => (
        <div
          key={name}
          className={cx(
            at > 0 && 'border-l-2 border-panel',
            'h-full min-w-[0.5rem] basis-0',
            tone && cx('bg-current', toneClass[tone].solid),
          )}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
  )
}
