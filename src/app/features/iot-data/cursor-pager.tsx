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

/** Source: document 2, section 4. */
export function CursorPager({ page, rows, limit, busy, onBack, onNext }: CursorPagerProps) {
  if (page === 1 && rows < limit) return rows > 0 && <p className="text-sm text-ink-soft">共 {rows} 条</p>
  return (
    <nav aria-label="分页" className="flex items-center justify-end gap-2 text-sm">
      <Button size="small" icon={<ChevronLeftIcon />} disabled={page === 1 || busy} onClick={onBack}>
        上一页
      </Button>
      <span className="min-w-[4rem] text-center text-ink-soft">
        第 <span className="font-figure text-ink">{page}</span> 页
      </span>
      <Button size="small" disabled={rows < limit || busy} onClick={onNext}>
        下一页
        <ChevronRightIcon />
      </Button>
    </nav>
  )
}
