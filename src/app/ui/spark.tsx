import type { NormalRange } from './curve.rules.ts'
import { placeIn } from './curve.rules.ts'
import { cx } from './cx.ts'

const WIDTH = 72
const HEIGHT = 24
const ROOM = 3
const MOST_STEPS = 3

interface SparkProps extends NormalRange {
  /** Equal steps of time, oldest first. */
  readonly values: readonly (number | null)[]
  readonly isOut?: boolean
  readonly className?: string
}

export function Spark({ values, low, high, isOut, className }: SparkProps) {
  const known = values.flatMap((value) => value ?? [])
  const last = values.reduce<number>((found, value, at) => (value === null ? found : at), -1)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const end = last < 0 ? null : (values[last] ?? null)
  const span = low !== null && high !== null ? (high - low) / 5 : 0
  const isBound = low !== null || high !== null
  const spread = Math.max(most - least, Math.abs(most) / (isBound ? 5 : 2.5), span) || 1
  const middle = (least + most) / 2
  const limits = [low, high].flatMap((limit) => limit ?? []).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  const near = limits.slice(0, 1)
  const from = Math.min(middle - spread / 2, ...near.map((limit) => limit - spread / 4))
  const height = Math.max(middle + spread / 2, ...near.map((limit) => limit + spread / 4)) - from
  const x = (at: number) => ROOM + (at * (WIDTH - 2 * ROOM)) / Math.max(1, values.length - 1)
  const y = (value: number) => HEIGHT - ROOM - ((value - from) * (HEIGHT - 2 * ROOM)) / height
  const edge = (limit: number) => Math.min(HEIGHT, Math.max(0, y(limit)))
  let path = ''
  let before = -Infinity
  values.forEach((value, at) => {
    if (value === null) return
    path += `${at - before <= MOST_STEPS ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    before = at
  })
  const tone = isOut || (end !== null && placeIn({ low, high }, end) !== 'in') ? 'attention-solid' : 'chart-1'
  const hasRange = known.length > 0 && isBound
  const top = high === null ? 0 : edge(high)
  const base = low === null ? HEIGHT : edge(low)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      className={cx('shrink-0', className)}
    >
      {hasRange && <rect width={WIDTH} y={top} height={base - top} fill="rgb(var(--ok-soft))" />}
      <path
        d={path}
        fill="none"
        stroke={`rgb(var(--${tone}))`}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {end !== null && <circle cx={x(last)} cy={y(end)} r="2.5" fill={`rgb(var(--${tone}))`} />}
    </svg>
  )
}
