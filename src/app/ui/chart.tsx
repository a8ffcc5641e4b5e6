import type { CSSProperties, ReactNode } from 'react'
import { useChartCode } from './chart-code.ts'
import { shareOf, withUnit, type LineModel, type Slice } from './chart-model.ts'
import { cx } from './cx.ts'
import { cut, formatNumber } from '../lib/format.ts'
import { SkeletonChart, SkeletonRing } from './skeleton.tsx'
import { toneClass } from './tone-class.ts'

function Line(model: LineModel) {
  const code = useChartCode()
  return code ? <code.ApexLine {...model} /> : <SkeletonChart height={model.height} />
}

function Ring({ parts, size, unit }: { parts: readonly Slice[]; size: number; unit: string | undefined }) {
  const code = useChartCode()
  return code ? <code.ApexDonut parts={parts} height={size} unit={unit} /> : <SkeletonRing size={size} />
}

// Full class names, so that Tailwind finds them.
const lineClass = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']
const sliceClass = [...lineClass, 'bg-chart-7', 'bg-chart-8', 'bg-chart-9', 'bg-chart-10', 'bg-chart-11']

export interface LineChartProps extends LineModel {
  /** '近 7 天安全评分' */
  readonly label: string
}

export function LineChart({ label, ...model }: LineChartProps) {
  const { series, height, unit, averageLine } = model
  const labels = (series[0]?.points ?? []).map((point) => point.label)
  const blank = series.every(({ points }) => points.every((point) => point.value === null))
  const head = series.length > 1 || unit || averageLine ? 24 : 0
  return (
    <figure aria-label={label} className="relative overflow-hidden overflow-clip" style={{ height }}>
      {head > 0 && (
        <div aria-hidden="true" className="flex h-6 items-center justify-between text-xs text-ink-soft">
          <span>{unit && `单位：${unit}`}</span>
          <span className="flex min-w-0 gap-3">
            {series.length > 1 &&
              series.map(({ name }, at) => (
                <Key key={name} swatch={cx('h-0.5', lineClass[at % lineClass.length])}>
                  {name}
                </Key>
              ))}
            {averageLine && (
              <Key swatch="border-t-2 border-dashed border-ink-soft">
                {averageLine.label} {withUnit(averageLine.value, unit)}
              </Key>
            )}
          </span>
        </div>
      )}
      <div aria-hidden="true">
        {blank ? <Blank height={height - head} /> : <Line {...model} height={height - head} />}
      </div>
      <div className="sr-only">
        <table>
          <caption>
            {label}
            {unit && `，单位：${unit}`}
            {averageLine && `，${averageLine.label} ${withUnit(averageLine.value, unit)}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((day, at) => (
              <tr key={`${at} ${day}`}>
                <th scope="row">{day}</th>
                {series.map(({ name, points }) => (
                  <td key={name}>{withUnit(points[at]?.value ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Key({ swatch, children }: { swatch: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <i className={cx('w-4 shrink-0', swatch)} />
      <span className="truncate">{children}</span>
    </span>
  )
}

function Blank({ height }: { height: number }) {
  return (
    <div className="relative flex flex-col justify-between pb-6 pt-3" style={{ height }}>
      {['top', 'upper', 'middle', 'lower', 'base'].map((line) => (
        <div key={line} className="border-t border-line" />
      ))}
      <Centre>
        <span className="rounded bg-panel px-2 py-1 text-sm text-ink-soft">暂无数据</span>
      </Centre>
    </div>
  )
}

function Centre({ children }: { children: ReactNode }) {
  return (
    <div className="absolute bottom-0 left-0 right-0 top-0 flex flex-col items-center justify-center">{children}</div>
  )
}

export interface DonutChartProps {
  /** '服务商占比' */
  readonly label: string
  readonly parts: readonly Slice[]
  readonly height: number
  readonly unit?: string
  readonly totalLabel?: string
  /** For long names. */
  readonly stacked?: boolean
}

// Apex places it where the card clips.
const TIP_BELOW = '[&_.apexcharts-tooltip]:[transform:translateY(calc(100%+1.75rem))]'
const TIP_ASIDE = '[&_.apexcharts-tooltip]:[transform:translate(50%,calc(100%+1.75rem))]'

const plain = (shown: ReactNode) => shown

/** Also the table for screen readers. */
export function DonutChart({ label, parts, height, unit, totalLabel = '合计', stacked }: DonutChartProps) {
  const total = parts.reduce((sum, slice) => sum + slice.value, 0)
  // The ring leaves no room for it.
  const isLong = total >= 1e6
  const ring = Math.min(height, stacked ? 168 : 136)
  return (
    <figure
      style={{ '--chart-height': `${height}px` } as CSSProperties}
      className={cx(
        'flex items-center gap-3 xl:gap-4',
        // No fixed height below `xl`.
        stacked ? 'flex-col justify-center xl:h-[var(--chart-height)]' : 'h-[var(--chart-height)]',
        isLong && !stacked && 'flex-wrap content-center justify-center',
      )}
    >
      <div
        aria-hidden="true"
        className={cx('relative shrink-0', stacked || isLong ? TIP_BELOW : TIP_ASIDE)}
        style={{ width: ring, height: ring }}
      >
        {/* The tooltip covers the total. */}
        <div className="pointer-events-none">
          <Centre>
            <span className={cx('font-figure font-semibold', isLong ? 'text-sm' : 'text-2xl')}>
              {formatNumber(total)}
            </span>
            <span className="text-xs text-ink-soft">{totalLabel}</span>
          </Centre>
        </div>
        {total === 0 ? (
          <div className="h-full w-full rounded-full border-[24px] border-line" />
        ) : (
          <Ring parts={parts} size={ring} unit={unit} />
        )}
      </div>
      <div
        className={cx('min-w-0 overflow-auto', stacked ? 'min-h-0 w-full' : isLong ? 'w-full' : 'max-h-full flex-1')}
      >
        <table className={cx('w-full text-sm md:text-xs xl:text-sm', stacked && parts.length < 7 && 'xl:[&_tr]:h-9')}>
          <caption className="sr-only">{label}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">名称</th>
              <th scope="col">数量</th>
              <th scope="col">占比</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, value, tone, link = plain }, at) => (
              <tr key={`${at} ${name}`}>
                <th
                  scope="row"
                  title={name}
                  className="w-full min-w-[3em] max-w-0 truncate py-0.5 pr-1 text-left font-normal"
                >
                  <i
                    aria-hidden="true"
                    className={cx(
                      'mr-1 inline-block h-2.5 w-2.5 rounded-sm',
                      tone ? cx('bg-current', toneClass[tone].solid) : sliceClass[at % sliceClass.length],
                    )}
                  />
                  {cut(name, 13)}
                </th>
                <td className="whitespace-nowrap text-right font-figure">{link(withUnit(value, unit))}</td>
                <td className="whitespace-nowrap pl-2 text-right font-figure text-ink-soft">
                  {formatNumber(shareOf(value, parts), 1)}%
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {parts.length === 0 && <p className="text-sm text-ink-soft">暂无数据</p>}
      </div>
    </figure>
  )
}
