import { placesOf } from '#contract/ranking.rules.ts'
import { formatNumber } from '../lib/format.ts'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { Medal, MEDALS, type RankedRow } from './ranking.tsx'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

const PX_PER_POINT = 2

interface PodiumProps {
  readonly label: string
  /** Best first. */
  readonly rows: readonly RankedRow[]
  readonly unit: string
  toneOf(value: number): Tone
}

/** Second, first, third on screen; full names for Tailwind. */
const steps = [
  { order: 'order-2', height: 'h-20' },
  { order: 'order-1', height: 'h-14' },
  { order: 'order-3', height: 'h-10' },
]

/** 2 px per point. Source: document 2, section 2. */
export function Podium({ label, rows, unit, toneOf }: PodiumProps) {
  if (rows.length === 0) return <Empty title="暂无排名" />
  const isLong = rows.some(({ name }) => Array.from(name).length > 4)
  const places = placesOf(rows.map(({ value }) => value))
  const figure = (value: number) => (
    <>
      {formatNumber(value, 1)}
      <span className="text-xs font-normal text-ink-soft">{unit}</span>
    </>
  )
  return (
    <>
      <ol aria-label={`${label}前三名`} className="flex items-end justify-center gap-2 border-b border-line">
        {rows.slice(0, 3).map(({ name, value, label: shown = name }, at) => {
          const place = places[at] ?? at + 1
          const medal = MEDALS[place - 1]
          const step = steps[at]
          return (
            <li key={name} value={place} className={cx('min-w-0 max-w-[9rem] flex-1 text-center', step?.order)}>
              <span title={name} className="block truncate text-sm font-semibold">
                {shown}
              </span>
              <span className="block font-figure text-lg font-semibold">{figure(value)}</span>
              <div
                className={cx(
                  'mt-1 flex justify-center rounded-t border border-b-0 border-line bg-sunk pt-1',
                  steps[place - 1]?.height,
                )}
              >
                {medal && <Medal place={place} {...medal} />}
              </div>
            </li>
          )
        })}
      </ol>
      {rows.length > 3 && (
        <ol aria-label={`${label}其余名次`} className="mt-2">
          {rows.slice(3).map(({ name, value, label: shown = name }, at) => (
            <li key={name} value={places[at + 3]} className="flex min-h-[1.5rem] items-center gap-2 text-sm">
              <span className="w-5 shrink-0 text-center font-figure text-ink-soft">{places[at + 3]}</span>
              <span title={name} className={cx('flex-1 truncate', isLong ? 'min-w-[7em]' : 'min-w-[4.5em]')}>
                {shown}
              </span>
              <span aria-hidden="true" className="block w-[200px] min-w-0 shrink">
                <i
                  className={cx('block h-2 max-w-full rounded-full bg-current', toneClass[toneOf(value)].solid)}
                  style={{ width: `${(value * PX_PER_POINT) / 2}%` }}
                />
              </span>
              <span className="w-14 shrink-0 text-right font-figure text-ink-soft">{figure(value)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
