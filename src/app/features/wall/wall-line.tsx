import { formatNumber } from '#app/lib/format.ts'

const WIDTH = 600
const HEIGHT = 150

/** Stroke width independent of the stretched viewBox. */
const stroke = (strokeWidth: string) => ({ strokeWidth, vectorEffect: 'non-scaling-stroke' }) as const

export function WallLine({
  label,
  points,
}: {
  label: string
  points: readonly { label: string; value: number | null }[]
}) {
  const x = (at: number) => (points.length < 2 ? WIDTH / 2 : 12 + (at * (WIDTH - 24)) / (points.length - 1))
  const known = points.flatMap(({ value }) => value ?? [])
  const low = Math.max(0, 5 * Math.floor(Math.min(...known) / 5) - 5)
  const high = Math.min(100, 5 * Math.ceil(Math.max(...known) / 5) + 5)
  const y = (value: number) => HEIGHT - 8 - ((value - low) * (HEIGHT - 16)) / (high - low || 1)
  let path = ''
  points.forEach(({ value }, at) => {
    if (value === null) return
    const goesOn = at > 0 && points[at - 1]?.value !== null
    path += `${goesOn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
  })
  const said = points.map((point) => `${point.label} ${formatNumber(point.value, 1)}`).join('，')
  return (
    <figure className="flex min-w-0 flex-1 gap-[0.5em]">
      {known.length > 0 && (
        <div
          aria-hidden="true"
          className="-my-[0.5em] flex flex-col justify-between text-right font-figure leading-none text-ink-soft"
        >
          {[high, low].map((value) => (
            <span key={value} className="text-[1.4em]">
              {value}
            </span>
          ))}
        </div>
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block h-[4em] min-w-0 flex-1 overflow-visible"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}：${said}`}
      >
        {(known.length > 0 ? [low, high] : []).map((value) => (
          <path key={value} d={`M0 ${y(value)}H${WIDTH}`} stroke="rgb(var(--line))" {...stroke('0.15em')} />
        ))}
        <path d={path} fill="none" stroke="rgb(var(--chart-1))" {...stroke('0.3em')} strokeLinejoin="round" />
        {points.map(
          ({ label: day, value }, at) =>
            value !== null && (
              // A zero-length line with round caps; a circle would be stretched.
              <path
                key={day}
                d={`M${x(at)} ${y(value)}h0`}
                stroke="rgb(var(--chart-1))"
                {...stroke('0.9em')}
                strokeLinecap="round"
              />
            ),
        )}
      </svg>
    </figure>
  )
}
