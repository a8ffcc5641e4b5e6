import type { UseQueryResult } from '@tanstack/react-query'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { cx } from '#app/ui/cx.ts'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { Pager } from '#app/ui/pager.tsx'
import { DataTable, type DataTableProps } from '#app/ui/table.tsx'

interface ListPagesProps<Row> extends Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'empty'> {
  readonly of: UseQueryResult<{ readonly list: readonly Row[]; readonly total: number }>
  readonly page: number
  readonly pageSize: number
  onPage(page: number): void
  /** The dialog keeps its size. */
  readonly className: string
}

export function ListPages<Row>({ of, page, pageSize, onPage, className, ...shown }: ListPagesProps<Row>) {
  useLastPage(of, { page, pageSize, onPage })
  const table = (rows: readonly Row[] | undefined) => (
    <DataTable {...shown} rows={rows} expected={pageSize} busy={of.isPlaceholderData} />
  )
  return (
    <div className={cx('-mx-4 md:mx-0', className)}>
      <QueryResult of={of} waiting={table(undefined)}>
        {(data) => (
          <>
            {table(rowsOfPage(data))}
            {data.total > 0 && (
              <Pager
                className="mt-3 px-4 md:px-0"
                page={page}
                pageSize={pageSize}
                total={data.total}
                onChange={onPage}
                compact
              />
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}
