import type { DeliveryRow } from '#contract/delivery.ts'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { deliveryResult } from '#contract/dict/delivery-result.ts'
import { formatTime } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'

interface DeliveryListProps {
  readonly rows: readonly DeliveryRow[]
  /** Unset: none. */
  readonly onResend?: (id: string) => void
}

export function DeliveryList({ rows, onResend }: DeliveryListProps) {
  return (
    <ul className="space-y-2 text-sm">
      {rows.map((row) => (
        <li key={row.id} className="flex items-baseline justify-between gap-x-3">
          <span className="min-w-0 break-words">
            {deliveryChannel.label(row.channel)} {row.recipient}
            <span className="block text-xs text-ink-soft">
              {formatTime(row.time)} {row.text.replace('【消防物联网】', '')}
            </span>
          </span>
          <span className="flex shrink-0 items-baseline gap-2">
            <Badge look="plain" tone={deliveryResult.tone(row.result)}>
              {deliveryResult.label(row.result)}
            </Badge>
            {onResend && row.isResendable && <Button onClick={() => onResend(row.id)}>重发</Button>}
          </span>
        </li>
      ))}
    </ul>
  )
}
