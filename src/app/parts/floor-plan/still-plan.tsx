import type { CSSProperties } from 'react'
import type { PlacedPoint } from './plan-canvas.tsx'
import { PlanMarkShape } from './plan-mark.tsx'

interface StillPlanProps {
  readonly image: string
  readonly ratio: number
  readonly label: string
  readonly points: readonly PlacedPoint[]
  readonly chosen?: readonly string[]
  readonly isNumbered?: boolean
  readonly style?: CSSProperties
}

/** Without a map: for sheets and paper. */
export function StillPlan({ image, ratio, label, points, chosen = [], isNumbered, style }: StillPlanProps) {
  return (
    <div className="relative bg-panel" style={style}>
      <svg
        viewBox={`0 0 1000 ${Math.round(1000 * ratio)}`}
        className="plan-picture block w-full"
        role="img"
        aria-label={label}
      >
        <image href={image} width="1000" height={Math.round(1000 * ratio)} />
      </svg>
      {points.map(({ id, state, x, y }, at) => (
        <span
          key={id}
          aria-hidden="true"
          className="absolute flex -translate-x-1/2 -translate-y-1/2 items-center"
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, zIndex: chosen.includes(id) ? 1 : 0 }}
        >
          <PlanMarkShape state={state} isChosen={chosen.includes(id)} />
          {isNumbered && (
            <span className="absolute left-full whitespace-nowrap bg-panel px-0.5 text-xs font-semibold">{at + 1}</span>
          )}
        </span>
      ))}
    </div>
  )
}
