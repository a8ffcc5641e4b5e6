import type { UseQueryResult } from '@tanstack/react-query'
import { Answer } from '#app/parts/answer.tsx'
import { cx } from '#app/ui/cx.ts'
import { Pager } from '#app/ui/pager.tsx'
import { DataTable, type DataTableProps } from '#app/ui/table.tsx'

interface ListPagesProps<Row> extends Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'empty'> {
  /** The query of the page shown. */
  readonly of: UseQueryResult<{ readonly list: readonly Row[]; readonly total: number }>
  readonly page: number
  readonly pageSize: number
  onPage(page: number): void
  /** The height of a whole page on the desk, so that the dialog around it keeps its own. */
  readonly className: string
}

/** The list behind a figure, in its dialog: a page of it, from edge to edge on a phone, and its pager. */
export function ListPages<Row>({ of, page, pageSize, onPage, className, ...shown }: ListPagesProps<Row>) {
  const table = (rows: readonly Row[] | undefined) => (
    <DataTable {...shown} rows={rows} expected={pageSize} busy={of.isPlaceholderData} />
  )
  return (
    <div className={cx('-mx-4 md:mx-0', className)}>
      <Answer of={of} waiting={table(undefined)}>
        {({ list, total }) => (
          <>
            {table(list)}
            {total > 0 && (
              <Pager
                className="mt-3 px-4 md:px-0"
                page={page}
                pageSize={pageSize}
                total={total}
                onChange={onPage}
                compact
              />
            )}
          </>
        )}
      </Answer>
    </div>
  )
}
