import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { useNow } from '#app/lib/use-now.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { alarmVerb, fireName } from '../alarm-link.tsx'
import { fireLook } from '../alarm/alarm-age.rules.ts'
import { FireAge } from '../alarm/alarm-age.tsx'
import { alarmPlace, kindWord, latestOf } from '../alarm/alarm-device.ts'
import { fireFacts } from '../alarm/fire-facts.tsx'
import { FireMark } from '../alarm/fire-mark.tsx'

interface FireLeadProps {
  readonly of: AlarmRow
  readonly withBuilding?: boolean
  readonly className?: string
}

const LIKE_ROWS = 'max-md:mt-1.5 max-md:h-[0.8125rem] max-md:w-[0.8125rem] max-md:self-start'

export function FireLead({ of, withBuilding, className }: FireLeadProps) {
  const now = useNow()
  const latest = latestOf(of)
  const name = fireName(latest)
  return (
    <Link
      to="/alarms"
      search={{ id: of.id }}
      className={cx(
        'flex min-h-[3rem] items-center px-4 py-1 text-sm font-normal text-ink-soft -outline-offset-2',
        fireLook(of, now) === 'edge' ? 'fire-edge bg-panel' : 'bg-danger-soft',
        withBuilding ? 'gap-x-3' : 'gap-x-2 md:gap-x-3',
        className,
      )}
    >
      <FireMark sign="danger-on" className={cx('h-5 w-5 shrink-0 text-danger', !withBuilding && LIKE_ROWS)} />
      <span className="min-w-0 flex-1 gap-x-3 md:flex md:items-baseline">
        <b className="text-base font-semibold leading-snug text-ink">{name ?? kindWord(of)}</b>
        <Dotted
          className="min-w-0"
          of={[
            withBuilding ? of.buildingName : <FireAge key="age" of={of} className="md:hidden" />,
            alarmPlace(name ? { ...latest, floor: null } : latest),
            fireFacts(of, now).again,
          ]}
        />
      </span>
      <FireAge of={of} className={cx('text-base', !withBuilding && 'max-md:hidden')} />
      {withBuilding ? (
        <ChevronRightIcon className="shrink-0 text-base lg:hidden" />
      ) : (
        <span className={buttonClass({ size: 'small' })}>{alarmVerb(of.verdict === null)}</span>
      )}
    </Link>
  )
}
