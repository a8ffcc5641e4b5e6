import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { useNow } from '#app/lib/use-now.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { alarmVerb, fireName } from '../alarm-link.tsx'
import { alarmPlace, kindWord, latestOf } from '../alarm/alarm-device.ts'
import { fireFacts } from '../alarm/fire-facts.tsx'
import { FireMark } from '../alarm/fire-mark.tsx'
import { fireLook } from './fire-order.ts'

interface FireLeadProps {
  readonly of: AlarmRow
  readonly className?: string
}

export function FireLead({ of, className }: FireLeadProps) {
  const now = useNow()
  const latest = latestOf(of)
  const name = fireName(latest)
  return (
    <Link
      to="/alarms"
      search={{ id: of.id }}
      className={cx(
        'flex min-h-[3rem] items-center gap-x-3 px-4 py-1 text-sm font-normal text-ink-soft -outline-offset-2',
        fireLook(of, now) === 'edge' ? cx('bg-panel', 'fire-edge') : 'bg-danger-soft',
        className,
      )}
    >
      <FireMark sign="danger-on" className="h-5 w-5 shrink-0 text-danger" />
      <Dotted
        className="min-w-0 flex-1"
        of={[
          <b key="name" className="text-base font-semibold text-ink">
            {name ?? kindWord(of)}
          </b>,
          alarmPlace(name ? { ...latest, floor: null } : latest),
          fireFacts(of, now).again,
        ]}
      />
      <span className={buttonClass({ size: 'small' })}>{alarmVerb(of.verdict === null)}</span>
    </Link>
  )
}
