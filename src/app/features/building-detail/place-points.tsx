import { useEffect, useMemo, useRef } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import { MOST_PLACES } from '#contract/floor-plan.rules.ts'
import type { FloorPoint } from '#contract/floor-plan.ts'
import { dropDraft } from '#app/offline/draft-store.ts'
import { pointName } from '#app/parts/floor-plan/placed-points.ts'
import { PlanCanvas, type PlacedPoint } from '#app/parts/floor-plan/plan-canvas.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Select } from '#app/ui/select.tsx'
import { pointPlace } from './floor-points.tsx'
import { place, type Placing, skip, spotOf, undo } from './placing.rules.ts'
import { placingDraft, usePlacing } from './use-placing.ts'
import { type PlacedFloor, useSavePlaces } from './use-save-places.ts'

interface PlacePointsProps extends PlacedFloor {
  readonly points: readonly FloorPoint[]
  readonly image: string
}

export function PlacePoints({ points, image, ...of }: PlacePointsProps) {
  const { floor, plan, onDone } = of
  const { placing, change, turnTo, withRefused } = usePlacing(plan, points)
  const { save, isBusy, refusal } = useSavePlaces(of)
  const { current, drafts, history } = placing

  const top = useRef<HTMLElement>(null)
  useEffect(() => void top.current?.scrollIntoView({ block: 'start' }), [])
  const shown = useMemo(
    () =>
      points.flatMap((one): PlacedPoint[] => {
        const at = spotOf(one, drafts)
        return at ? [{ id: one.id, state: one.state, name: pointName(one), ...at }] : []
      }),
    [points, drafts],
  )
  const last = history[history.length - 1]?.id

  async function cancel() {
    if (
      drafts.size > 0 &&
      !(await confirm({
        question: `是否放弃 ${drafts.size} 处未保存的改动？`,
        detail: '这些点位恢复到上次保存的位置。',
        yes: '放弃',
        danger: true,
      }))
    )
      return
    await dropDraft(placingDraft(plan))
    onDone()
  }

  return (
    <section ref={top} aria-label="放置点位" className="space-y-3">
      <PlacingHead placing={placing} points={points} shown={shown} onChange={change} onSkip={turnTo} />
      <PlanCanvas
        image={image}
        ratio={plan.height / plan.width}
        label={`${floor}平面图`}
        points={shown}
        chosen={shown.some(({ id }) => id === current) ? current : last}
        isPlacing
        onTap={(_, at) => {
          if (at && current && (drafts.size < MOST_PLACES || drafts.has(current)))
            change(place(placing, points, current, at))
        }}
        onDrag={(id, at) => change(place(placing, points, id, at))}
      />
      <PointSelect
        current={current}
        points={points}
        shown={shown}
        onChange={(id) => turnTo({ ...placing, current: id })}
      />
      {refusal && (
        <p role="alert" className="text-sm text-danger-ink">
          {refusal}
        </p>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={() => void cancel()}>取消</Button>
        <Button kind="primary" busy={isBusy} disabled={drafts.size === 0} onClick={() => void withRefused().then(save)}>
          保存{drafts.size > 0 && ` ${drafts.size} 处`}
        </Button>
      </div>
    </section>
  )
}

interface PlacingHeadProps {
  readonly placing: Placing
  readonly points: readonly FloorPoint[]
  readonly shown: readonly PlacedPoint[]
  onChange(placing: Placing): void
  onSkip(placing: Placing): void
}

function PlacingHead({ placing, points, shown, onChange, onSkip }: PlacingHeadProps) {
  const { current, drafts, history } = placing
  const named = points.find(({ id }) => id === current)
  const isPlaced = shown.some(({ id }) => id === current)
  const missing = points.length - shown.length
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p aria-live="polite" className="min-w-0 flex-1 basis-56 break-words">
        {named ? (
          <>
            <span className="text-sm text-ink-soft">
              {isPlaced ? '点图移动，或拖动' : `点图放置（还剩 ${missing} 个）`}
            </span>
            <strong className="block text-lg leading-tight">{pointName(named)}</strong>
            <span className="block text-sm text-ink-soft">{pointPlace(named)}</span>
          </>
        ) : (
          <strong className="block text-lg">本层点位已全部放置</strong>
        )}
      </p>
      <div className="flex gap-2">
        <Button size="small" disabled={history.length === 0} onClick={() => onChange(undo(placing))}>
          撤销
        </Button>
        {isPlaced ? (
          <Button
            size="small"
            disabled={drafts.size >= MOST_PLACES}
            onClick={() => current && onChange(place(placing, points, current, null))}
          >
            取下
          </Button>
        ) : (
          <Button size="small" disabled={!named || missing < 2} onClick={() => onSkip(skip(placing, points))}>
            跳过
          </Button>
        )}
      </div>
    </div>
  )
}

interface PointSelectProps {
  readonly current: string | undefined
  readonly points: readonly FloorPoint[]
  readonly shown: readonly PlacedPoint[]
  onChange(id: string | undefined): void
}

function PointSelect({ current, points, shown, onChange }: PointSelectProps) {
  const options = points.map((one) => ({
    value: one.id,
    label: [
      shown.some(({ id }) => id === one.id) ? '已放置' : '未放置',
      pointName(one),
      one.pointNumber,
      pointState.label(one.state),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <Select
      aria-label="选择要放置的点位"
      value={current ?? ''}
      options={[{ value: '', label: '选择要放置或移动的点位' }, ...options]}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}
