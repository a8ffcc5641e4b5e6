import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AlarmRow } from '#contract/alarm.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { fireFacts } from '#app/parts/alarm/fire-facts.tsx'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { EvidenceCard } from '#app/parts/evidence-card.tsx'
import { fireLook } from '#app/parts/alarm/alarm-age.rules.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'

const MOST_SHOWN = 5

export function OpenAlarmsCard({ buildingId }: { buildingId: string }) {
  const mayAct = useMay('duty')
  const { data } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayAct })
  if (!data || data.list.length === 0) return null
  return (
    <EvidenceCard
      title="火灾报警"
      aside={
        data.total > MOST_SHOWN && (
          <Link
            to="/alarms"
            search={{ building: buildingId }}
            className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-my-2.5 -mr-2.5 !text-danger-ink')}
          >
            全部 {data.total} 处
          </Link>
        )
      }
    >
      <ul className="-mx-4 -mb-3 divide-y divide-line overflow-hidden rounded-b-md border-t border-line">
        {data.list.slice(0, MOST_SHOWN).map((alarm) => (
          <OpenAlarm key={alarm.id} of={alarm} buildingId={buildingId} />
        ))}
      </ul>
    </EvidenceCard>
  )
}

function OpenAlarm({ of, buildingId }: { of: AlarmRow; buildingId: string }) {
  const now = useNow()
  const state = stateWord(of, waitingActs(useWaitingWrites(), of.id)).text
  const { place, devices, again, kind } = fireFacts(of, now)
  return (
    <li>
      <Link
        to="/alarms"
        search={{ id: of.id, building: buildingId }}
        className={cx(
          'flex min-h-[3.25rem] items-center gap-3 px-4 py-3 -outline-offset-2',
          'fire-edge',
          fireLook(of, now) === 'edge' ? 'hover:bg-sunk' : 'bg-danger-soft',
        )}
      >
        <FireMark sign="danger-on" className="h-5 w-5 text-danger" />
        <span className="min-w-0 flex-1 break-words">
          <span className="block font-semibold leading-snug">{place || devices}</span>
          <Dotted
            className="text-sm text-ink-soft"
            of={[place && devices, again, `${shortTime(of.alarmTime, now)} 起`, kind]}
          />
        </span>
        <span className="shrink-0 self-start text-right text-danger-ink">
          <span className="block font-figure text-xl font-semibold leading-6">
            <AlarmAge of={of} />
          </span>
          <span className="block text-sm">{state}</span>
        </span>
        <ChevronRightIcon className="-mr-1 shrink-0 text-ink-soft" />
      </Link>
    </li>
  )
}
