import type { UseQueryResult } from '@tanstack/react-query'
import { Pager, type PagerProps } from '#app/ui/pager.tsx'
import { DataTime } from './data-time.tsx'
import { type PagedQuery, useLastPage } from './use-last-page.ts'

interface ListFooterProps<Size extends number> extends Pick<PagerProps, 'page' | 'aside'> {
  readonly of: PagedQuery & Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>
  readonly total?: number | undefined
  readonly pageSize: Size
  readonly sizes?: readonly Size[]
  /** Where a page has several. */
  readonly name?: string
  readonly note?: string | undefined
  onChange(page: number, pageSize: Size): void
}

export function ListFooter<Size extends number>({
  of,
  total = of.data?.total,
  sizes,
  name = '',
  onChange,
  ...shown
}: ListFooterProps<Size>) {
  const { page, pageSize } = shown
  useLastPage(of, { page, pageSize, total, onPage: (last) => onChange(last, pageSize) })
  if (total === 0) return null
  return (
    // Remounts: a moved element is a layout shift.
    <footer key={of.data ? 'list' : 'waiting'} className="flex flex-col gap-1 border-t border-line px-4 py-2">
      <div className={of.data ? undefined : 'min-h-control'}>
        {of.data && (
          <Pager
            {...shown}
            of={name}
            total={total ?? 0}
            {...(sizes && { sizes })}
            // `Pager` passes only one of `sizes`.
            onChange={(page, size) => onChange(page, size as Size)}
          />
        )}
      </div>
      <DataTime of={of} isLast />
    </footer>
  )
}
