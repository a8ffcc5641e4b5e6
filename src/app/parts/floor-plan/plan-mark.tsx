import { pointState } from '#contract/dict/point-state.ts'
import { POINT_STATES, type PointState } from '#contract/floor-plan.rules.ts'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export const rankOf = (state: PointState): number => POINT_STATES.length - POINT_STATES.indexOf(state)

export function PlanMarkShape({ state, isChosen = false }: { state: PointState; isChosen?: boolean }) {
  if (state === 'normal' && !isChosen) return <span className="h-2 w-2 rounded-full border border-panel bg-ok" />
  const isAlarm = state === 'alarm'
  return (
    <span
      className={cx(
        'inline-flex items-center justify-center rounded-full border bg-panel',
        isAlarm ? 'h-8 w-8 border-danger' : 'h-6 w-6 border-line-strong',
        isChosen && 'outline outline-[3px] outline-focus',
      )}
    >
      <ToneMark tone={pointState.tone(state)} className={isAlarm ? 'h-6 w-6' : 'h-4 w-4'} />
    </span>
  )
}
