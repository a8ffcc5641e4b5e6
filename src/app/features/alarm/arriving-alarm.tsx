import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { may } from '#contract/access.ts'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { waitingActs } from '#app/data/alarm-acts.ts'
import { formatTime } from '#app/lib/format.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { CloseIcon } from '#app/ui/icon.tsx'
import { allowSound, ringAlarm, soundState } from '#app/parts/alarm/alarm-sound.ts'
import { alarmPlace, arrivalWord, calledFor } from '#app/parts/alarm/alarm-words.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { OPEN_ALARMS } from './alarm-queries.ts'
import { arrivingAlarms, callKey, calledSince, elapsedText } from '#app/parts/alarm/arriving.rules.ts'
import { useAlarmActs } from '#app/parts/alarm/use-alarm-acts.ts'
import { useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { useWaitingWrites } from '#app/parts/alarm/use-waiting-writes.ts'

export function ArrivingAlarm() {
  const actor = actorOf(useSession())
  return actor && may(alarm.list.access, actor) ? <Watch /> : null
}

function Watch() {
  const { data } = useQuery(OPEN_ALARMS)
  const writes = useWaitingWrites()
  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set())
  const open = (data?.list ?? []).filter((of) => {
    const waiting = waitingActs(writes, of.id)
    return calledSince(of) !== null && !waiting.isAcked && waiting.verdict === null
  })
  const now = useServerTime(open.length > 0)
  const arriving = arrivingAlarms(open, now, putAway)
  const [first] = arriving
  // The desk shows and sounds arrivals itself.
  const isDesk = useLocation({ select: ({ pathname }) => pathname === '/alarms' })
  const count = data?.total ?? 0
  return (
    <>
      {count > 0 && (
        <Link
          to="/alarms"
          className={cx(
            'flex h-control shrink-0 items-center gap-1 rounded px-2 text-base font-semibold',
            open.length > 0 ? 'bg-fire-ground text-fire-on' : 'bg-brand-raised text-brand-on',
          )}
        >
          <FireMark sign={open.length > 0 ? 'fire-ground' : 'brand-raised'} className="h-5 w-5" />
          {count}
          <span className="sr-only md:not-sr-only">处火警</span>
        </Link>
      )}
      {first && !isDesk && (
        <Panel
          key={callKey(first)}
          of={first}
          others={arriving.length - 1}
          now={now}
          onClose={() => setPutAway((ids) => new Set([...ids, callKey(first)]))}
        />
      )}
    </>
  )
}

interface PanelProps {
  readonly of: AlarmRow
  readonly others: number
  readonly now: number
  onClose(): void
}

function Panel({ of, others, now, onClose }: PanelProps) {
  const navigate = useNavigate()
  const shown = calledFor(of)
  const { busy, acknowledge } = useAlarmActs()
  const [isMuted, setMuted] = useState(false)
  const isBlocked = useSyncExternalStore(soundState.follow, soundState.read) !== 'on'
  useEffect(() => (isMuted ? undefined : ringAlarm()), [isMuted])
  const openSheet = () => {
    onClose()
    void navigate({ to: '/alarms', search: { id: of.id } })
  }
  const accept = async () => {
    const done = await acknowledge([of], false)
    if (done.length > 0) openSheet()
  }
  return (
    <section
      role="alert"
      aria-label={arrivalWord(of)}
      className="fixed inset-x-0 top-0 z-float bg-fire-ground px-4 pb-4 pt-[calc(0.75rem+env(safe-area-inset-top))] text-fire-on shadow-float md:left-auto md:right-4 md:top-16 md:w-[26rem] md:rounded-md md:pt-3"
    >
      <div className="flex items-center gap-2">
        <FireMark sign="fire-ground" className="h-8 w-8" />
        <p className="min-w-0 flex-1 text-lg font-semibold">{arrivalWord(of)}</p>
        <p className="font-figure text-2xl font-semibold" aria-label={`已过去 ${elapsedText(elapsed(shown, now))}`}>
          {elapsedText(elapsed(shown, now))}
        </p>
        <button
          type="button"
          aria-label="收起"
          onClick={onClose}
          className="flex h-11 w-11 items-center justify-center"
        >
          <CloseIcon className="h-5 w-5" />
        </button>
      </div>
      <p className="mt-1 break-words text-2xl font-bold">{of.buildingName ?? of.source ?? '未知来源'}</p>
      <p className="break-words text-lg font-semibold">{alarmPlace(shown)}</p>
      <p className="mt-1 text-base">
        {[shown.deviceName, `${formatTime(shown.alarmTime)} 报警`].filter(Boolean).join('，')}
        {others > 0 && `；另有 ${others} 处`}
      </p>
      {of.priority === 1 && <p className="mt-2 text-base font-semibold">多个设备报警，请按真实火警处置</p>}
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button block busy={busy} className="min-h-[3rem] font-semibold" onClick={() => void accept()}>
          我去看
        </Button>
        <Button block className="min-h-[3rem]" onClick={openSheet}>
          查看并确认
        </Button>
      </div>
      <div className="mt-2 flex min-h-[2.75rem] items-center gap-3 text-base">
        {isBlocked && !isMuted ? (
          <button type="button" className="min-h-[2.75rem] underline" onClick={() => void allowSound()}>
            声音未开启，点击开启
          </button>
        ) : (
          <button type="button" className="min-h-[2.75rem] underline" onClick={() => setMuted(!isMuted)}>
            {isMuted ? '已静音（仅本机），恢复响铃' : '静音（仅本机）'}
          </button>
        )}
      </div>
    </section>
  )
}

const elapsed = ({ alarmTime }: AlarmRow, now: number) => now - fromWireTime(alarmTime).getTime()
