import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import { MOST_PLACES } from '#contract/floor-plan.rules.ts'
import type { FloorPoint, PlanInfo } from '#contract/floor-plan.ts'
import { floorPlanQuery, placePoints } from '#app/data/floor-plan.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { dropDraft, keepDraft, readDraft } from '#app/offline/draft-store.ts'
import type { Spot } from '#app/parts/floor-plan/open-plan.ts'
import { pointName } from '#app/parts/floor-plan/placed-points.ts'
import { PlanCanvas, type PlacedPoint } from '#app/parts/floor-plan/plan-canvas.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { pointPlace } from './floor-points.tsx'
import { place, type Placing, skip, startPlacing, undo } from './placing.rules.ts'

interface PlacePointsProps {
  readonly buildingId: string
  /** Name of the building. */
  readonly place: string
  readonly floor: string
  readonly plan: PlanInfo
  readonly points: readonly FloorPoint[]
  readonly image: string
  onDone(): void
}

export function PlacePoints({ buildingId, place: building, floor, plan, points, image, onDone }: PlacePointsProps) {
  const client = useQueryClient()
  const draftName = `floor-plan:${plan.id}`
  const [placing, setPlacing] = useState<Placing>(() => startPlacing(points))
  /** Of the plan that was read before the first tap. */
  const [version, setVersion] = useState(plan.version)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { current, drafts, history } = placing

  const top = useRef<HTMLElement>(null)
  useEffect(() => void top.current?.scrollIntoView({ block: 'start' }), [])
  const first = useRef(points)
  useEffect(() => {
    let wanted = true
    const resume = async () => {
      const kept = (await readDraft<[string, Spot | null][]>(draftName)) ?? []
      if (wanted && kept.length > 0)
        setPlacing((now) => (now.drafts.size > 0 ? now : startPlacing(first.current, kept)))
    }
    void resume()
    return () => {
      wanted = false
    }
  }, [draftName])

  const change = (next: Placing) => {
    setPlacing(next)
    void keepDraft(draftName, [...next.drafts])
  }
  const shown = useMemo(
    () =>
      points.flatMap((one): PlacedPoint[] => {
        const draft = drafts.get(one.id)
        const at = draft === undefined && one.x !== null && one.y !== null ? { x: one.x, y: one.y } : draft
        return at ? [{ id: one.id, state: one.state, name: pointName(one), ...at }] : []
      }),
    [points, drafts],
  )
  const named = points.find(({ id }) => id === current)
  const isPlaced = shown.some(({ id }) => id === current)
  const missing = points.length - shown.length

  async function save() {
    setBusy(true)
    setRefusal('')
    try {
      const told = { place: building, page: location.pathname }
      const written = await placePoints(client, { buildingId, floor, plan: { ...plan, version }, places: drafts }, told)
      await dropDraft(draftName)
      toast.success(written.isSent ? `已保存 ${drafts.size} 个点位的位置` : written.words)
      onDone()
    } catch (error) {
      setRefusal(failureWords(error, '保存失败'))
      if (!(error instanceof CallError) || error.code !== 409) return
      const fresh = await client
        .fetchQuery({ ...floorPlanQuery.floor(buildingId, floor), staleTime: 0 })
        .catch(() => null)
      if (fresh?.plan) setVersion(fresh.plan.version)
    } finally {
      setBusy(false)
    }
  }

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
    await dropDraft(draftName)
    onDone()
  }

  return (
    <section ref={top} aria-label="放置点位" className="scroll-mt-16 space-y-3">
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
          <Button size="small" disabled={history.length === 0} onClick={() => change(undo(placing))}>
            撤销
          </Button>
          {isPlaced ? (
            <Button
              size="small"
              disabled={drafts.size >= MOST_PLACES}
              onClick={() => current && change(place(placing, points, current, null))}
            >
              取下
            </Button>
          ) : (
            <Button size="small" disabled={!named || missing < 2} onClick={() => setPlacing(skip(placing, points))}>
              跳过
            </Button>
          )}
        </div>
      </div>
      <PlanCanvas
        image={image}
        ratio={plan.height / plan.width}
        label={`${floor}平面图`}
        points={shown}
        chosen={isPlaced ? current : history[history.length - 1]?.id}
        isPlacing
        onTap={(_, at) => {
          if (at && current && (drafts.size < MOST_PLACES || drafts.has(current)))
            change(place(placing, points, current, at))
        }}
        onDrag={(id, at) => change(place(placing, points, id, at))}
      />
      <Select
        aria-label="选择要放置的点位"
        value={current ?? ''}
        options={[
          { value: '', label: '选择要放置或移动的点位' },
          ...points.map((one) => ({
            value: one.id,
            label: [
              shown.some(({ id }) => id === one.id) ? '已放置' : '未放置',
              pointName(one),
              one.pointNumber,
              pointState.label(one.state),
            ]
              .filter(Boolean)
              .join(' · '),
          })),
        ]}
        onChange={({ target }) => setPlacing({ ...placing, current: target.value || undefined })}
      />
      {refusal && (
        <p role="alert" className="text-sm text-danger-ink">
          {refusal}
        </p>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={() => void cancel()}>取消</Button>
        <Button kind="primary" busy={isBusy} disabled={drafts.size === 0} onClick={() => void save()}>
          保存{drafts.size > 0 && ` ${drafts.size} 处`}
        </Button>
      </div>
    </section>
  )
}
