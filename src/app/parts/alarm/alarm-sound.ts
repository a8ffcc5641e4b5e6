import { createStore } from '#app/ui/store.ts'

export const RING_MS = 2000
const TONES = [880, 660] as const
const TONE_SEC = 0.35

/** `blocked`: until a tap on the page. */
export const soundState = createStore<'on' | 'blocked' | 'missing'>('blocked')

let context: AudioContext | undefined

function note(): void {
  const state = context?.state === 'running' ? 'on' : 'blocked'
  if (soundState.read() !== state) soundState.write(state)
}

/** Without a tap on the page before, the context is suspended until {@link allowSound}. */
function openAudio(): AudioContext | undefined {
  if (!('AudioContext' in window)) {
    if (soundState.read() !== 'missing') soundState.write('missing')
    return undefined
  }
  if (!context) {
    context = new AudioContext()
    context.addEventListener('statechange', note)
  }
  note()
  return context
}

export function checkSound(): void {
  openAudio()
}

/** Before the first tap the browser logs an error. */
function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 200, 400])
}

export function playAlarmTones(): void {
  vibrate()
  const audio = openAudio()
  if (audio?.state !== 'running') return
  const gain = audio.createGain()
  gain.gain.value = 0.25
  gain.connect(audio.destination)
  TONES.forEach((frequency, at) => {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + at * TONE_SEC)
    tone.stop(audio.currentTime + (at + 1) * TONE_SEC)
  })
}

export function ringAlarm(): () => void {
  void openAudio()?.resume()
  playAlarmTones()
  const timer = setInterval(playAlarmTones, RING_MS)
  return () => clearInterval(timer)
}

/** Call within a tap. */
export async function allowSound(): Promise<void> {
  await openAudio()
    ?.resume()
    .catch(() => undefined)
  note()
}

const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const

/** `[data-sound]` controls decide themselves. */
export function allowSoundOnPress(): () => void {
  const allow = ({ target }: Event) => {
    if (context?.state !== 'running' && !(target instanceof Element && target.closest('[data-sound]')))
      void allowSound()
  }
  for (const press of PRESSES) document.addEventListener(press, allow, true)
  return () => {
    for (const press of PRESSES) document.removeEventListener(press, allow, true)
  }
}
