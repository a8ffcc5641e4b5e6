import type { AlarmRow } from '#contract/alarm.ts'
import { Badge } from '#app/ui/badge.tsx'

/** During announced work; called no person. */
export function ShelfMark({ of, isLong = false }: { of: Pick<AlarmRow, 'proposal'>; isLong?: boolean }) {
  if (of.proposal === null) return null
  return <Badge tone="attention">{isLong ? '检修期间报警，未通知任何人' : '检修'}</Badge>
}
