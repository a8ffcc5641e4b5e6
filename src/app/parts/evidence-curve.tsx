import { MEASURE_WORDS } from '#contract/measure-words.ts'
import type { Measure } from '#contract/record.ts'
import { fromWireTime, toWireTime } from '#contract/time.ts'
import { formatNumber } from '#app/lib/format.ts'

const WIDTH = 600
const HEIGHT = 140

interface Reading {
  readonly time: string
  readonly value: number
}

interface EvidenceCurveProps {
  readonly figure: string
  readonly points: readonly Reading[]
  /** Of the alarm or the problem's beginning. */
  readonly moment: string
  readonly momentTone: 'danger-solid' | 'line-strong'
  readonly low?: number | null
  readonly high?: number | null
  /** Named to screen readers before the figures. */
  readonly name: string
  /** In the middle below. */
  readonly foot: string
}

export const shownReading = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 3 : 1)

export const wordsOfFigure = (figure: string): { readonly label: string; readonly unit?: string } =>
  MEASURE_WORDS[figure as Measure] ?? { label: figure }

/** @returns 'low', 'high' or null within the limits */
export const sideOf = (value: number, low: number | null, high: number | null) =>
  low !== null && value < low ? 'low' : high !== null && value > high ? 'high' : null

export function EvidenceCurve({
  figure,
  points,
  moment,
  momentTone,
  low = null,
  high = null,
  name,
  foot,
}: EvidenceCurveProps) {
  const { unit = '' } = wordsOfFigure(figure)
  const values = points.map(({ value }) => value)
  const limits = [
    { value: low, word: '下限' },
    { value: high, word: '上限' },
  ].flatMap(({ value, word }) => (value === null ? [] : [{ value, words: `${word} ${shownReading(value)} ${unit}` }]))
  const known = [...values, ...limits.map(({ value }) => value)]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const times = points.map(({ time }) => fromWireTime(time).getTime())
  const at = fromWireTime(moment).getTime()
  const from = Math.min(...times, at)
  const span = Math.max(...times, at) - from || 1
  const room = (most - least) / 6 || Math.abs(most) / 10 || 1
  const x = (ms: number) => (4 + ((ms - from) * (WIDTH - 8)) / span).toFixed(1)
  const y = (value: number) => HEIGHT - ((value - least + room) * HEIGHT) / (most - least + 2 * room)
  const isOut = (value: number | undefined) => value !== undefined && sideOf(value, low, high) !== null
  const path = (isShown: (value: number | undefined) => boolean) =>
    values
      .map((value, n) =>
        isShown(value)
          ? `${n > 0 && isShown(values[n - 1]) ? 'L' : 'M'}${x(times[n] ?? 0)} ${y(value).toFixed(1)}`
          : '',
      )
      .join('')
  const last = values[values.length - 1] ?? 0
  const said = [
    `${name}：${shownReading(values[0] ?? 0)} 至 ${shownReading(last)} ${unit}`,
    `最低 ${shownReading(Math.min(...values))}`,
    `最高 ${shownReading(Math.max(...values))}`,
    ...limits.map(({ words }) => words),
  ].join('，')
  const line = { fill: 'none', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const
  const upper = high === null ? 0 : y(high)
  return (
    <>
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={said}
          className="block h-28 w-full border-b border-line"
        >
          {limits.length > 0 && (
            <rect
              width={WIDTH}
              y={upper}
              height={(low === null ? HEIGHT : y(low)) - upper}
              fill="rgb(var(--ok-soft))"
            />
          )}
          {limits.map(({ value, words }) => (
            <path
              key={words}
              d={`M0 ${y(value).toFixed(1)}H${WIDTH}`}
              stroke="rgb(var(--attention-solid))"
              strokeWidth="1.5"
              strokeDasharray="4 3"
              {...line}
            />
          ))}
          <path
            d={`M${x(at)} 0V${HEIGHT}`}
            stroke={`rgb(var(--${momentTone}))`}
            strokeWidth="1.5"
            strokeDasharray="4 3"
            {...line}
          />
          <path d={path(() => true)} stroke="rgb(var(--chart-1))" strokeWidth="2" {...line} />
          <path d={path(isOut)} stroke="rgb(var(--attention-solid))" strokeWidth="3" {...line} />
          <path
            d={`M${x(times[times.length - 1] ?? 0)} ${y(last).toFixed(1)}h0`}
            stroke={isOut(last) ? 'rgb(var(--attention-solid))' : 'rgb(var(--chart-1))'}
            strokeWidth="8"
            strokeLinecap="round"
            {...line}
          />
        </svg>
        {limits.map(({ value, words }) => (
          <span
            key={words}
            aria-hidden="true"
            className="absolute right-0 rounded-sm bg-panel/80 px-1 text-xs text-attention-ink"
            style={{ top: `${(100 * y(value)) / HEIGHT}%` }}
          >
            {words}
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between font-figure text-xs text-ink-soft">
        <span>{toWireTime(new Date(from)).slice(5, 16)}</span>
        <span>{foot}</span>
        <span>{toWireTime(new Date(from + span)).slice(5, 16)}</span>
      </p>
    </>
  )
}
