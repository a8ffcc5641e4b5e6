import { CallIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { SUPPORT_HOURS } from './support-hours.ts'

interface SupportLineProps {
  readonly line: string | undefined
  readonly className?: string
}

export function SupportLine({ line, className }: SupportLineProps) {
  if (!line) return null
  return (
    <p className={cx('flex flex-wrap items-center justify-center gap-x-2 text-sm text-ink-soft', className)}>
      <a href={`tel:${line}`} className="inline-flex min-h-control items-center gap-1.5 text-link hover:underline">
        <CallIcon />
        技术支持 {line}
      </a>
      <span>{SUPPORT_HOURS}</span>
    </p>
  )
}
