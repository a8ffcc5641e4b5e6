import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { Tone } from '#contract/dict/define-dict.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export const MOST_FIGURE = 9_999_999

export function WallPanel<T>({
  title,
  of,
  isLow = false,
  children,
}: {
  readonly title: string
  readonly isLow?: boolean
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error'>
  children(data: T): ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-panel px-[1.25em] py-[0.9em]"
    >
      <h2 id={id} className="mb-[0.4em] text-[1.875em] font-normal leading-tight text-ink-soft">
        {title}
      </h2>
      {/* Panels are stacked on phones. */}
      <div
        className={cx(
          'flex flex-1 flex-col gap-[0.6em] md:justify-evenly lg:min-h-0 lg:gap-0',
          isLow ? 'min-h-[8em]' : 'min-h-[11em] md:min-h-[8em]',
        )}
      >
        {of.data === undefined ? (
          // A reused element is a layout shift.
          <p key="waiting" className="text-[2em] text-ink-soft">
            {of.error ? of.error.message : '正在加载'}
          </p>
        ) : (
          children(of.data)
        )}
      </div>
    </section>
  )
}

export function WallFigure({ label, value, unit, tone }: { label: string; value: string; unit: string; tone?: Tone }) {
  return (
    <p className="flex items-baseline justify-between gap-[1em] leading-none">
      <span className="inline-flex items-center gap-[0.3em] whitespace-nowrap text-[1.9em]">
        {tone && <ToneMark tone={tone} />}
        {label}
      </span>
      <span
        className={cx(
          'whitespace-nowrap font-figure text-[2.2em] font-semibold leading-none',
          tone && toneClass[tone].text,
        )}
      >
        {value}
        <span className="ml-[0.15em] text-[0.65em] font-normal text-ink-soft">{unit}</span>
      </span>
    </p>
  )
}

export function WallPlaces({
  label,
  rows,
  unit,
}: {
  readonly label: string
  readonly rows: readonly { name: string; value: number; tone?: Tone; place: number; at: number }[]
  readonly unit: string
}) {
  if (rows.length === 0) return <p className="text-[2em] text-ink-soft">暂无排名</p>
  return (
    <ol aria-label={label} className="md:max-lg:flex md:max-lg:flex-1 md:max-lg:flex-col md:max-lg:justify-between">
      {rows.map(({ name, value, tone, place, at }, row) => (
        <li
          key={name}
          value={place}
          className={cx(
            'flex items-baseline gap-[0.6em] leading-tight',
            at > (rows[row - 1]?.at ?? at) + 1 && 'mt-[0.4em] border-t border-line pt-[0.4em]',
          )}
        >
          <span className="w-[1.4em] shrink-0 text-center font-figure text-[2em] text-ink-soft">{place}</span>
          <span title={name} className="min-w-0 flex-1 truncate text-[2em]">
            {name}
          </span>
          <span
            className={cx(
              'shrink-0 whitespace-nowrap font-figure text-[2.1em] font-semibold',
              tone && tone !== 'ok' && toneClass[tone].text,
            )}
          >
            {value.toFixed(1)}
            <span className="ml-[0.1em] text-[0.75em] font-normal text-ink-soft">{unit}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
