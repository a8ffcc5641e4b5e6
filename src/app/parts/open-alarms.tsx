import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may } from '#contract/access.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireWords } from '#app/parts/alarm/alarm-device.ts'
import { progressFacts, stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

export function readOpenAlarms(client: QueryClient, buildingId: string): void {
  if (may('duty', actorOf(currentSession()))) readAhead(client, alarmQuery.openOf(buildingId))
}

interface OpenAlarmsProps {
  readonly buildingId: string
  /** In place of the children until the alarms are known; a failed or offline read does not hold them. */
  readonly waiting?: ReactNode
  readonly isNamed?: boolean | undefined
  readonly isBrief?: boolean
  readonly className?: string | undefined
  readonly children?: ReactNode
}

export function OpenAlarms({ buildingId, waiting, isNamed, isBrief = false, className, children }: OpenAlarmsProps) {
  const mayAct = useMay('duty')
  const { data, isLoading } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayAct })
  if (isLoading && waiting !== undefined) return <>{waiting}</>
  return (
    <>
      {data && <Strip of={data} buildingId={buildingId} isNamed={isNamed} isBrief={isBrief} className={className} />}
      {children}
    </>
  )
}

interface StripProps {
  readonly of: { readonly list: readonly AlarmRow[]; readonly total: number }
  readonly buildingId: string
  readonly isNamed: boolean | undefined
  readonly isBrief: boolean
  readonly className: string | undefined
}

function Strip({ of: data, buildingId, isNamed, isBrief, className }: StripProps) {
  const writes = useWaitingWrites()
  const now = useNow()
  const [first] = data.list
  if (!first) return null
  const isUrgent = data.list.some(({ state, verdict }) => state === 'new' || verdict === REAL)
  const devices = data.list.reduce((sum, { points }) => sum + points, 0)
  const isUndecided = data.list.some(({ verdict }) => verdict === null)
  const state = stateWord(first, waitingActs(writes, first.id)).text
  const [kind, again, place, last] = fireWords(first, now)
  const lead = [kind, [again, place].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
  const rest = [last, first.state !== 'new' && progressFacts(first, now)[0]].filter(Boolean).join(' · ')
  return (
    <section
      aria-label="未结束的火警"
      className={cx(
        'mb-2 flex items-center gap-x-3 rounded-md px-3 md:mb-3 md:min-h-[3.5rem] md:px-4 md:py-1.5',
        isBrief ? 'min-h-control' : 'min-h-[3.5rem] py-1.5',
        isUrgent ? 'bg-fire-ground text-fire-on' : 'border border-danger bg-danger-soft text-danger-ink',
        className,
      )}
    >
      <FireMark sign={isUrgent ? 'fire-ground' : 'danger-on'} className="h-6 w-6 shrink-0" />
      <div className="min-w-0 flex-1 gap-x-4 md:flex md:items-baseline">
        <p className="flex shrink-0 items-baseline whitespace-nowrap text-base font-semibold md:text-lg">
          <span>{data.total} 处火警未结束</span>
          {isBrief && <span className="ml-2 text-sm font-normal md:hidden">{state}</span>}
          {data.total > 1 && devices > data.total && data.list.length === data.total && (
            <span className="hidden text-base font-normal md:inline">（{devices} 个设备）</span>
          )}
        </p>
        <p
          title={[lead, rest].filter(Boolean).join(' · ')}
          className={cx(
            'min-w-0 text-sm md:flex md:text-base md:leading-6',
            isBrief ? 'max-md:hidden' : 'max-md:line-clamp-2',
          )}
        >
          <span className="md:truncate">
            {isNamed && first.buildingName && <span className="max-md:hidden">{first.buildingName} · </span>}
            {data.total > 1 && <span className="max-xl:hidden">最紧急：</span>}
            {lead}
            {rest && (
              <span className="max-md:hidden">
                {lead && ' · '}
                {rest}
              </span>
            )}
          </span>
          <span className="shrink-0 font-semibold md:whitespace-pre">
            {(lead || rest) && ' · '}
            {again ? (
              <span className="max-md:hidden">
                <AlarmAge of={first} />{' '}
              </span>
            ) : (
              <>
                <AlarmAge of={first} />{' '}
              </>
            )}
            {state}
          </span>
        </p>
      </div>
      <Link
        to="/alarms"
        search={{ id: first.id, ...(data.total > 1 && { building: buildingId }) }}
        className={cx(
          isUrgent
            ? 'inline-flex min-h-control items-center rounded bg-fire-on text-base text-fire-ground hover:opacity-90'
            : cx(buttonClass(), 'text-danger-ink'),
          isBrief &&
            'relative max-md:min-h-[2rem] touch:after:absolute touch:after:inset-x-0 max-md:touch:after:-inset-y-1.5',
          'shrink-0 px-3 font-semibold md:px-4',
        )}
      >
        {isUndecided ? '去确认' : '查看火警'}
      </Link>
    </section>
  )
}
