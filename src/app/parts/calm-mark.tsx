import type { BuildingRow } from '#contract/building.ts'
import { accessStatus } from '#contract/dict/access-status.ts'
import { Badge } from '#app/ui/badge.tsx'

type Marked = Pick<BuildingRow, 'accessStatus' | 'pointNum'> &
  Partial<Pick<BuildingRow, 'alarmNum' | 'faultNum' | 'offlineNum'>>

export const isCalm = ({ alarmNum, faultNum, offlineNum }: Partial<BuildingRow>) =>
  !alarmNum && !faultNum && !offlineNum

export function CalmMark({ of }: { of: Marked }) {
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

export function AccessMark({ of }: { of: Marked }) {
  const isConnected = (of.accessStatus ?? 1) === 1
  if (isConnected && !isCalm(of)) return null
  return <CalmMark of={isConnected ? of : { ...of, pointNum: 0 }} />
}
