import { type CSSProperties, type ReactNode, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { columnScale, isLabelled } from './column-scale.ts'
import { cx } from './cx.ts'
import { SkeletonChart } from './skeleton.tsx'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

export interface ColumnPart {
  readonly name: string
  readonly tone: Tone
  readonly fill?: string
}

export interface ChartColumn {
  readonly label: string
  readonly tick: string
  readonly counts: readonly number[]
}

export interface ColumnLink {
  readonly at: number
  readonly label: string
  readonly className: string
  readonly tabIndex?: number
  readonly onMouseEnter?: () => void
  readonly children: ReactNode
}

interface ColumnChartProps {
  readonly label: string
  readonly unit: string
  readonly parts: readonly ColumnPart[]
  readonly columns: readonly ChartColumn[]
  readonly chosen: number
  readonly link: (link: ColumnLink) => ReactNode
}

const PLOT = 148
const HEIGHT = PLOT + 48
const FEW = 16
const READOUT =
  '-mb-2.5 flex min-h-[4.75rem] items-center gap-x-3 border-t border-line pt-1.5 md:min-h-[2.75rem] xl:min-h-[2.5rem]'

export function ColumnChartSpace() {
  return (
    <div className="-mt-2">
      <SkeletonChart height={HEIGHT} />
      <div className={READOUT} />
    </div>
  )
}

const totalOf = ({ counts }: ChartColumn) => counts.reduce((sum, one) => sum + one, 0)

export function ColumnChart({ label, unit, parts, columns, chosen, link }: ColumnChartProps) {
  const totals = columns.map(totalOf)
  const newest = totals.reduce((found, total, at) => (total > 0 ? at : found), columns.length - 1)
  const [pointed, setPointed] = useState({ at: chosen >= 0 ? chosen : newest, before: chosen })
  const isMoved = chosen !== pointed.before
  const at = isMoved ? (chosen >= 0 ? chosen : newest) : pointed.at
  const { top, step } = columnScale(Math.max(...totals))
  const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step)
  const shown = columns[at]
  const used = parts.filter((_, index) => columns.some(({ counts }) => (counts[index] ?? 0) > 0))
  const named = parts.flatMap(({ name }, index) => {
    const count = shown?.counts[index] ?? 0
    return count > 0 ? [[name, count] as const] : []
  })
  const words = (of: number) => `${columns[of]?.label ?? ''}，${formatNumber(totals[of])} ${unit}`
  return (
    <figure aria-label={label} className="-mt-2">
      <div style={{ height: HEIGHT }}>
        <div aria-hidden="true" className="flex h-6 items-start gap-x-3 overflow-hidden text-xs text-ink-soft">
          {used.map(({ name, tone, fill = 'bg-current' }) => (
            <span key={name} className="flex shrink-0 items-center gap-1">
              <i className={cx('h-2.5 w-2.5 shrink-0 rounded-sm', fill, toneClass[tone].solid)} />
              {name}
            </span>
          ))}
        </div>
        <div className="relative ml-7 mt-4" style={{ height: PLOT - 16 }}>
          <div aria-hidden="true" className="absolute inset-0">
            {lines.map((value) => (
              <div
                key={value}
                className={cx('absolute inset-x-0 border-t', value === 0 ? 'border-line-strong' : 'border-line')}
                style={{ bottom: `${(100 * value) / top}%` }}
              >
                <span className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap font-figure text-xs leading-none text-ink-soft">
                  {formatNumber(value)}
                </span>
              </div>
            ))}
          </div>
          <input
            type="range"
            min={0}
            max={columns.length - 1}
            value={at}
            aria-label={`${label}：选择日期`}
            aria-valuetext={words(at)}
            onChange={({ target }) => setPointed({ at: Number(target.value), before: chosen })}
            style={{ '--column': `${100 / columns.length}%` } as CSSProperties}
            className="absolute inset-0 m-0 h-full w-full cursor-pointer appearance-none rounded-sm bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-[var(--column)] [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0"
          />
          <div className="pointer-events-none absolute inset-0 flex">
            {columns.map((column, index) => (
              <div key={column.label} className={cx('relative h-full flex-1', index === at && 'bg-working-soft')}>
                <div aria-hidden="true" className="absolute inset-0 flex flex-col items-center justify-end">
                  {columns.length <= FEW && (totals[index] ?? 0) > 0 && (
                    <span className="whitespace-nowrap font-figure text-xs leading-4">
                      {formatNumber(totals[index])}
                    </span>
                  )}
                  <Stack of={column} parts={parts} top={top} />
                </div>
                {link({
                  at: index,
                  label: words(index),
                  className: 'pointer-events-auto absolute inset-0 rounded-sm hover:bg-working-soft/60 max-xl:hidden',
                  tabIndex: -1,
                  onMouseEnter: () => setPointed({ at: index, before: chosen }),
                  children: null,
                })}
                <span
                  aria-hidden="true"
                  className={cx(
                    'absolute top-full mt-1.5 whitespace-nowrap font-figure text-xs leading-none',
                    index > FEW && index === columns.length - 1 ? 'right-0' : 'left-1/2 -translate-x-1/2',
                    index === at ? 'text-ink' : 'text-ink-soft',
                    !isLabelled(index, columns.length) && (columns.length <= FEW ? 'max-xl:hidden' : 'hidden'),
                  )}
                >
                  {column.tick}
                </span>
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className={READOUT}>
        <p className="min-w-0 flex-1 text-sm">
          <span className="mr-3 inline-block font-medium">{shown?.label}</span>
          <span className="mr-3 inline-block font-figure">
            {formatNumber(totals[at])} {unit}
          </span>
          <span className="block text-ink-soft md:inline">
            {named.map(([name, count], index) => (
              <span key={name} className="inline-block">
                {name} {formatNumber(count)}
                {index < named.length - 1 && '，'}
              </span>
            ))}
          </span>
        </p>
        {(totals[at] ?? 0) > 0 &&
          link({
            at,
            label: `查看 ${words(at)}`,
            className:
              'inline-flex min-h-control min-w-control shrink-0 items-center justify-end text-sm font-semibold text-link hover:underline',
            children: '查看明细',
          })}
      </div>
      <CountsTable label={label} unit={unit} parts={parts} columns={columns} />
    </figure>
  )
}

interface StackProps {
  readonly of: ChartColumn
  readonly parts: readonly ColumnPart[]
  readonly top: number
}

function Stack({ of, parts, top }: StackProps) {
  return (
    <span
      className="flex w-3/5 max-w-[2rem] shrink-0 flex-col-reverse overflow-hidden rounded-t-sm"
      style={{ height: `${(100 * totalOf(of)) / top}%` }}
    >
      {parts.map(({ name, tone, fill = 'bg-current' }, part) =>
        of.counts[part] ? (
          <i
            key={name}
            className={cx(
              'basis-0 border-t border-panel',
              tone === 'fire' ? 'min-h-[5px]' : 'min-h-[2px]',
              fill,
              toneClass[tone].solid,
            )}
            style={{ flexGrow: of.counts[part] }}
          />
        ) : null,
      )}
    </span>
  )
}

function CountsTable({ label, unit, parts, columns }: Pick<ColumnChartProps, 'label' | 'unit' | 'parts' | 'columns'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>
          {label}，单位：{unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">日期</th>
            {parts.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.label}>
              <th scope="row">{column.label}</th>
              {parts.map(({ name }, part) => (
                <td key={name}>{formatNumber(column.counts[part])}</td>
              ))}
              <td>{formatNumber(totalOf(column))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
