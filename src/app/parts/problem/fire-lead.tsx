import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { leadWords } from '../alarm-link.tsx'
import { fireLook } from '../alarm/alarm-age.rules.ts'
import { FireAge } from '../alarm/alarm-age.tsx'
import { fireFacts } from '../alarm/fire-facts.tsx'
import { FireMark } from '../alarm/fire-mark.tsx'

interface FireLeadProps {
  readonly of: AlarmRow
  readonly problems: number
  readonly pane?:
    | { readonly row: string; readonly isChosen: boolean; readonly search: Record<string, unknown> }
    | undefined
  readonly className?: string
}

export function FireLead({ of, problems, pane, className }: FireLeadProps) {
  const now = useNow()
  const { place, again } = fireFacts(of, now)
  const look = cx(!pane?.isChosen && 'fire-edge', fireLook(of, now) === 'edge' ? 'bg-panel' : 'bg-danger-soft')
  const content = (
    <>
      <FireMark sign="danger-on" className="text-danger" />
      <span className="min-w-0 flex-1">
        <b>{of.buildingName}</b>
        <Dotted className="min-w-0" of={[place, again, leadWords(of, problems)]} />
      </span>
      <FireAge of={of} className="text-base" />
      <ChevronRightIcon className="mt-1 shrink-0 text-base lg:hidden" />
    </>
  )
  if (!pane)
    return (
      <Link to="/alarms" search={{ id: of.id }} className={cx('fire-lead', look, className)}>
        {content}
      </Link>
    )
  return (
    <Link
      to="/problemStatistics"
      search={pane.search}
      replace
      resetScroll={false}
      data-row={pane.row}
      aria-current={pane.isChosen ? 'true' : undefined}
      className={cx('fire-lead scroll-mt-11', look, pane.isChosen && 'chosen-fire', className)}
    >
      {content}
    </Link>
  )
}
