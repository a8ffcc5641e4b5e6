import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { allowSound, checkSound, playAlarmTones, soundState } from './alarm-sound.ts'

const REPEAT_MS = 20_000
const MOST_TIMES = 3

export interface AlarmSound {
  readonly state: 'on' | 'muted' | 'blocked' | 'missing'
  toggle(): void
}

/** Repeated twice at 20 s. Blocked tones play once allowed. */
export function useAlarmSound(ids: readonly string[]): AlarmSound {
  const state = useSyncExternalStore(soundState.follow, soundState.read)
  const [isMuted, setMuted] = useState(false)
  const played = useRef(new Map<string, number>())
  const waiting = ids.join()
  useEffect(checkSound, [])
  useEffect(() => {
    const now = waiting === '' ? [] : waiting.split(',')
    for (const id of played.current.keys()) if (!now.includes(id)) played.current.delete(id)
    if (isMuted) return undefined
    const ring = (due: readonly string[]) => {
      if (due.length === 0) return
      if (state === 'on') for (const id of due) played.current.set(id, (played.current.get(id) ?? 0) + 1)
      playAlarmTones()
    }
    ring(now.filter((id) => !played.current.has(id)))
    const timer = setInterval(() => ring(now.filter((id) => (played.current.get(id) ?? 0) < MOST_TIMES)), REPEAT_MS)
    return () => clearInterval(timer)
  }, [waiting, isMuted, state])
  return {
    state: isMuted ? 'muted' : state,
    toggle() {
      if (isMuted || state === 'blocked') {
        setMuted(false)
        // They confirm that this device can be heard.
        void allowSound().then(playAlarmTones)
      } else if (state === 'on') setMuted(true)
    },
  }
}
