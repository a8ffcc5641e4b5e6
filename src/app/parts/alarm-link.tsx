import { Link } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { type ButtonLook, buttonClass } from '#app/ui/button.tsx'

interface AlarmLinkProps extends ButtonLook {
  readonly id: string | null | undefined
  readonly isUndecided?: boolean
}

/** Nothing without an id or the right. */
export function AlarmLink({ id, isUndecided = false, ...look }: AlarmLinkProps) {
  const actor = actorOf(useSession())
  if (!id || !may('duty', actor)) return null
  return (
    <Link to="/alarms" search={{ id }} className={buttonClass(look)}>
      {isUndecided ? '去确认' : '查看火警'}
    </Link>
  )
}
