import { isPinned } from '#contract/portal.rules.ts'
import type { Information } from '#contract/portal.ts'
import { PinnedMark } from '#app/parts/pinned-mark.tsx'
import { cx } from '#app/ui/cx.ts'

const WORD_JOINER = '\u2060'

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
      className="group block w-full min-w-0 text-left text-base leading-snug text-ink after:absolute after:bottom-0 after:left-0 after:right-0 after:top-0 hover:after:bg-wash"
    >
      <span className={className}>
        {isPinned(item.sequence) && <PinnedMark />}
        <span className={cx('group-hover:text-link group-hover:underline', item.newInformation && 'font-semibold')}>
          {item.title}
        </span>
        {item.newInformation && WORD_JOINER}
        {item.newInformation && (
          <span className="ml-2 rounded-sm bg-working-soft px-1.5 py-px text-xs font-medium text-working-ink">新</span>
        )}
      </span>
      <span className="sr-only">（在新窗口打开）</span>
    </button>
  )
}
