import type { AlarmRow } from '#contract/alarm.ts'
import { useNow } from '#app/lib/use-now.ts'
import { type Aged, AlarmAge } from './alarm-age.tsx'
import { fireWords } from './alarm-device.ts'

export type DeviceAge = Aged & { readonly isOfFire: boolean; readonly newestOf?: AlarmRow | undefined }

export const againOf = ({ newestOf }: DeviceAge, now: Date) => (newestOf ? fireWords(newestOf, now)[2] : false)

export function DeviceFireAge({ of, isAgeOnly = false }: { of: DeviceAge; isAgeOnly?: boolean }) {
  const now = useNow()
  const again = !isAgeOnly && againOf(of, now)
  return (
    <span className="whitespace-nowrap font-figure font-semibold text-danger-ink">
      {again || (
        <>
          {of.isOfFire && '火警 '}
          <AlarmAge of={of} />
        </>
      )}
    </span>
  )
}
