import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pointState } from '#contract/dict/point-state.ts'
import { POINT_STATES, type PointState } from '#contract/floor-plan.rules.ts'
import { Button } from '#app/ui/button.tsx'
import { openPlan, type OpenPlan, type PlanMark, type Spot } from './open-plan.ts'
import { PlanMarkShape, rankOf } from './plan-mark.tsx'

export interface PlacedPoint extends Spot {
  readonly id: string
  readonly state: PointState
  readonly name: string
}

interface PlanCanvasProps {
  readonly image: string
  readonly ratio: number
  readonly label: string
  readonly points: readonly PlacedPoint[]
  readonly chosen: string | undefined
  readonly isPlacing?: boolean
  onTap(id: string | undefined, at: Spot | undefined): void
  onDrag?(id: string, at: Spot): void
}

const KEY_STEP = 40
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}
const ZOOM_STEP = 0.75

export function PlanCanvas({ image, ratio, label, points, chosen, isPlacing = false, onTap, onDrag }: PlanCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const shapes = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenPlan>()
  const alarm = isPlacing ? undefined : points.find(({ state }) => state === 'alarm')
  const latest = useRef({ onTap, onDrag, alarm })
  useEffect(() => void (latest.current = { onTap, onDrag, alarm }))

  useEffect(() => {
    const given = element.current
    if (!given) return
    const plan = openPlan(given, {
      image,
      ratio,
      onTap: (...of) => latest.current.onTap(...of),
      onDrag: (id, at) => latest.current.onDrag?.(id, at),
    })
    if (latest.current.alarm) plan.centre(latest.current.alarm)
    setOpen(plan)
    return () => {
      setOpen(undefined)
      plan.close()
    }
  }, [image, ratio])

  useEffect(() => {
    const drawn = new Map(
      Array.from(shapes.current?.children ?? [], (child) => [child.getAttribute('data-of'), child.innerHTML]),
    )
    open?.show(
      points.map(({ id, state, name, x, y }): PlanMark => {
        const isChosen = id === chosen
        return {
          id,
          x,
          y,
          html: drawn.get(`${state} ${String(isChosen)}`) ?? '',
          rank: isChosen ? POINT_STATES.length + 1 : rankOf(state),
          label: `${name}，${pointState.label(state)}`,
          isChosen,
          canDrag: isPlacing && isChosen,
        }
      }),
    )
  }, [open, points, chosen, isPlacing])

  const at = points.find(({ id }) => id === chosen)
  const target = isPlacing || !at ? undefined : `${at.x} ${at.y}`
  useEffect(() => {
    const [x, y] = target?.split(' ').map(Number) ?? []
    if (x !== undefined && y !== undefined) open?.centre({ x, y })
  }, [open, target])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) open?.pan(...step)
    else if (event.key === '+' || event.key === '=') open?.zoom(ZOOM_STEP)
    else if (event.key === '-') open?.zoom(-ZOOM_STEP)
    else if (event.key === 'Enter' && isPlacing) onTap(undefined, open?.middle())
    else return
    event.preventDefault()
  }
  return (
    <div className="not-printed">
      <div
        className="relative isolate h-[min(56vh,max(16rem,calc(100vw*var(--ratio))))] overflow-hidden rounded border border-line-strong bg-sunk md:h-[min(34rem,48vh)]"
        style={{ '--ratio': ratio } as CSSProperties}
      >
        <div ref={element} data-plan className="h-full" style={{ background: 'none' }} />
        <button
          type="button"
          aria-label={`${label}，${points.length} 个点位；方向键移动，加减号缩放${isPlacing ? '，回车放在中心' : ''}`}
          onKeyDown={onKeyDown}
          className="peer pointer-events-none absolute bottom-0 left-0 right-0 top-0 z-[1000] focus-visible:-outline-offset-2"
        />
        {isPlacing && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute left-1/2 top-1/2 z-[1000] hidden h-8 w-8 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-focus peer-focus-visible:block"
          />
        )}
        <div ref={shapes} hidden>
          {POINT_STATES.flatMap((state) =>
            [false, true].map((isChosen) => (
              <div key={`${state} ${String(isChosen)}`} data-of={`${state} ${String(isChosen)}`}>
                <span className="flex h-11 w-11 items-center justify-center">
                  <PlanMarkShape state={state} isChosen={isChosen} />
                </span>
              </div>
            )),
          )}
        </div>
      </div>
      <div className="mt-2 flex justify-end gap-1">
        <Button size="small" aria-label="放大" onClick={() => open?.zoom(ZOOM_STEP)}>
          ＋
        </Button>
        <Button size="small" aria-label="缩小" onClick={() => open?.zoom(-ZOOM_STEP)}>
          －
        </Button>
        <Button size="small" onClick={() => open?.fit()}>
          全图
        </Button>
      </div>
    </div>
  )
}
