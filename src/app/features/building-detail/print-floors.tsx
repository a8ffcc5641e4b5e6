import type { QueryClient } from '@tanstack/react-query'
import type { FloorPoint, PlanInfo } from '#contract/floor-plan.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { placedOf } from '#app/parts/floor-plan/placed-points.ts'
import { StillPlan } from '#app/parts/floor-plan/still-plan.tsx'
import { cx } from '#app/ui/cx.ts'
import { FloorPoints } from './floor-points.tsx'

interface Sheet {
  readonly floor: string
  readonly plan: PlanInfo
  readonly points: readonly FloorPoint[]
  readonly image: string
}

export async function readSheets(
  client: QueryClient,
  buildingId: string,
  floors: readonly string[],
): Promise<readonly Sheet[]> {
  const sheets = floors.map(async (floor) => {
    const { plan, points } = await client.fetchQuery(floorPlanQuery.floor(buildingId, floor))
    if (!plan) return []
    const { image } = await client.fetchQuery(floorPlanQuery.picture(plan))
    await Object.assign(new Image(), { src: image }).decode()
    return [{ floor, plan, points, image }]
  })
  return (await Promise.all(sheets)).flat()
}

const nothing = () => undefined

export function PrintFloors({ sheets }: { sheets: readonly Sheet[] }) {
  return (
    <div className="hidden print:block">
      {sheets.map(({ floor, plan, points, image }, at) => {
        const label = `${floor}平面图`
        return (
          <section key={floor} aria-label={label} className={cx(at > 0 && 'break-before-page')}>
            <h3 className="mb-2 text-base font-semibold">{label}</h3>
            <StillPlan
              image={image}
              ratio={plan.height / plan.width}
              label={label}
              points={placedOf(points)}
              isNumbered
            />
            <FloorPoints
              points={points}
              floor={floor}
              count={points.length}
              chosen={undefined}
              onChoose={nothing}
              isOnPlan
            />
          </section>
        )
      })}
    </div>
  )
}
