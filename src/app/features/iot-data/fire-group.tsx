import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { shortTime } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { FireAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { kindWord } from '#app/parts/alarm/alarm-device.ts'
import { stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { AlarmLink, SAME_FIRE } from '#app/parts/alarm-link.tsx'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'

interface FireGroupProps {
  readonly of: AlarmRow
  readonly isInBand: boolean
  readonly others: readonly AlarmRow[]
}

export function FireGroup({ of, isInBand, others }: FireGroupProps) {
  const now = useNow()
  const writes = useWaitingWrites()
  const isDesk = useMedia(DESK)
  const [other] = others
  const age = !isInBand && [
    <FireAge key="age" of={of} />,
    <span key="state" className="text-danger-ink">
      {stateWord(of, waitingActs(writes, of.id)).text}
    </span>,
  ]
  return (
    <span
      className={cx(
        'fire-edge -mx-4 -my-1 flex items-center gap-x-2 px-4 py-1 md:-my-1.5',
        fireLook(of, now) === 'edge' ? 'bg-panel' : 'bg-danger-soft',
      )}
    >
      <FireMark sign="danger-on" className="h-5 w-5 text-danger" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <Dotted
          {...(age && { className: 'max-md:basis-full' })}
          of={[
            SAME_FIRE,
            of.points > 1 && `${of.points} 个设备`,
            isDesk && (
              <span key="first" className="font-normal">
                最早 {shortTime(of.alarmTime, now)}
              </span>
            ),
            ...((isDesk && age) || []),
          ]}
        />
        {!isDesk && age && <Dotted of={age} />}
        {other && (
          <Link
            to="/alarms"
            search={{ id: other.id, building: other.buildingId ?? undefined }}
            className="relative whitespace-nowrap text-link hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-bottom-1 touch:after:-top-5"
          >
            本栋另 {others.length} 处{others.length === 1 && other.kind !== 'fire' && `：${kindWord(other)}`}
            <ChevronRightIcon className="inline" />
          </Link>
        )}
      </span>
      {!isInBand && <AlarmLink id={of.id} isUndecided={of.verdict === null} size="small" />}
    </span>
  )
}
