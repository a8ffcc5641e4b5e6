import { Link } from '@tanstack/react-router'
import type { Condition } from '#contract/building.ts'
import type { Tone } from '#contract/dict/define-dict.ts'
import { FireMark } from './alarm/fire-mark.tsx'
import { cx } from '#app/ui/cx.ts'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export const CONDITION: Readonly<Record<Condition, { readonly label: string; readonly tone: Tone }>> = {
  alarm: { label: '火警', tone: 'fire' },
  low: { label: '低于 60 分', tone: 'danger' },
  fault: { label: '异常', tone: 'attention' },
  offline: { label: '离线', tone: 'unknown' },
  contactless: { label: '无值班联系人', tone: 'attention' },
}

/** Always shown with its name. */
export function ConditionMark({ of, className }: { of: Condition; className?: string }) {
  if (of !== 'low') return <ToneMark tone={CONDITION[of].tone} {...(className !== undefined && { className })} />
  return (
    <svg
      viewBox="0 0 12 12"
      width="0.8125em"
      height="0.8125em"
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0 text-danger', className)}
    >
      <path d="M.4 1h11.2L6 11.2.4 1Z" fill="currentColor" />
    </svg>
  )
}

const MARK_LINK =
  'hover:underline touch:after:absolute touch:after:-bottom-3 touch:after:-left-1 touch:after:-right-1 touch:after:-top-3'

interface Conditions {
  readonly alarmNum?: number | undefined
  readonly faultNum?: number | undefined
  readonly offlineNum?: number | undefined
  readonly pointNum?: number | undefined
}

export const isAllOffline = ({ offlineNum = 0, pointNum }: Pick<Conditions, 'offlineNum' | 'pointNum'>) =>
  offlineNum > 0 && offlineNum === pointNum

interface ConditionMarksProps {
  readonly of: Conditions
  readonly linkedBuildingId?: string | undefined
  readonly className?: string
}

export function ConditionMarks({ of, linkedBuildingId, className }: ConditionMarksProps) {
  const marks = (
    [
      ['alarm', of.alarmNum],
      ['fault', of.faultNum],
      ['offline', of.offlineNum],
    ] as const
  ).filter(([, number = 0]) => number > 0)
  if (marks.length === 0) return null
  return (
    <span className={cx('flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm', className)}>
      {marks.map(([condition, number]) => {
        const isFire = condition === 'alarm'
        const isAll = condition === 'offline' && isAllOffline(of)
        const shown = isAll ? 'fault' : condition
        const look = cx(
          'relative inline-flex items-center gap-1 whitespace-nowrap',
          isFire
            ? 'rounded-sm bg-fire-ground px-1.5 font-semibold text-fire-on print:bg-transparent print:px-0 print:text-danger-ink'
            : toneClass[CONDITION[shown].tone].text,
        )
        const content = (
          <>
            {isFire ? <FireMark sign="fire-ground" className="h-3.5 w-3.5" /> : <ConditionMark of={shown} />}
            {isAll && '全部'}
            {CONDITION[condition].label}
            <span className="font-figure font-semibold">{number}</span>
          </>
        )
        return isFire && linkedBuildingId ? (
          <Link key={condition} to="/alarms" search={{ building: linkedBuildingId }} className={cx(look, MARK_LINK)}>
            {content}
          </Link>
        ) : (
          <span key={condition} className={look}>
            {content}
          </span>
        )
      })}
    </span>
  )
}
