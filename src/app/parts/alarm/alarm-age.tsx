import type { AlarmRow } from '#contract/alarm.ts'
import { fromWireTime } from '#contract/time.ts'
import { cx } from '#app/ui/cx.ts'
import { ageText, showsSeconds } from './alarm-age.rules.ts'
import { useAge, useServerTime } from './use-server-time.ts'

export type Aged = Pick<AlarmRow, 'alarmTime' | 'verdict'>

export function AlarmAge({ of }: { of: Aged }) {
  const begun = fromWireTime(of.alarmTime).getTime()
  const isUndecided = of.verdict === null
  const age = useAge(of.alarmTime)
  const isExact = showsSeconds(age, isUndecided)
  const second = useServerTime(isExact)
  return <>{ageText(isExact ? second - begun : age, isUndecided)}</>
}

export function FirstAge({ of, isAgain }: { of: Aged; isAgain: boolean }) {
  return (
    <>
      {isAgain && <span className="text-xs font-normal">首报 </span>}
      <AlarmAge of={of} />
    </>
  )
}

export function FireAge({ of, className }: { of: Aged; className?: string }) {
  return (
    <span className={cx('whitespace-nowrap font-figure font-semibold text-danger-ink', className)}>
      <AlarmAge of={of} />
    </span>
  )
}
