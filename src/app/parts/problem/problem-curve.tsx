import type { ProblemDetail } from '#contract/problem.ts'
import { EvidenceCurve, shownReading, sideOf, wordsOfFigure } from '../evidence-curve.tsx'

type Curve = NonNullable<ProblemDetail['curve']>

export function ProblemCurve({ of: { figure, low, high, points }, happenTime }: { of: Curve; happenTime: string }) {
  const { label, unit = '' } = wordsOfFigure(figure)
  const values = points.map(({ value }) => value)
  const isTooLow = values.some((value) => sideOf(value, low, high) === 'low')
  const worst = isTooLow ? Math.min(...values) : Math.max(...values)
  return (
    <section aria-label="前后读数">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="text-base font-semibold">发生前后 12 小时的{label}</h4>
        {sideOf(worst, low, high) && (
          <p className="font-figure text-lg font-semibold text-attention-ink">
            {shownReading(worst)} {unit}
          </p>
        )}
      </div>
      <EvidenceCurve
        figure={figure}
        points={points}
        moment={happenTime}
        momentTone="line-strong"
        low={low}
        high={high}
        name={label}
        foot={`发生 ${happenTime.slice(5, 16)}`}
      />
    </section>
  )
}
