import type { CSSProperties } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { oneDecimal } from '../lib/format.ts'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { Medal, MEDALS, type RankedRow } from './ranking.tsx'
import { ToneMark } from './tone-mark.tsx'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

const PX_PER_POINT = 2

interface PodiumProps {
  readonly label: string
  /** Best first. */
  readonly rows: readonly (Omit<RankedRow, 'value'> & { readonly value: number | null; readonly note: string })[]
  readonly unit: string
  readonly heads: readonly [string, string]
  toneOf(value: number): Tone
  readonly inColumns?: boolean
}

/** Second, first, third on screen; full names for Tailwind. */
const steps = [
  { order: 'order-2', height: 'h-20' },
  { order: 'order-1', height: 'h-14' },
  { order: 'order-3', height: 'h-10' },
]

/** 2 px per point. Source: document 2, section 2. */
export function Podium({ label, rows, unit, heads, toneOf, inColumns }: PodiumProps) {
  if (rows.length === 0) return <Empty title="暂无排名" />
  const isLong = rows.some(({ name }) => Array.from(name).length > 4)
  const places = placesOf(rows.map(({ value }) => value))
  const best = rows.slice(0, 3).filter(({ value }) => value !== null)
  const others = rows.slice(best.length)
  const figure = (value: number | null) => (
    <span className="inline-flex items-center gap-1">
      {value !== null && <ToneMark tone={toneOf(value)} />}
      <span>
        <span className="sr-only">{heads[0]} </span>
        {oneDecimal(value)}
        {value !== null && <span className="text-xs font-normal text-ink-soft">{unit}</span>}
      </span>
    </span>
  )
  return (
    <>
      <ol
        aria-label={`${label}前三名`}
        className="flex items-end justify-center gap-2 border-b border-line empty:hidden"
      >
        {best.map(({ name, value, note, label: shown = name }, at) => {
          const place = places[at] ?? at + 1
          const medal = MEDALS[place - 1]
          const step = steps[at]
          return (
            <li key={name} value={place} className={cx('min-w-0 max-w-[9rem] flex-1 text-center', step?.order)}>
              <span title={name} className="block truncate text-sm font-semibold">
                {shown}
              </span>
              <span className="block font-figure text-lg font-semibold">{figure(value)}</span>
              <span className="block text-xs text-ink-soft">
                {heads[1]} {note}
              </span>
              <div
                className={cx(
                  'mt-1 flex justify-center rounded-t border border-b-0 border-line bg-sunk pt-1',
                  steps[place - 1]?.height,
                )}
              >
                {medal && value !== null && toneOf(value) === 'ok' ? (
                  <Medal place={place} {...medal} />
                ) : (
                  <span className="font-figure text-ink-soft">{place}</span>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {others.length > 0 && (
        <>
          <div aria-hidden="true" className="mt-2 flex gap-x-8 text-right text-xs text-ink-soft">
            {(inColumns ? ['flex', 'second-column'] : ['flex']).map((className) => (
              <p key={className} className={cx('flex-1 justify-end gap-2', className)}>
                <span className="w-16">{heads[0]}</span>
                <span className="w-12">{heads[1]}</span>
              </p>
            ))}
          </div>
          <ol
            aria-label={`${label}其余名次`}
            style={inColumns ? ({ '--rows': Math.ceil(others.length / 2) } as CSSProperties) : undefined}
            className={cx('flex flex-1 flex-col', inColumns && 'in-columns')}
          >
            {others.map(({ name, value, note, label: shown = name }, at) => {
              const place = places[at + best.length]
              return (
                <li key={name} value={place} className="flex max-h-12 min-h-[1.5rem] grow items-center gap-2 text-sm">
                  <span className="w-5 shrink-0 text-center font-figure text-ink-soft">{place}</span>
                  <span
                    title={name}
                    className={cx('flex-1 truncate', isLong || inColumns ? 'min-w-[7em]' : 'min-w-[4.5em]')}
                  >
                    {shown}
                  </span>
                  <span aria-hidden="true" className="block w-[200px] min-w-0 shrink">
                    {value !== null && (
                      <i
                        className={cx('block h-2 max-w-full rounded-full bg-current', toneClass[toneOf(value)].solid)}
                        style={{ width: `${(value * PX_PER_POINT) / 2}%` }}
                      />
                    )}
                  </span>
                  <span className="w-16 shrink-0 text-right font-figure text-ink-soft">{figure(value)}</span>
                  <span className="w-12 shrink-0 text-right font-figure text-ink-soft">
                    <span className="sr-only">{heads[1]} </span>
                    {note}
                  </span>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </>
  )
}
