import { Link } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { type ButtonLook, buttonClass } from '#app/ui/button.tsx'

interface AlarmLinkProps extends ButtonLook {
  /** Undefined or null: nothing to link to. */
  readonly id: string | null | undefined
  readonly label?: string
}

/** Leads to the page where an alarm is acknowledged and judged; nothing for those who may not open it. */
export function AlarmLink({ id, label = '处置火警', ...look }: AlarmLinkProps) {
  const actor = actorOf(useSession())
  if (!id || !may('duty', actor)) return null
  return (
    <Link to="/alarms" search={{ id, all: 1 }} className={buttonClass(look)}>
      {label}
    </Link>
  )
}
