import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { Tone } from '#contract/dict/define-dict.ts'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

/** A part of the wall; sizes are in `em` of the screen, which is a hundred and twentieth of its width. */
export function WallPanel<T>({
  title,
  of,
  isLow = false,
  children,
}: {
  readonly title: string
  /** Half as high as the others. */
  readonly isLow?: boolean
  readonly of: Pick<UseQueryResult<T>, 'data' | 'error'>
  children(data: T): ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-panel px-[1.25em]',
        isLow ? 'py-[0.7em] leading-tight' : 'py-[1.25em]',
      )}
    >
      <h2 id={id} className="mb-[0.4em] text-[2em] leading-tight text-ink-soft">
        {title}
      </h2>
      {/* On a phone, where panels stand one below the other, as high before its figures come as after. */}
      <div className={cx('flex flex-1 flex-col justify-evenly lg:min-h-0', isLow ? 'min-h-[11em]' : 'min-h-[24em]')}>
        {of.data === undefined ? (
          // By a name no figure has: one that took the words' place would be seen to move.
          <p key="waiting" className="text-[2em] text-ink-soft">
            {of.error ? of.error.message : '正在取数'}
          </p>
        ) : (
          children(of.data)
        )}
      </div>
    </section>
  )
}

/** One figure across a room: its word with the tone's shape, the number large. */
export function WallFigure({ label, value, unit, tone }: { label: string; value: string; unit: string; tone?: Tone }) {
  return (
    <p className="flex items-baseline justify-between gap-[1em]">
      <span className="inline-flex items-center gap-[0.3em] whitespace-nowrap text-[2.25em]">
        {tone && <ToneMark tone={tone} />}
        {label}
      </span>
      <span
        className={cx(
          'whitespace-nowrap font-figure text-[4.25em] font-semibold leading-none',
          tone && toneClass[tone].text,
        )}
      >
        {value}
        <span className="ml-[0.15em] text-[0.45em] font-normal text-ink-soft">{unit}</span>
      </span>
    </p>
  )
}

/** Shares of 100 as bars with a word and a figure; six rows at most can be read from afar. */
export function WallBars({
  label,
  rows,
  unit,
}: {
  readonly label: string
  readonly rows: readonly { name: string; value: number; tone: Tone; place: number }[]
  readonly unit: string
}) {
  if (rows.length === 0) return <p className="text-[2em] text-ink-soft">暂无排名</p>
  return (
    <ol aria-label={label} className="flex flex-1 flex-col justify-evenly">
      {rows.map(({ name, value, tone, place }) => (
        <li key={name} value={place} className="flex items-center gap-[0.8em]">
          <span className="w-[1.4em] shrink-0 text-center font-figure text-[2em] text-ink-soft">{place}</span>
          <span title={name} className="w-[6.2em] shrink-0 truncate text-[2em]">
            {name}
          </span>
          <span aria-hidden="true" className="h-[1.1em] min-w-0 flex-1 overflow-hidden rounded-full bg-line">
            <i
              className={cx('block h-full bg-current', toneClass[tone].solid)}
              style={{ width: `${Math.min(100, value)}%` }}
            />
          </span>
          <span className="w-[4.4em] shrink-0 whitespace-nowrap text-right font-figure text-[2.1em] font-semibold">
            {value.toFixed(1)}
            <span className="text-[0.6em] font-normal text-ink-soft">{unit}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
