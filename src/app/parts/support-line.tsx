import { CallIcon } from '#app/ui/action-icons.tsx'
import { SUPPORT_HOURS } from './support-hours.ts'

interface SupportLineProps {
  readonly line: string | undefined
}

export function SupportLine({ line }: SupportLineProps) {
  if (!line) return null
  return (
    <span className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-ink-soft">
      <a href={`tel:${line}`} className="inline-flex min-h-control items-center gap-1.5 text-link hover:underline">
        <CallIcon />
        技术支持 {line}
      </a>
      <span>{SUPPORT_HOURS}</span>
    </span>
  )
}
