import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { FloorDetail, PlanInfo } from '#contract/floor-plan.ts'
import { floorPlanQuery, removePlan } from '#app/data/floor-plan.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { formatTime } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { placedOf } from '#app/parts/floor-plan/placed-points.ts'
import { PlanCanvas } from '#app/parts/floor-plan/plan-canvas.tsx'
import { StillPlan } from '#app/parts/floor-plan/still-plan.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { EditIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { FloorPoints, PointFacts } from './floor-points.tsx'
import { floorWords } from './floor-stack.tsx'
import { PlanUpload } from './plan-upload.tsx'

const PlacePoints = lazy(() => import('./place-points.tsx').then((loaded) => ({ default: loaded.PlacePoints })))

interface FloorViewProps {
  readonly buildingId: string
  readonly place: string
  readonly floor: string
  readonly count: number
  readonly mayEdit: boolean
  readonly point: string | undefined
  readonly uploaded: { readonly count: number; readonly of: number }
  readonly elsewhere: ReactNode
  onEdit(): void
}

export function FloorView({ buildingId, floor, ...rest }: FloorViewProps) {
  const detail = useQuery(floorPlanQuery.floor(buildingId, floor))
  return (
    <>
      <QueryResult of={detail} waiting={<Coming />}>
        {(data) =>
          data.plan ? (
            <WithPicture buildingId={buildingId} floor={floor} of={data} plan={data.plan} {...rest} />
          ) : (
            <WithoutPlan buildingId={buildingId} floor={floor} of={data} {...rest} />
          )
        }
      </QueryResult>
      {!detail.data && !detail.isLoading && rest.elsewhere}
    </>
  )
}

const Coming = () => (
  <Loading>
    <Skeleton className="h-[56vh] min-h-[20rem] w-full md:h-[min(34rem,48vh)]" />
  </Loading>
)

interface ShownProps extends FloorViewProps {
  readonly of: FloorDetail
}

function WithoutPlan(props: ShownProps) {
  const { buildingId, floor, count, mayEdit, point, uploaded, elsewhere, onEdit } = props
  const { points } = props.of
  const [chosen, setChosen] = useState(point)
  return (
    <div className="flex flex-1 flex-col space-y-3">
      <FloorPoints
        buildingId={buildingId}
        name={floorWords(floor)}
        points={points}
        floor={floor}
        count={count}
        chosen={chosen}
        onChoose={setChosen}
      />
      {elsewhere}
      {floor === '' ? (
        <p className="text-sm text-ink-soft">这些点位未填写楼层，请在“点位管理”中补填后再放到平面图上。</p>
      ) : (
        <section
          aria-label="平面图"
          className="flex min-h-[3.5rem] flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed border-line-strong px-3 py-3 md:py-1.5"
        >
          <div className="min-w-0 flex-1 basis-52">
            <h3 className="text-base font-semibold">{floor}暂无平面图</h3>
            <p className="min-w-0 text-sm text-ink-soft">
              {mayEdit ? '上传后报警点会标在图上' : '由建筑的管理单位上传'} ·{' '}
              <span className="inline-block">
                {uploaded.count > 0 ? `已上传 ${uploaded.count}/${uploaded.of} 层` : `${uploaded.of} 层均未上传`}
              </span>
            </p>
          </div>
          {mayEdit && (
            <div className="flex flex-wrap gap-2" onClickCapture={onEdit}>
              <PlanUpload buildingId={buildingId} floor={floor} />
            </div>
          )}
        </section>
      )}
      <PointFacts
        buildingId={buildingId}
        of={points.find(({ id }) => id === chosen)}
        onClose={() => setChosen(undefined)}
      />
    </div>
  )
}

function WithPicture(props: ShownProps & { plan: PlanInfo }) {
  const picture = useQuery(floorPlanQuery.picture(props.plan))
  return (
    <>
      <QueryResult of={picture} waiting={<Coming />}>
        {({ image }) => <Plan {...props} image={image} />}
      </QueryResult>
      {!picture.data && props.elsewhere}
    </>
  )
}

function Plan({
  buildingId,
  place,
  floor,
  count,
  mayEdit,
  point,
  elsewhere,
  onEdit,
  of: { points },
  plan,
  image,
}: ShownProps & { plan: PlanInfo; image: string }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(point)
  const [isPlacing, setPlacing] = useState(false)
  const placed = placedOf(points)
  const label = `${floor}平面图`
  const ratio = plan.height / plan.width

  async function remove() {
    const question = `是否删除${label}？`
    const detail = placed.length > 0 ? `图上 ${placed.length} 个点位的位置一并删除，点位本身不变。` : ''
    if (!(await confirm({ question, detail, danger: true, yes: '删除' }))) return
    try {
      await removePlan(client, plan)
      toast.success(`已删除${label}`)
    } catch (error) {
      toast.error(failureWords(error, `${label}未删除，请重试`))
    }
  }

  if (isPlacing)
    return (
      <Suspense fallback={<Coming />}>
        <PlacePoints
          buildingId={buildingId}
          place={place}
          floor={floor}
          plan={plan}
          points={points}
          image={image}
          onDone={() => setPlacing(false)}
        />
      </Suspense>
    )
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-base font-semibold">{label}</h3>
        <p className="grow text-sm text-ink-soft">
          已放置 {placed.length} / {count} 个点位 · {formatBytes(plan.bytes)} · {formatTime(plan.updateTime)}
          {plan.updatedBy && ` ${plan.updatedBy}`} 更新
        </p>
      </div>
      <PlanCanvas
        image={image}
        ratio={ratio}
        label={label}
        points={placed}
        chosen={chosen}
        onTap={(id) => setChosen(id)}
      />
      <PointFacts
        buildingId={buildingId}
        of={points.find(({ id }) => id === chosen)}
        onClose={() => setChosen(undefined)}
      />
      {mayEdit && (
        <div className="not-printed flex flex-wrap gap-2" onClickCapture={onEdit}>
          <Button kind="primary" icon={<EditIcon />} disabled={points.length === 0} onClick={() => setPlacing(true)}>
            放置点位
          </Button>
          <PlanUpload buildingId={buildingId} floor={floor} replaced={{ plan, placed: placed.length }} />
          <Button onClick={() => void remove()}>删除平面图</Button>
        </div>
      )}
      <div className="hidden print:block">
        <StillPlan image={image} ratio={ratio} label={label} points={placed} isNumbered />
      </div>
      <FloorPoints
        buildingId={buildingId}
        points={points}
        floor={floor}
        count={count}
        chosen={chosen}
        onChoose={setChosen}
        isOnPlan
      />
      {elsewhere}
    </div>
  )
}
