import type { ReactNode } from 'react'
import { PAGE_SIZES } from '#contract/portal.ts'
import { type PagedQuery, useLastPage } from '#app/parts/use-last-page.ts'
import { cx } from '#app/ui/cx.ts'
import { Pager } from '#app/ui/pager.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import type { Paging } from './use-page.ts'

export function Rows({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <ul aria-busy={busy} className={cx(busy && 'opacity-60 transition-opacity')}>
      {children}
    </ul>
  )
}

export function RowsComing({ count, tall }: { count: number; tall?: boolean }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, at) => (
        <div
          key={at}
          className={cx(
            'flex items-center gap-6 border-b border-line px-4 last:border-b-0',
            tall ? 'min-h-[4.25rem]' : 'min-h-[4rem] md:min-h-[3.25rem] lg:min-h-[2.75rem]',
          )}
        >
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="hidden h-4 w-40 lg:block" />
        </div>
      ))}
    </Loading>
  )
}

export function RowsPager({ paging: { page, turn }, of }: { paging: Paging; of: PagedQuery }) {
  const total = of.data?.total
  useLastPage(of, { page: page.currentPage, pageSize: page.pageSize, onPage: (last) => turn(last, page.pageSize) })
  if (total === undefined) return null
  return (
    <footer className="mt-auto border-t border-line px-4 py-2">
      <div className="flex min-h-control flex-col justify-center">
        <Pager page={page.currentPage} pageSize={page.pageSize} total={total} sizes={PAGE_SIZES} onChange={turn} />
      </div>
    </footer>
  )
}
