import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may } from '#contract/access.ts'
import type { AlarmRow } from '#contract/alarm.ts'
import { REAL } from '#contract/alarm.rules.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { AlarmAge } from '#app/parts/alarm/alarm-age.tsx'
import { fireWords, floorsWords, latestOf } from '#app/parts/alarm/alarm-device.ts'
import { progressFacts, stateWord } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { useFireStrip } from '#app/parts/alarm/use-fire-strip.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { cx } from '#app/ui/cx.ts'
import { Dotted } from '#app/ui/dotted.tsx'

export function readOpenAlarms(client: QueryClient, buildingId: string): void {
  if (may('duty', actorOf(currentSession()))) readAhead(client, alarmQuery.openOf(buildingId))
}

interface OpenAlarmsProps {
  readonly buildingId: string
  /** In place of the children until the alarms are known; a failed or offline read does not hold them. */
  readonly waiting?: ReactNode
  readonly isBrief?: boolean | undefined
  readonly className?: string | undefined
  readonly head?: ReactNode
  readonly children?: ReactNode
}

export function OpenAlarms({ buildingId, waiting, isBrief, className, head, children }: OpenAlarmsProps) {
  const mayAct = useMay('duty')
  const { data, isLoading } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayAct })
  if (isLoading && waiting !== undefined) return <>{waiting}</>
  const strip = data && <Strip of={data} buildingId={buildingId} isBrief={isBrief} className={className} />
  return (
    <>
      <div className="md:flex md:flex-col">
        {strip}
        {head}
      </div>
      {children}
    </>
  )
}

interface StripProps {
  readonly of: { readonly list: readonly AlarmRow[]; readonly total: number }
  readonly buildingId: string
  readonly isBrief: boolean | undefined
  readonly className: string | undefined
}

function Strip({ of: data, buildingId, isBrief, className }: StripProps) {
  const writes = useWaitingWrites()
  const now = useNow()
  const isDesk = useMedia(DESK)
  const [first] = data.list
  const isUrgent = data.list.some(({ state, verdict }) => state === 'new' || verdict === REAL)
  const look = first ? (isUrgent ? 'urgent' : 'calm') : 'none'
  useFireStrip(look)
  if (!first) return null
  const isUndecided = data.list.some(({ verdict }) => verdict === null)
  const state = stateWord(first, waitingActs(writes, first.id)).text
  const [place, last, again, kind] = fireWords(first, now)
  const where = (!isDesk && again && (floorsWords(first.floors, 1) || latestOf(first).floor)) || place
  const rest = [again, last, kind, first.state !== 'new' && progressFacts(first, now)[0]]
  return (
    <section
      aria-label="未结束的火警"
      className={cx(
        'mb-2 flex min-h-[2.75rem] items-center gap-x-3 rounded-md px-3 md:mb-3 md:px-4',
        isUrgent ? 'bg-fire-ground text-fire-on' : 'border border-danger bg-danger-soft text-danger-ink',
        className,
      )}
    >
      <FireMark sign={isUrgent ? 'fire-ground' : 'danger-on'} className="h-5 w-5 shrink-0" />
      <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-x-4">
        <p className={cx('shrink-0 whitespace-nowrap text-base font-semibold', !isBrief && 'max-md:leading-5')}>
          本栋 {data.total} 处火警<span className={cx(!isBrief && 'max-md:sr-only')}>未结束</span>
        </p>
        {!isBrief && (
          <p
            title={[place, ...rest].filter(Boolean).join(' · ')}
            className="min-w-0 flex-1 text-sm max-md:leading-5 md:text-base"
          >
            <Dotted
              className="dotted-line"
              of={[
                where && (
                  <>
                    {data.total > 1 && '最紧急：'}
                    {where}
                  </>
                ),
                isDesk || !again ? (
                  <b key="age" className="font-semibold">
                    {again && '首报 '}
                    <AlarmAge of={{ alarmTime: first.alarmTime, verdict: first.verdict }} />
                  </b>
                ) : (
                  again
                ),
                <b key="state" className="font-semibold">
                  {state}
                </b>,
                ...(isDesk ? rest : []),
              ]}
            />
          </p>
        )}
      </div>
      <Link
        to="/alarms"
        search={{ id: first.id, ...(data.total > 1 && { building: buildingId }) }}
        className={cx(
          'relative inline-flex min-h-[2rem] shrink-0 items-center rounded px-3 text-sm font-semibold touch:after:absolute touch:after:-inset-y-1.5 touch:after:inset-x-0',
          isUrgent ? 'bg-fire-on text-fire-ground' : 'border border-danger bg-panel text-danger-ink',
        )}
      >
        {isUndecided ? '去确认' : '查看火警'}
      </Link>
    </section>
  )
}
