import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { FloorRow } from '#contract/floor-plan.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { placedOf } from '#app/parts/floor-plan/placed-points.ts'
import { StillPlan } from '#app/parts/floor-plan/still-plan.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { FloorPoints } from './floor-points.tsx'

interface PrintFloorsProps {
  readonly buildingId: string
  readonly floors: readonly FloorRow[]
  onDone(): void
}

export function PrintFloors({ buildingId, floors, onDone }: PrintFloorsProps) {
  const details = useQueries({ queries: floors.map(({ floor }) => floorPlanQuery.floor(buildingId, floor)) })
  const plans = details.flatMap(({ data }, at) =>
    data?.plan ? [{ plan: data.plan, points: data.points, row: floors[at]! }] : [],
  )
  const pictures = useQueries({ queries: plans.map(({ plan }) => floorPlanQuery.picture(plan)) })
  const isSettled = [...details, ...pictures].every(({ isPending }) => !isPending)
  const isFailed = [...details, ...pictures].some(({ data, error }) => data === undefined && error)
  const images = pictures.flatMap(({ data }) => (data ? [data.image] : []))
  const print = useRef(async () => {})
  print.current = async () => {
    if (isFailed) toast.error('有平面图未取得，请联网后重试')
    else {
      await Promise.all(
        images.map((src) =>
          Object.assign(new Image(), { src })
            .decode()
            .catch(() => undefined),
        ),
      )
      window.print()
    }
    onDone()
  }
  useEffect(() => {
    if (isSettled) void print.current()
  }, [isSettled])
  return (
    <div className="hidden print:block">
      {plans.map(({ plan, points, row }, at) => {
        const image = pictures[at]?.data?.image
        const label = `${row.floor}平面图`
        return (
          <section key={row.floor} aria-label={label} className={at > 0 ? 'break-before-page' : undefined}>
            <h3 className="mb-2 text-base font-semibold">{label}</h3>
            {image && (
              <StillPlan
                image={image}
                ratio={plan.height / plan.width}
                label={label}
                points={placedOf(points)}
                isNumbered
              />
            )}
            <FloorPoints points={points} count={row.points} chosen={undefined} onChoose={() => {}} isOnPlan />
          </section>
        )
      })}
    </div>
  )
}
