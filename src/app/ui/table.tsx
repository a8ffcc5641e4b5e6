import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** `end` for figures: right-aligned and tabular, so that digits stand under digits. */
  readonly align?: 'start' | 'center' | 'end'
  /** On a phone each row is a card: `title` heads it, `field` is a labelled line, `action` its foot; `desk` is left out. */
  readonly phone?: 'title' | 'field' | 'action' | 'desk'
  /** Never broken over two lines on the desk: a time, a code. */
  readonly nowrap?: boolean
  /** Stays in sight at the right edge while a wide table scrolls sideways, as an `action` does anyway. */
  readonly stuck?: boolean
  /** A CSS width on the desk; without one the column shares what is left. */
  readonly width?: string
  readonly render: (row: Row, position: number) => ReactNode
}

export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first rows are on their way. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** Rows a skeleton draws: the page size, so that nothing jumps. */
  readonly expected?: number
  /** Old rows stay, dimmed, while newer ones are fetched. */
  readonly busy?: boolean
  readonly empty?: ReactNode
  /** Fills its container and scrolls in it; else the table takes its height, up to the window's. */
  readonly fill?: boolean
  /** Below this the desk table scrolls sideways instead of squeezing its columns. */
  readonly minWidth?: string
  /** A press on a row, beside its own links and buttons; the row must offer the same by one of those. */
  readonly onRow?: (row: Row) => void
}

const aligned = {
  start: 'md:text-left',
  center: 'md:text-center',
  // A figure is in one piece, however long.
  end: 'md:whitespace-nowrap md:text-right md:font-figure',
  action: 'md:text-right',
} as const

const cellOnPhone = {
  title: 'order-first col-span-2 mb-1 text-base font-semibold md:text-sm md:font-normal',
  // A label stands on the line of what it labels, which may be a link as high as a thumb.
  field: 'col-start-1 flex items-baseline gap-3 py-0.5',
  // Beside the fields, at the card's lower right corner, where the thumb is.
  action: 'col-start-2 row-span-6 row-start-2 -mr-2 flex gap-2 self-end',
  desk: 'hidden',
} as const

/** One typed list: a table with a standing head from 768 px up, cards below. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, expected = 5, busy, empty, fill, minWidth, onRow } = props
  const labelWidth = { width: `${Math.max(...columns.map(labelLength))}em` }
  const isReadOnly = onRow === undefined && !columns.some(({ phone }) => phone === 'action')
  if (rows?.length === 0) return <>{empty ?? <Empty title="暂无数据" />}</>
  return (
    <div
      className={cx('relative min-w-0 md:overflow-auto', fill ? 'md:h-full' : 'md:max-h-[calc(100vh-13rem)]')}
      aria-busy={busy || rows === undefined}
      // Where nothing in it takes the focus, the keyboard scrolls the table itself.
      {...(isReadOnly && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
    >
      <table
        className="block w-full text-sm md:table md:min-w-[var(--table-min,0)]"
        style={minWidth === undefined ? undefined : ({ '--table-min': minWidth } as CSSProperties)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="md:table-row">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={column.width === undefined ? undefined : { width: column.width }}
                className={cx(
                  'whitespace-nowrap px-3 py-2 text-left font-medium text-ink-soft md:sticky md:top-0 md:z-sticky md:bg-sunk',
                  aligned[alignOf(column)],
                  isStuck(column) ? cx('md:right-0', EDGE_OF_HEAD) : UNDER_HEAD,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx('block md:table-row-group', busy && rows && 'opacity-60 transition-opacity')}>
          {rows
            ? rows.map((row, position) => (
                <tr
                  key={rowKey(row)}
                  className={cx(rowClass, onRow && 'cursor-pointer')}
                  onClick={onRow && ((event) => !isOwnPress(event.target) && onRow(row))}
                >
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)}>
                      {column.phone !== 'title' && column.phone !== 'action' && (
                        <span aria-hidden="true" style={labelWidth} className="shrink-0 text-ink-soft md:hidden">
                          {column.header}
                        </span>
                      )}
                      {column.render(row, position)}
                    </td>
                  ))}
                </tr>
              ))
            : // By names no row has: a row that took a waiting one's place would be seen to move there.
              Array.from({ length: expected }, (_, at) => (
                <tr key={`waiting ${at}`} className={rowClass}>
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)}>
                      <Skeleton className="my-0.5 h-4 w-2/3 md:inline-block" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a press was meant for a control in the row, or only ended a selection of text. */
function isOwnPress(target: EventTarget): boolean {
  const control = target instanceof Element && target.closest('a, button, input, label, [role=dialog]')
  return Boolean(control) || (getSelection()?.toString() ?? '') !== ''
}

const rowClass =
  'grid grid-cols-[1fr_auto] border-b border-line px-4 py-3 last:border-b-0 md:table-row md:px-0 md:py-0 hover:md:bg-sunk'

// In characters, which are as wide as high: the values of a card start on one line.
function labelLength<Row>({ header, phone = 'field' }: Column<Row>): number {
  return phone === 'field' ? header.length : 0
}

const isStuck = <Row,>({ stuck, phone }: Column<Row>) => stuck ?? phone === 'action'

// Where a window is too narrow for most tables, what stays in sight has an edge: what goes on under it is not cut off.
const UNDER_HEAD = 'md:shadow-[inset_0_-1px_0_rgb(var(--line))]'
const EDGE_OF_HEAD =
  'md:shadow-[inset_0_-1px_0_rgb(var(--line)),inset_1px_0_0_rgb(var(--line))] xl:shadow-[inset_0_-1px_0_rgb(var(--line))]'
const EDGE = 'md:shadow-[inset_1px_0_0_rgb(var(--line))] xl:shadow-none'

function alignOf<Row>({ align, phone }: Column<Row>) {
  return align ?? (phone === 'action' ? 'action' : 'start')
}

function cellClass<Row>(column: Column<Row>): string {
  return cx(
    cellOnPhone[column.phone ?? 'field'],
    'min-w-0 md:table-cell md:px-3 md:align-middle',
    column.phone === 'action' ? 'md:py-0.5' : 'md:py-1.5',
    column.nowrap && 'md:whitespace-nowrap',
    isStuck(column) && cx('md:sticky md:right-0 md:bg-panel', EDGE),
    aligned[alignOf(column)],
  )
}
