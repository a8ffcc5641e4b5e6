import { isPinned } from '#contract/portal.rules.ts'
import type { Information } from '#contract/portal.ts'
import { cx } from '#app/ui/cx.ts'

const BADGE = 'whitespace-nowrap rounded-sm px-1.5 py-px text-xs font-medium'
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
        {isPinned(item.sequence) && <span className={cx(BADGE, 'mr-2 bg-line text-ink')}>置顶</span>}
        <span className={cx('group-hover:text-link group-hover:underline', item.newInformation && 'font-semibold')}>
          {item.title}
        </span>
        {item.newInformation && WORD_JOINER}
        {item.newInformation && <span className={cx(BADGE, 'ml-2 bg-working-soft text-working-ink')}>新</span>}
      </span>
      <span className="sr-only">（在新窗口打开）</span>
    </button>
  )
}
