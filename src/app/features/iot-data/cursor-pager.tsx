import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'

interface CursorPagerProps {
  readonly page: number
  readonly rows: number
  readonly limit: number
  readonly busy: boolean
  onBack(): void
  onNext(): void
}

const unless = (isOff: boolean, onClick: () => void) => ({
  'aria-disabled': isOff,
  className: 'aria-disabled:opacity-45',
  onClick: isOff ? undefined : onClick,
})

/** Source: document 2, section 4. */
export function CursorPager({ page, rows, limit, busy, onBack, onNext }: CursorPagerProps) {
  if (page === 1 && rows < limit) return rows > 0 && <p className="text-sm text-ink-soft">共 {rows} 条</p>
  return (
    <nav aria-label="分页" className="flex items-center justify-end gap-2 text-sm">
      <Button size="small" icon={<ChevronLeftIcon />} {...unless(page === 1 || busy, onBack)}>
        上一页
      </Button>
      <span className="min-w-[4rem] text-center text-ink-soft">
        第 <span className="font-figure text-ink">{page}</span> 页
      </span>
      <Button size="small" {...unless(rows < limit || busy, onNext)}>
        下一页
        <ChevronRightIcon />
      </Button>
    </nav>
  )
}
