import type { ReactNode } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { oneDecimal } from '../lib/format.ts'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

interface RankedRow {
  readonly name: string
  /** 0 to 100. */
  readonly value: number
  readonly label?: ReactNode
}

const MEDALS: readonly { readonly tone: Tone; readonly word: string }[] = [
  { tone: 'attention', word: '金牌' },
  { tone: 'unknown', word: '银牌' },
  { tone: 'idle', word: '铜牌' },
]
const PX_PER_POINT = 2

interface RankingProps {
  readonly label: string
  /** Best first. */
  readonly rows: readonly RankedRow[]
  readonly unit: string
  toneOf?(value: number): Tone
}

/** 2 px per point; ties share a place. Source: document 1. */
export function Ranking({ label, rows, unit, toneOf = () => 'working' }: RankingProps) {
  if (rows.length === 0) return <Empty title="暂无排名" />
  const isLong = rows.some(({ name }) => Array.from(name).length > 4)
  const places = placesOf(rows.map(({ value }) => value))
  return (
    <ol aria-label={label} className="flex min-h-0 flex-1 flex-col">
      {rows.map(({ name, value, label: shown = name }, at) => {
        const place = places[at] ?? at + 1
        const medal = MEDALS[place - 1]
        // Ties may give more than three medals.
        const isLarge = at < MEDALS.length
        return (
          <li
            key={name}
            value={place}
            className={cx(
              'flex max-h-12 grow items-center gap-2 text-sm',
              isLarge ? 'min-h-[2.5rem]' : 'min-h-[1.6875rem]',
            )}
          >
            {medal ? (
              <Medal place={place} {...medal} />
            ) : (
              <span className="w-7 shrink-0 text-center font-figure text-ink-soft">{place}</span>
            )}
            <span
              title={name}
              className={cx(
                'flex-1 truncate',
                isLarge ? 'min-w-0 text-base font-semibold' : isLong ? 'min-w-[7em]' : 'min-w-[4em]',
              )}
            >
              {shown}
            </span>
            {!isLarge && (
              <span aria-hidden="true" className="block w-[200px] min-w-0 shrink">
                <i
                  className={cx('block h-2 max-w-full rounded-full bg-current', toneClass[toneOf(value)].solid)}
                  style={{ width: `${(value * PX_PER_POINT) / 2}%` }}
                />
              </span>
            )}
            <span
              className={cx(
                'shrink-0 whitespace-nowrap text-right font-figure',
                isLarge ? 'w-16 text-lg font-semibold' : 'w-12 text-ink-soft',
              )}
            >
              {oneDecimal(value)}
              <span className="text-xs font-normal text-ink-soft">{unit}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Medal({ place, tone, word }: { place: number; tone: Tone; word: string }) {
  return (
    <span className={cx('relative inline-flex w-7 shrink-0 justify-center', toneClass[tone].solid)}>
      <svg viewBox="0 0 24 28" width={24} height={28} aria-hidden="true">
        <path d="M7 1h10l-3 9h-4L7 1Z" fill="currentColor" opacity={0.55} />
        <circle cx={12} cy={18} r={9} fill="currentColor" />
        <text x={12} y={22} textAnchor="middle" fontSize={11} fontWeight={700} fill={`rgb(var(--${tone}-on))`}>
          {place}
        </text>
      </svg>
      <span className="sr-only">{word}</span>
    </span>
  )
}
