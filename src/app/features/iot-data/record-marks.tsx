import { formatTime, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Badge } from '#app/ui/badge.tsx'

export interface Marked {
  readonly isUnregistered?: boolean
  readonly timeMark?: string | null
  readonly deviceTime?: string | null
}

export const AGAIN = '又报'

export function Again({ at }: { at: string | null | undefined }) {
  const now = useNow()
  return (
    <b className="text-danger-ink">
      · {AGAIN} {at && shortTime(at, now)}
    </b>
  )
}

export function RecordMarks({ of: { isUnregistered, timeMark, deviceTime } }: { readonly of: Marked }) {
  if (!isUnregistered && !timeMark) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      {isUnregistered && <Badge tone="attention">未登记部件</Badge>}
      {timeMark && <Badge tone="attention">设备时间不可信</Badge>}
      {timeMark && (
        <span className="text-xs font-normal text-ink-soft">
          {deviceTime ? `设备时间 ${formatTime(deviceTime)}` : '设备时钟未设置'}
        </span>
      )}
    </span>
  )
}
