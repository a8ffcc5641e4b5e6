import { MEASURE_WORDS } from '#contract/measure-words.ts'
import type { ProblemDetail } from '#contract/problem.ts'
import type { Measure } from '#contract/record.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatNumber } from '#app/lib/format.ts'

const WIDTH = 600
const HEIGHT = 150

type Curve = NonNullable<ProblemDetail['curve']>

const shown = (value: number) => formatNumber(value, Math.abs(value) < 10 ? 3 : 1)
const moment = (time: string) => time.slice(5, 16)

export function ProblemCurve({ of: { figure, low, high, points }, happenTime }: { of: Curve; happenTime: string }) {
  const { label, unit = '' } = MEASURE_WORDS[figure as Measure]
  const values = points.map(({ value }) => value)
  const known = [...values, ...[low, high].filter((limit) => limit !== null)]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const times = points.map(({ time }) => fromWireTime(time).getTime())
  const began = fromWireTime(happenTime).getTime()
  const from = Math.min(...times, began)
  const span = Math.max(...times, began) - from || 1
  const room = (most - least) / 6 || Math.abs(most) / 10 || 1
  const x = (ms: number) => ((ms - from) * WIDTH) / span
  const y = (value: number) => HEIGHT - ((value - least + room) * HEIGHT) / (most - least + 2 * room)
  const isOut = (value: number) => (low !== null && value < low) || (high !== null && value > high)
  const path = (isShown: (at: number) => boolean) =>
    values
      .map((value, at) =>
        isShown(at)
          ? `${at > 0 && isShown(at - 1) ? 'L' : 'M'}${x(times[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`
          : '',
      )
      .join('')
  const [worst] = [...values].filter(isOut).sort((a, b) => (low !== null && a < low ? a - b : b - a))
  const limits = [
    low !== null && { value: low, words: `下限 ${shown(low)} ${unit}` },
    high !== null && { value: high, words: `上限 ${shown(high)} ${unit}` },
  ].filter((limit) => limit !== false)
  const said = [
    `${label}：最低 ${shown(Math.min(...values))}，最高 ${shown(Math.max(...values))} ${unit}`,
    ...limits.map(({ words }) => words),
  ].join('，')
  return (
    <section aria-label="前后读数">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="text-base font-semibold">发生前后 12 小时的{label}</h4>
        <p className="text-sm">
          {worst !== undefined && (
            <span className="font-figure text-lg font-semibold text-attention-ink">
              {shown(worst)} {unit}
            </span>
          )}
        </p>
      </div>
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={said}
          className="block h-32 w-full border-b border-line"
        >
          {limits.length > 0 && (
            <rect
              x="0"
              width={WIDTH}
              y={high === null ? 0 : y(high)}
              height={(low === null ? HEIGHT : y(low)) - (high === null ? 0 : y(high))}
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
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path
            d={`M${x(began).toFixed(1)} 0V${HEIGHT}`}
            stroke="rgb(var(--line-strong))"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path(() => true)}
            fill="none"
            stroke="rgb(var(--chart-1))"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path((at) => isOut(values[at] ?? 0))}
            fill="none"
            stroke="rgb(var(--attention-solid))"
            strokeWidth="3"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
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
        <span>{moment(points[0]?.time ?? happenTime)}</span>
        <span>发生 {moment(happenTime)}</span>
        <span>{moment(points[points.length - 1]?.time ?? happenTime)}</span>
      </p>
    </section>
  )
}
