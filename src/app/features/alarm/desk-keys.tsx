import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { AnnouncementIcon } from '#app/ui/place-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { useKeys } from '#app/parts/use-keys.ts'

const SOUND_WORDS: Readonly<Record<AlarmSound['state'], string>> = {
  on: '声音已开',
  muted: '已静音',
  blocked: '开启声音',
  missing: '本机无法响铃',
}

interface DeskSoundProps {
  readonly sound: AlarmSound
  readonly isShort: boolean
}

export function DeskSound({ sound, isShort }: DeskSoundProps) {
  useKeys({ m: sound.toggle }, true)
  const isOn = sound.state === 'on'
  if (sound.state === 'missing')
    return <p className="shrink-0 px-1 text-sm font-medium text-attention-ink">{SOUND_WORDS.missing}</p>
  return (
    <button
      type="button"
      data-sound
      aria-label={SOUND_WORDS[sound.state]}
      className={cx(
        'inline-flex min-h-control-sm min-w-control-sm shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded border px-2.5 text-sm font-medium',
        isOn ? 'border-line-strong text-ink hover:bg-sunk' : 'border-attention bg-attention-soft text-attention-ink',
      )}
      onClick={sound.toggle}
    >
      <AnnouncementIcon />
      {SOUND_WORDS[sound.state].slice(isShort ? -2 : 0)}
    </button>
  )
}

const KEYS = [
  ['J K', '上下'],
  ['A', '我去看'],
  ['1–4', '确认结果'],
  ['C', '呼叫'],
  ['M', '静音'],
] as const

export function DeskKeys() {
  return (
    <p className="hidden flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-ink-soft mouse:flex">
      {KEYS.map(([keys, does]) => (
        <span key={keys} className="inline-flex items-center">
          <KeyHint keys={keys} />
          <span className="ml-1">{does}</span>
        </span>
      ))}
    </p>
  )
}
