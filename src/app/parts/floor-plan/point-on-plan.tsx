import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FloorPoint } from '#contract/floor-plan.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { EvidenceCard } from '../evidence-card.tsx'
import { FloorAwaited } from './floor-awaited.tsx'
import { useCanEdit } from '../use-can-edit.ts'
import { placedOf } from './placed-points.ts'
import { rankOf } from './plan-mark.tsx'
import { PointsOfFloor } from './points-of-floor.tsx'
import { StillPlan } from './still-plan.tsx'

interface PointOnPlanProps {
  readonly buildingId: string
  readonly floor: string
  readonly pointIds: readonly string[]
  readonly own?: readonly (string | null)[] | undefined
  readonly children?: ReactNode
}

const SCALE = 150

export function PointOnPlan({ buildingId, floor, pointIds, own, children }: PointOnPlanProps) {
  const canEdit = useCanEdit()
  const { data: list, isLoading } = useQuery(floorPlanQuery.list(buildingId))
  const known = list?.floors.find((one) => one.floor === floor)
  const plan = known?.plan
  const { data: detail, isLoading: isDetailLoading } = useQuery({
    ...floorPlanQuery.floor(buildingId, floor),
    enabled: known !== undefined,
  })
  const points = placedOf(detail?.points ?? [])
  const here = points.filter(({ id }) => pointIds.includes(id))
  const first = pointIds.flatMap((id) => here.filter((one) => one.id === id))[0]
  const { data: picture, isLoading: isPictureLoading } = useQuery({
    ...floorPlanQuery.picture(plan ?? { id: '', picture: '' }),
    enabled: Boolean(plan && first),
  })
  if (isLoading || isDetailLoading) return <FloorAwaited />
  if (!list || !known) return children
  const aside = (words: string, point: string | undefined) => (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id: buildingId, canEdit, tabName: 'planInfo' }}
      search={{ floor, ...(point !== undefined && { point }) }}
      className={`${buttonClass({ kind: 'quiet', size: 'small' })} -my-2.5 -mr-2.5`}
    >
      {words}
    </Link>
  )
  if (!plan || (detail && !first))
    return (
      <>
        <EvidenceCard title="各楼层点位" aside={aside('平面图', undefined)}>
          <PointsOfFloor
            floors={list.floors}
            floor={floor}
            points={detail && worstFirst(detail.points, pointIds)}
            concerned={pointIds}
            own={own}
          />
        </EvidenceCard>
        {children}
      </>
    )
  if (!first || !picture)
    return (
      <>
        {isPictureLoading && <FloorAwaited />}
        {children}
      </>
    )
  return (
    <>
      <EvidenceCard title={`${floor}平面图`} aside={aside('看全图', first.id)}>
        <div className="relative h-[16.25rem] overflow-hidden rounded border border-line bg-sunk">
          <StillPlan
            image={picture.image}
            ratio={plan.height / plan.width}
            label={`${floor}平面图，中间为${first.name}`}
            points={points}
            chosen={here.map(({ id }) => id)}
            style={{
              position: 'absolute',
              width: `${SCALE}%`,
              left: '50%',
              top: '50%',
              transform: `translate(${-first.x * 100}%, ${-first.y * 100}%)`,
            }}
          />
        </div>
      </EvidenceCard>
      {children}
    </>
  )
}

const worstFirst = (points: readonly FloorPoint[], concerned: readonly string[]) =>
  points
    .slice()
    .sort(
      (a, b) =>
        Number(concerned.includes(b.id)) - Number(concerned.includes(a.id)) || rankOf(b.state) - rankOf(a.state),
    )
