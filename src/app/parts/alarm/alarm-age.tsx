import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { cx } from '#app/ui/cx.ts'
import { ageText, showsSeconds } from './alarm-age.rules.ts'
import { hasSpread } from './alarm-device.ts'
import { useAge, useServerTime } from './use-server-time.ts'

export type Aged = Pick<AlarmRow, 'alarmTime' | 'verdict'> & Partial<Pick<AlarmRow, 'isOpen' | 'newest' | 'points'>>

export function AlarmAge({ of }: { of: Aged }) {
  const begun = fromWireTime(of.alarmTime).getTime()
  const isUndecided = of.verdict === null
  const age = useAge(of.alarmTime)
  const isExact = showsSeconds(age, isUndecided)
  const second = useServerTime(isExact)
  return (
    <>
      {hasSpread(of) && <FirstReport />}
      {ageText(isExact ? second - begun : age, isUndecided)}
    </>
  )
}

export const FirstReport = () => <span className="text-[max(0.75rem,0.5em)] font-normal">首报 </span>

export function FireAge({ of, className }: { of: Aged; className?: string }) {
  return (
    <span className={cx('whitespace-nowrap font-figure font-semibold text-danger-ink', className)}>
      <AlarmAge of={of} />
    </span>
  )
}
