import type { UseQueryResult } from '@tanstack/react-query'
import { Pager, pagerPlace, type PagerProps } from '#app/ui/pager.tsx'
import { DataTime } from './data-time.tsx'

interface ListFooterProps<Size extends number> extends Pick<PagerProps, 'page'> {
  /** The query of the page shown. */
  readonly of: Pick<UseQueryResult<{ readonly total: number }>, 'data' | 'dataUpdatedAt' | 'isFetching'>
  readonly pageSize: Size
  /** The page sizes one may choose; without them the size is fixed. */
  readonly sizes?: readonly Size[]
  onChange(page: number, pageSize: Size): void
}

/** Below a paged list: its pager, in a place kept free while the first page is on its way, and the data's time. */
export function ListFooter<Size extends number>({ of, sizes, onChange, ...shown }: ListFooterProps<Size>) {
  return (
    // Anew with the list: one that stayed would be seen to come up, where fewer rows came than were waited for.
    <footer key={of.data ? 'list' : 'waiting'} className="flex flex-col gap-1 border-t border-line px-4 py-2">
      <div className={sizes ? pagerPlace : 'min-h-control'}>
        {of.data && (
          <Pager
            {...shown}
            total={of.data.total}
            {...(sizes && { sizes })}
            // The pager chooses among `sizes` alone.
            onChange={(page, size) => onChange(page, size as Size)}
          />
        )}
      </div>
      <DataTime of={of} />
    </footer>
  )
}
