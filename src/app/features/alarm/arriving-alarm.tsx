import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { may } from '#contract/access.ts'
import { alarm, type AlarmRow } from '#contract/alarm.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { allowSound, allowSoundOnPress, ringAlarm, soundState } from '#app/parts/alarm/alarm-sound.ts'
import { ArrivingPanel, putAway } from './arriving-panel.tsx'
import { arrivingAlarms, callKey } from '#app/parts/alarm/arriving.rules.ts'
import { noteNoAnswer, noteOpenFires } from '#app/parts/open-fires.ts'
import { readServerTime, useServerTime } from '#app/parts/alarm/use-server-time.ts'
import { useUnanswered } from './use-unanswered.ts'

export function ArrivingAlarm() {
  const actor = actorOf(useSession())
  return actor && may(alarm.list.access, actor) ? <Watch /> : null
}

function Watch() {
  const { rows: open, total, isFailed } = useUnanswered()
  const isCalling = open.length > 0
  useEffect(() => {
    if (total !== undefined) noteOpenFires({ total, isCalling })
    else if (isFailed) noteNoAnswer()
  }, [total, isCalling, isFailed])
  const closed = useSyncExternalStore(putAway.follow, putAway.read)
  const arriving = arrivingAlarms(open, readServerTime(), closed)
  const now = useServerTime(arriving.length > 0)
  const [first] = arriving
  useEffect(allowSoundOnPress, [])
  useEffect(() => () => putAway.write(new Set()), [])
  const isDesk = useLocation({ select: ({ pathname }) => pathname === '/alarms' })
  if (!first || isDesk) return null
  return <FloatingPanel key={callKey(first)} of={first} others={arriving.length - 1} now={now} />
}

interface FloatingPanelProps {
  readonly of: AlarmRow
  readonly others: number
  readonly now: number
}

function FloatingPanel({ of, others, now }: FloatingPanelProps) {
  const navigate = useNavigate()
  const [isMuted, setMuted] = useState(false)
  const state = useSyncExternalStore(soundState.follow, soundState.read)
  useEffect(() => (isMuted ? undefined : ringAlarm()), [isMuted])
  return (
    <ArrivingPanel
      of={of}
      others={others}
      now={now}
      sound={{
        state: isMuted ? 'muted' : state,
        toggle: () => (state === 'blocked' && !isMuted ? void allowSound() : setMuted(!isMuted)),
      }}
      onOpen={() => void navigate({ to: '/alarms', search: { id: of.id } })}
    />
  )
}
