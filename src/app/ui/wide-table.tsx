import { DataTable, type DataTableProps } from './table.tsx'
import { tabletRows } from './tablet-rows.ts'

interface WideTableProps<Row> extends Omit<DataTableProps<Row>, 'tablet'> {
  /** Where a desktop gives less, the table scrolls sideways; on tablets its rows take two lines. */
  readonly minWidth: string
}

export function WideTable<Row>({ minWidth, ...table }: WideTableProps<Row>) {
  return <DataTable {...table} tablet={tabletRows(table.columns, minWidth)} />
}
