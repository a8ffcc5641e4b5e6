import type { BuildingRow } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { Badge } from '#app/ui/badge.tsx'

export const isCalm = ({ alarmNum, faultNum, offlineNum }: Partial<BuildingRow>) =>
  !alarmNum && !faultNum && !offlineNum

export function CalmMark({ of }: { of: Pick<BuildingRow, 'accessStatus' | 'alarmNum' | 'pointNum'> }) {
  if (of.pointNum > 0 && of.alarmNum !== undefined)
    return (
      <Badge tone="ok" look="plain">
        无异常
      </Badge>
    )
  return (
    <Badge tone={accessStatus.tone(of.accessStatus)} look="plain">
      {accessStatus.label(of.accessStatus)}
    </Badge>
  )
}
