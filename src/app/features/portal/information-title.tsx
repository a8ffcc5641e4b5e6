import { isPinned } from '#contract/portal.rules.ts'
import type { Information } from '#contract/portal.ts'
import { cx } from '#app/ui/cx.ts'

const BADGE = 'rounded-sm px-1.5 text-xs font-medium'

export function InformationTitle({
  item,
  onRead,
  className,
}: {
  item: Information
  onRead: (id: string) => void
  className?: string
}) {
  return (
    <button
      type="button"
      onClick={() => onRead(item.id)}
      className="group w-full min-w-0 text-left text-base leading-snug text-ink after:absolute after:bottom-0 after:left-0 after:right-0 after:top-0 hover:after:bg-wash"
    >
      <span className={cx('group-hover:text-link group-hover:underline', className)}>{item.title}</span>
      <span className="sr-only">（在新窗口打开）</span>
    </button>
  )
}

export function InformationBadges({ item }: { item: Information }) {
  if (!isPinned(item.sequence) && !item.newInformation) return null
  return (
    <span className="flex shrink-0 gap-2">
      {isPinned(item.sequence) && <span className={cx(BADGE, 'bg-line text-ink')}>置顶</span>}
      {item.newInformation && <span className={cx(BADGE, 'bg-working-soft text-working-ink')}>新</span>}
    </span>
  )
}
