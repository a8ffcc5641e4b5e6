import { formatNumber } from '#app/lib/format.ts'

const WIDTH = 600
const HEIGHT = 150

/** A width by the wall's own letters: lines keep it while the drawing is stretched. */
const stroke = (strokeWidth: string) => ({ strokeWidth, vectorEffect: 'non-scaling-stroke' }) as const

/** A week of scores as one line from 0 to 100; days without a score leave a gap. */
export function WallLine({
  label,
  points,
}: {
  label: string
  points: readonly { label: string; value: number | null }[]
}) {
  const x = (at: number) => (points.length < 2 ? WIDTH / 2 : 12 + (at * (WIDTH - 24)) / (points.length - 1))
  const y = (value: number) => HEIGHT - 8 - (value * (HEIGHT - 16)) / 100
  let path = ''
  points.forEach(({ value }, at) => {
    if (value === null) return
    const goesOn = at > 0 && points[at - 1]?.value !== null
    path += `${goesOn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
  })
  const said = points.map((point) => `${point.label} ${formatNumber(point.value, 1)}`).join('，')
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block h-[10em] w-full overflow-visible"
        // As wide as the days below it, whatever the panel's shape.
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}：${said}`}
      >
        {[0, 50, 100].map((value) => (
          <path key={value} d={`M0 ${y(value)}H${WIDTH}`} stroke="rgb(var(--line))" {...stroke('0.15em')} />
        ))}
        <path d={path} fill="none" stroke="rgb(var(--chart-1))" {...stroke('0.3em')} strokeLinejoin="round" />
        {points.map(
          ({ label: day, value }, at) =>
            value !== null && (
              // A dot is a line without length: a circle would be drawn out with the panel.
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
      <div aria-hidden="true" className="flex justify-between text-[1.75em] text-ink-soft">
        {points.map(({ label: day }) => (
          <span key={day} className="font-figure">
            {day}
          </span>
        ))}
      </div>
    </figure>
  )
}
