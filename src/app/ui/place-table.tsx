import type { CSSProperties, ReactNode } from 'react'
import { placesOf } from '#contract/ranking.rules.ts'
import { oneDecimal } from '../lib/format.ts'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { ToneMark } from './tone-mark.tsx'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

export interface PlacedRow {
  readonly name: string
  readonly label?: ReactNode
  /** 0 to 100. */
  readonly value: number | null
  readonly note: string
  readonly fires?: ReactNode
}

interface PlaceTableProps {
  readonly label: string
  /** Best first. */
  readonly rows: readonly PlacedRow[]
  readonly unit: string
  readonly heads: readonly [value: string, note: string]
  toneOf(value: number): Tone
  readonly dangerMark?: ReactNode
  readonly inColumns?: boolean
}

/** 2 px per point. Source: document 2, section 2. */
export function PlaceTable({ label, rows, unit, heads, toneOf, dangerMark, inColumns = false }: PlaceTableProps) {
  if (rows.length === 0) return <Empty title="暂无排名" />
  const hasFires = rows.some(({ fires }) => fires !== undefined)
  const isLong = rows.some(({ name }) => Array.from(name).length > 4)
  const places = placesOf(rows.map(({ value }) => value))
  return (
    <>
      <div aria-hidden="true" className="flex gap-x-8 text-right text-xs text-ink-soft">
        {(inColumns ? ['flex', 'second-column'] : ['flex']).map((className) => (
          <p key={className} className={cx('flex-1 gap-2 border-b border-line pb-1', className)}>
            <span className="w-7 text-center">名次</span>
            <span className={cx('mr-auto', inColumns && 'pl-1')}>名称</span>
            <span className="w-16">{heads[0]}</span>
            <span className="w-12">{heads[1]}</span>
            {hasFires && <span className="w-8">火警</span>}
          </p>
        ))}
      </div>
      <ol
        aria-label={label}
        style={inColumns ? ({ '--rows': Math.ceil(rows.length / 2) } as CSSProperties) : undefined}
        className={cx('flex flex-1 flex-col', inColumns && 'in-columns')}
      >
        {rows.map(({ name, value, note, fires, label: shown = name }, at) => {
          const place = places[at] ?? at + 1
          const tone = value === null ? 'unknown' : toneOf(value)
          return (
            <li
              key={name}
              value={place}
              className="relative flex max-h-12 min-h-[1.75rem] grow items-center gap-2 border-b border-line text-sm"
            >
              <span className="w-7 shrink-0 text-center font-figure text-ink-soft">{place}</span>
              <span
                title={name}
                className={cx('flex-1 truncate', isLong ? 'min-w-[6em]' : 'min-w-[4.125em] xl:min-w-[4.75em]')}
              >
                {shown}
              </span>
              <span
                aria-hidden="true"
                className={cx(
                  'block h-2 w-[200px] min-w-0 shrink overflow-hidden rounded-full',
                  value !== null && 'bg-line',
                )}
              >
                {value !== null && (
                  <i
                    className={cx('block h-2 max-w-full rounded-full bg-current', toneClass[tone].solid)}
                    style={{ width: `${value}%` }}
                  />
                )}
              </span>
              <span className="inline-flex w-16 shrink-0 items-center justify-end gap-1 font-figure">
                {value !== null && ((tone === 'danger' && dangerMark) || <ToneMark tone={tone} />)}
                <span>
                  <span className="sr-only">{heads[0]} </span>
                  {oneDecimal(value)}
                  {value !== null && <span className="text-xs text-ink-soft">{unit}</span>}
                </span>
              </span>
              <span className="w-12 shrink-0 text-right font-figure text-ink-soft">
                <span className="sr-only">{heads[1]} </span>
                {note}
              </span>
              {hasFires && <span className="w-8 shrink-0 text-right font-figure text-ink-soft">{fires}</span>}
            </li>
          )
        })}
      </ol>
    </>
  )
}
