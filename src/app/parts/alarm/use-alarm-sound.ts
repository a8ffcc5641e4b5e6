import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AlarmRow } from '#contract/alarm.ts'
import { allowSound, allowSoundOnPress, checkSound, playAlarmTones, soundState } from './alarm-sound.ts'
import { unansweredSince } from './arriving.rules.ts'
import { readServerTime } from './use-server-time.ts'

export interface AlarmSound {
  readonly state: 'on' | 'muted' | 'blocked' | 'missing'
  toggle(): void
}

/** Until answered. Muting ends with a further call (GB 4717). */
export function useAlarmSound(rows: readonly AlarmRow[], everyMs: number): AlarmSound {
  const state = useSyncExternalStore(soundState.follow, soundState.read)
  const [openedAt] = useState(readServerTime)
  const [muted, setMuted] = useState<readonly string[] | null>(null)
  const heard = useRef<readonly string[]>([])
  const calls = unansweredSince(rows, openedAt)
  const isMuted = muted !== null && calls.every((call) => muted.includes(call))
  const ringing = calls.join()
  useEffect(checkSound, [])
  useEffect(allowSoundOnPress, [])
  useEffect(() => {
    if (isMuted || ringing === '') return undefined
    const now = ringing.split(',')
    if (now.some((call) => !heard.current.includes(call))) playAlarmTones()
    if (state === 'on') heard.current = now
    const timer = setInterval(playAlarmTones, everyMs)
    return () => clearInterval(timer)
  }, [ringing, isMuted, state, everyMs])
  return {
    state: isMuted ? 'muted' : state,
    toggle() {
      if (isMuted || state === 'blocked') {
        setMuted(null)
        // They confirm that this device can be heard.
        void allowSound().then(playAlarmTones)
      } else if (state === 'on') setMuted(calls)
    },
  }
}
