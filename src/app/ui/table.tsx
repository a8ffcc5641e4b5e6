import { createContext, type ReactNode, useContext, useState } from 'react'
import { MISSING } from '../lib/format.ts'
import { DESK, useMedia } from '../lib/use-media.ts'
import { cx } from './cx.ts'
import { Dotted } from './dotted.tsx'
import { Empty } from './empty.tsx'
import { ChevronDownIcon } from './icon.tsx'
import { Skeleton } from './skeleton.tsx'
import type { TabletRows } from './tablet-rows.ts'

export type TabletPlace = 'main' | 'more' | 'under' | 'lead'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  readonly isHeaderHidden?: boolean
  /** `end`: figures. */
  readonly align?: 'start' | 'end'
  /** In a phone's card; `half`: two share a line; `line`: without its header; `state`, `menu`: with facts; `desk`: hidden. */
  readonly phone?: 'title' | 'field' | 'half' | 'line' | 'action' | 'state' | 'menu' | 'desk'
  readonly nowrap?: boolean
  /** Right edge; default for `action`. */
  readonly stuck?: boolean
  /** In `fr`: on tablets only. */
  readonly width?: string
  /** Of a tablet's row: `main`: a column; `more`: on the second line; `under`: there without its header; `lead`: before the title. */
  readonly tablet?: TabletPlace
  /** Key of the main column that it takes its place under. */
  readonly below?: string
  readonly isTall?: boolean
  readonly render: (row: Row, position: number) => ReactNode
}

export interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** Skeleton rows, to prevent layout shifts. */
  readonly expected?: number
  readonly waitingRow?: string
  readonly waitsForHead?: boolean
  readonly busy?: boolean
  readonly empty?: ReactNode
  /** Fills its container and scrolls in it. */
  readonly fill?: boolean
  readonly tablet?: TabletRows
  /** A phone's row: title and this line; pressed, also its fields. */
  readonly facts?: ((row: Row) => readonly ReactNode[]) | undefined
  /** Some facts arrive later: one line, so that rows keep their height. */
  readonly areFactsLate?: boolean
  readonly isUrgent?: (row: Row) => boolean | 'edge'
  readonly headOf?: (row: Row, position: number) => ReactNode
  readonly isHead?: (row: Row) => boolean
  /** A control of the row must do the same. */
  readonly onRow?: (row: Row) => void
}

const PhoneRow = createContext<boolean | undefined>(undefined)

/** @returns whether the phone's row is unfolded; undefined: it does not unfold */
export const useUnfolded = () => useContext(PhoneRow)

const aligned = {
  start: 'md:text-left',
  end: 'md:whitespace-nowrap md:text-right md:font-figure',
  action: 'md:text-right',
} as const

const cellOnPhone = {
  title: 'row-title order-first col-span-3 mb-1 text-left text-base font-semibold md:max-xl:text-sm',
  // The value may be a touch target.
  field: 'col-span-2 col-start-1 flex items-baseline gap-3 py-0.5',
  line: 'col-span-2 col-start-1 flex items-center gap-3 self-center text-ink-soft md:text-ink',
  left: 'col-start-1 flex items-baseline self-baseline gap-3 whitespace-nowrap py-0.5 pr-3',
  right: 'col-start-2 flex items-baseline self-baseline gap-3 py-0.5',
  // Above the action.
  upper: 'col-start-2 flex items-baseline self-baseline gap-3 whitespace-nowrap py-0.5',
  action: 'row-action col-start-3 row-span-6 row-start-2 -my-3 -mr-2 flex flex-col items-end self-end',
  state: 'row-state',
  menu: 'row-menu',
  desk: 'hidden',
} as const

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, expected = 5, busy, empty, fill, tablet, facts, onRow, isUrgent } = props
  const isPhone = !useMedia(DESK)
  const [opened, setOpened] = useState<string>()
  const labelWidth = { width: `${Math.max(...columns.map(labelLength))}em` }
  const places = placesOnPhone(columns)
  const cells = tablet?.cells
  const edge = (column: Column<Row>, before = columns[columns.indexOf(column) - 1]) =>
    cx(
      column === columns[0] && 'md:pl-4',
      column === columns[columns.length - 1] && 'md:pr-4',
      before?.align === 'end' && alignOf(column) === 'start' && 'md:pl-[1.375rem]',
    )
  const isReadOnly = onRow === undefined && !columns.some(({ phone }) => phone === 'action')
  if (rows?.length === 0) return <>{empty ?? <Empty title="暂无数据" />}</>
  return (
    <div
      className={cx(
        'table-frame relative min-w-0',
        tablet && !fill ? 'xl:overflow-auto' : 'md:overflow-auto',
        fill ? 'md:h-full' : 'table-whole',
        tablet && 'tablet-rows',
        facts && 'phone-rows',
        props.areFactsLate && 'facts-late',
      )}
      aria-busy={busy || rows === undefined}
      // A scroll area must be focusable.
      {...(isReadOnly && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
    >
      <table className="block w-full text-sm md:table md:min-w-[var(--table-min,0)]" style={tablet?.style}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="md:table-row">
            {columns.map((column, at) => (
              <th
                key={column.key}
                scope="col"
                style={{ ...cells?.[at]?.style, width: column.width }}
                className={cx(
                  cells?.[at]?.name,
                  'whitespace-nowrap px-2.5 py-2 text-left font-normal text-ink-soft head-stuck',
                  aligned[alignOf(column)],
                  edge(column),
                  column.phone === 'action' && 'not-printed',
                  isStuck(column) ? 'head-edge md:right-0' : 'head-line',
                )}
              >
                {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx('block md:table-row-group', busy && rows && 'opacity-60 transition-opacity')}>
          {!rows && props.waitsForHead && (
            <tr className="row-group">
              <GroupHead of={<>&nbsp;</>} span={columns.length} />
            </tr>
          )}
          {rows
            ? rows.map((row, position) => {
                const key = rowKey(row)
                const isOpen = opened === key
                const urgent = isUrgent?.(row)
                const contents = columns.map((column) => column.render(row, position))
                const isCard = facts && isPhone
                const unfolds =
                  isCard &&
                  columns.some(
                    ({ phone = 'field' }, at) =>
                      /field|half|line/.test(phone) && contents[at] && contents[at] !== MISSING,
                  )
                const head = props.headOf?.(row, position)
                const Title = unfolds ? 'button' : 'div'
                return (
                  <PhoneRow.Provider key={key} value={unfolds ? isOpen : undefined}>
                    {head && (
                      <tr className="row-group">
                        <GroupHead of={head} span={columns.length} />
                      </tr>
                    )}
                    <tr
                      className={cx(
                        rowClass,
                        urgent && cx('fire-edge', urgent === true && 'bg-danger-soft'),
                        onRow && 'md:cursor-pointer',
                        unfolds && (isOpen ? 'row-open' : 'cursor-pointer'),
                      )}
                      onClick={({ target }) => {
                        if (isOwnPress(target)) return
                        if (unfolds) setOpened(key)
                        else if (!isCard) onRow?.(row)
                      }}
                    >
                      {columns.map((column, at) => {
                        const place = places.get(column.key)
                        const content = contents[at]
                        const hasLabel = labelLength(column) > 0
                        const cell = cells?.[at]
                        const isMissing = content === MISSING && (hasLabel || cell?.place === 'under')
                        const isHead = column.phone === 'title' && props.isHead?.(row)
                        const Cell = isHead ? 'th' : 'td'
                        return (
                          <Cell
                            key={column.key}
                            scope={isHead ? 'rowgroup' : undefined}
                            style={cell?.style}
                            className={cx(
                              cell?.name,
                              cellClass(
                                column,
                                isMissing ? 'desk' : place,
                                urgent === true ? 'md:bg-danger-soft' : 'md:bg-panel',
                              ),
                              edge(column),
                              isMissing && 'row-missing text-ink-soft',
                            )}
                          >
                            {!isMissing && (hasLabel || cell?.place === 'more') && (
                              <span
                                aria-hidden="true"
                                style={place === 'right' || place === 'upper' ? undefined : labelWidth}
                                className={cx(
                                  'shrink-0 text-ink-soft',
                                  hasLabel ? 'md:hidden' : 'hidden',
                                  cell?.place === 'more' && 'row-label',
                                )}
                              >
                                {column.header}
                              </span>
                            )}
                            {isCard && place === 'title' ? (
                              <Title
                                className="row-head"
                                {...(unfolds && {
                                  type: 'button',
                                  'aria-expanded': isOpen,
                                  'data-printed': true,
                                  onClick: () => setOpened(isOpen ? undefined : key),
                                })}
                              >
                                <span>
                                  {content}
                                  {unfolds && <ChevronDownIcon className="row-chevron" />}
                                </span>
                                <Dotted className="text-sm font-normal leading-5 text-ink-soft" of={facts(row)} />
                              </Title>
                            ) : (
                              content
                            )}
                          </Cell>
                        )
                      })}
                    </tr>
                  </PhoneRow.Provider>
                )
              })
            : // A reused element is a layout shift.
              Array.from({ length: expected }, (_, waiting) => (
                <tr key={`waiting ${waiting}`} className={cx(rowClass, props.waitingRow)}>
                  {columns.map((column, at) => (
                    <td
                      key={column.key}
                      style={cells?.[at]?.style}
                      className={cx(cells?.[at]?.name, cellClass(column, places.get(column.key)), edge(column))}
                    >
                      <Skeleton className="my-0.5 h-4 w-2/3 min-w-[2rem] md:inline-block" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

interface GroupHeadProps {
  /** '有火警 16 栋 · 火警多的在前' */
  readonly of: ReactNode
  readonly span: number
  readonly className?: string
}

export function GroupHead({ of, span, className }: GroupHeadProps) {
  const [name, ...order] = typeof of === 'string' ? of.split(' · ') : []
  return (
    <th scope="rowgroup" colSpan={span} className={className}>
      {name === undefined ? (
        of
      ) : (
        <Dotted
          of={[
            name,
            ...order.map((word) => (
              <span key={word} className="font-normal text-ink-soft">
                {word}
              </span>
            )),
          ]}
        />
      )}
    </th>
  )
}

/** Of a control, or selects text. */
export function isOwnPress(target: EventTarget): boolean {
  const control = target instanceof Element && target.closest('a, button, input, label, [role=dialog]')
  return Boolean(control) || (getSelection()?.toString() ?? '') !== ''
}

const rowClass =
  'row-grid grid border-b border-line px-4 py-3 last:border-b-0 md:table-row md:px-0 md:py-0 hover:md:bg-sunk'

// In `em`: full-width characters are 1 em wide.
function labelLength<Row>({ header, phone = 'field' }: Column<Row>): number {
  return /field|half|desk|state/.test(phone) ? header.length : 0
}

type Place = keyof typeof cellOnPhone

function placesOnPhone<Row>(columns: readonly Column<Row>[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  let alone: string | undefined
  const hasFieldAfter = (at: number) =>
    columns.slice(at + 1).some(({ phone = 'field' }) => phone === 'field' || phone === 'line')
  for (const [at, { key, phone = 'field' }] of columns.entries()) {
    const isRight = phone === 'half' && alone !== undefined
    if (isRight && alone) places.set(alone, 'left')
    if (isRight) places.set(key, hasFieldAfter(at) ? 'upper' : 'right')
    else places.set(key, phone === 'half' ? 'field' : phone)
    if (phone !== 'desk') alone = phone === 'half' && !isRight ? key : undefined
  }
  return places
}

const isStuck = <Row,>({ stuck, phone }: Column<Row>) => stuck ?? phone === 'action'

function alignOf<Row>({ align, phone }: Column<Row>) {
  return align ?? (phone === 'action' ? 'action' : 'start')
}

function cellClass<Row>(column: Column<Row>, place: Place = 'field', ground = 'md:bg-panel'): string {
  return cx(
    cellOnPhone[place],
    'min-w-0 md:table-cell md:px-2.5 md:align-baseline xl:h-10 xl:align-middle',
    column.phone === 'action' ? 'not-printed md:py-0.5' : 'md:py-1.5',
    column.nowrap && 'md:whitespace-nowrap',
    isStuck(column) && cx('cell-edge md:sticky md:right-0 focus-within:z-[1]', ground),
    aligned[alignOf(column)],
  )
}
