import type { BuildingRow } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { Badge } from '#app/ui/badge.tsx'

type Marked = Pick<BuildingRow, 'accessStatus' | 'pointNum'> &
  Partial<Pick<BuildingRow, 'alarmNum' | 'faultNum' | 'offlineNum'>>

export const isCalm = ({ alarmNum, faultNum, offlineNum }: Partial<BuildingRow>) =>
  !alarmNum && !faultNum && !offlineNum

const AccessBadge = ({ of }: { of: Marked }) => (
  <Badge tone={accessStatus.tone(of.accessStatus)} look="plain" className="!gap-1 !font-normal">
    {accessStatus.label(of.accessStatus)}
  </Badge>
)

export function CalmMark({ of }: { of: Marked }) {
  if (of.pointNum === 0 || of.alarmNum === undefined) return <AccessBadge of={of} />
  return (
    <Badge tone="ok" look="plain" className="!gap-1 !font-normal">
      无异常
    </Badge>
  )
}

export function AccessMark({ of }: { of: Marked }) {
  if ((of.accessStatus ?? 1) !== 1) return <AccessBadge of={of} />
  return isCalm(of) ? <CalmMark of={of} /> : null
}
