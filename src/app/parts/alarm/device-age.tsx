import { type Aged, AlarmAge } from './alarm-age.tsx'

export type DeviceAge = Aged & { readonly isOfFire: boolean }

export const DeviceFireAge = ({ of }: { of: DeviceAge }) => (
  <span className="whitespace-nowrap font-figure font-semibold text-danger-ink">
    {of.isOfFire && '火警 '}
    <AlarmAge of={of} />
  </span>
)
