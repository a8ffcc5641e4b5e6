import { createPortal } from 'react-dom'
import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { formatTime } from '#app/lib/format.ts'
import { alarmDevice, alarmPlace } from '#app/parts/alarm/alarm-device.ts'
import { arrivalWord } from '#app/parts/alarm/alarm-words.ts'
import { calledFor } from '#app/parts/alarm/called-for.rules.ts'
import { callKey, elapsedText } from '#app/parts/alarm/arriving.rules.ts'
import { FireMark } from '#app/parts/alarm/fire-mark.tsx'
import { useAlarmActs } from '#app/parts/alarm/use-alarm-acts.ts'
import type { AlarmSound } from '#app/parts/alarm/use-alarm-sound.ts'
import { Button } from '#app/ui/button.tsx'
import { CloseIcon } from '#app/ui/icon.tsx'
import { createStore } from '#app/ui/store.ts'

export const putAway = createStore<ReadonlySet<string>>(new Set())

interface ArrivingPanelProps {
  readonly of: AlarmRow
  readonly others: number
  readonly now: number
  readonly sound: Pick<AlarmSound, 'state' | 'toggle'>
  onOpen(): void
}

const SOUND: Readonly<Record<AlarmSound['state'], string>> = {
  on: '静音（仅本机）',
  muted: '已静音（仅本机），恢复响铃',
  blocked: '声音未开，点击开启',
  missing: '本机无法响铃',
}

export function ArrivingPanel({ of, others, now, sound, onOpen }: ArrivingPanelProps) {
  const { busy, acknowledge } = useAlarmActs()
  const shown = calledFor(of)
  const close = () => putAway.write(new Set([...putAway.read(), callKey(of)]))
  const open = () => {
    close()
    onOpen()
  }
  const accept = async () => {
    const done = await acknowledge([of], false)
    if (done.length > 0) open()
  }
  return createPortal(
    <section
      data-floating
      aria-label={arrivalWord(of)}
      className="not-printed fixed inset-x-0 top-0 z-call bg-fire-ground px-4 pb-4 pt-[calc(0.75rem+env(safe-area-inset-top))] text-fire-on shadow-float [--ring:var(--fire-on)] md:left-auto md:right-4 md:top-16 md:w-[26rem] md:rounded-md md:pt-3"
    >
      <div className="flex items-center gap-2">
        <FireMark sign="fire-ground" className="h-8 w-8" />
        <p className="min-w-0 flex-1 text-lg font-semibold">{arrivalWord(of)}</p>
        <p className="font-figure text-2xl font-semibold" aria-label={`已过去 ${elapsedText(elapsed(shown, now))}`}>
          {elapsedText(elapsed(shown, now))}
        </p>
        <button type="button" aria-label="收起" onClick={close} className="flex h-11 w-11 items-center justify-center">
          <CloseIcon className="h-5 w-5" />
        </button>
      </div>
      <div role="alert">
        <span className="sr-only">{arrivalWord(of)}</span>
        <p className="mt-1 break-words text-2xl font-bold">{of.buildingName ?? of.source ?? '未知来源'}</p>
        <p className="break-words text-lg font-semibold">{alarmPlace(shown)}</p>
        <p className="mt-1 text-base">
          {[alarmDevice(shown), `${formatTime(shown.alarmTime)} 报警`].filter(Boolean).join('，')}
          {others > 0 && `；另有 ${others} 处`}
        </p>
      </div>
      {of.priority === 1 && <p className="mt-2 text-base font-semibold">多个设备报警，请按真实火警处置</p>}
      <p className="mt-3 text-sm">“我去看”表示前往核实，到场后再选择误报或真实火警</p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button block busy={busy} className="min-h-[3rem] font-semibold" onClick={() => void accept()}>
          我去看
        </Button>
        <Button block kind="plain" className="min-h-[3rem] border-fire-on/60" onClick={open}>
          先看详情
        </Button>
      </div>
      <button type="button" data-sound className="mt-2 min-h-[2.75rem] text-base underline" onClick={sound.toggle}>
        {SOUND[sound.state]}
      </button>
    </section>,
    document.body,
  )
}

const elapsed = ({ alarmTime }: AlarmRow, now: number) => now - fromWireTime(alarmTime).getTime()
