import { Link } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { type ButtonLook, buttonClass } from '#app/ui/button.tsx'

interface AlarmLinkProps extends ButtonLook {
  readonly id: string | null | undefined
  readonly isUndecided?: boolean
  readonly repeated?: string | undefined
  readonly device?: string | undefined
}

export const alarmVerb = (isUndecided: boolean) => (isUndecided ? '去确认' : '查看火警')
export const SAME_FIRE = '同一起火警'

export const leadWords = ({ points }: { readonly points: number }, overdue: number) =>
  points > 1 ? `${points} 个设备，${overdue} 个超时` : `${overdue} 个问题`

const LONGEST_FLOOR = 5

interface OnFloor {
  readonly floor?: string | null | undefined
}

const fireName = ({ floor }: OnFloor) => (floor && floor.length <= LONGEST_FLOOR ? `${floor}火警` : undefined)

export function sameFireAs(of: OnFloor): string {
  const name = fireName(of)
  return name ? `同 ${name}` : SAME_FIRE
}

export const alarmAction = (verb: string, repeated: string | undefined, device: string) =>
  repeated ? { label: repeated, kind: 'text' as const, spoken: `${repeated}，${device}` } : { label: verb }

export function AlarmLink({ id, isUndecided = false, repeated, device = '', ...look }: AlarmLinkProps) {
  const actor = actorOf(useSession())
  if (!id || !may('duty', actor)) return null
  if (repeated)
    return (
      <Link
        to="/alarms"
        search={{ id }}
        aria-label={`${repeated}，${device}`}
        className={buttonClass({ ...look, kind: 'text' })}
      >
        {repeated}
        <ChevronRightIcon className="-mx-1.5" />
      </Link>
    )
  return (
    <Link to="/alarms" search={{ id }} className={buttonClass(look)}>
      {alarmVerb(isUndecided)}
    </Link>
  )
}
