import { useAge } from '#app/parts/alarm/use-server-time.ts'
import { cx } from '#app/ui/cx.ts'

const HOUR_MS = 60 * 60_000

function waitedText(ms: number, isShort: boolean): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours < 1) return '不足 1 小时'
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  return [days > 0 && `${days} 天`, rest > 0 && !(isShort && days > 0) && `${rest} 小时`].filter(Boolean).join(' ')
}

interface WaitingAgeProps {
  readonly since: string
  readonly isShort?: boolean
}

export function WaitingAge({ since, isShort = false }: WaitingAgeProps) {
  const waited = useAge(since)
  return (
    <span
      className={cx(
        'whitespace-nowrap font-figure text-sm',
        waited >= 24 * HOUR_MS ? 'font-semibold text-attention-ink' : 'text-ink-soft',
      )}
    >
      等待 {waitedText(waited, isShort)}
    </span>
  )
}
