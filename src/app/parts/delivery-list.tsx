import type { DeliveryRow } from '#contract/delivery.ts'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { deliveryResult } from '#contract/dict/delivery-result.ts'
import { formatTime } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

interface DeliveryListProps {
  readonly rows: readonly DeliveryRow[]
  readonly onResend?: (id: string) => void
  readonly isWide?: boolean
}

export function DeliveryList({ rows, onResend, isWide }: DeliveryListProps) {
  return (
    <ul className={cx('text-sm', isWide ? '-mb-2 divide-y divide-line border-t border-line' : 'space-y-2')}>
      {rows.map((row) => (
        <li key={row.id} className={cx('flex items-baseline justify-between gap-x-3', isWide && 'py-2')}>
          <span
            className={cx(
              'min-w-0 break-words',
              isWide && 'md:grid md:flex-1 md:grid-cols-[14rem_minmax(0,1fr)] md:items-baseline md:gap-x-3',
            )}
          >
            {deliveryChannel.label(row.channel)} {row.recipient}
            <span className={cx('block text-xs text-ink-soft', isWide && 'md:text-sm')}>
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
