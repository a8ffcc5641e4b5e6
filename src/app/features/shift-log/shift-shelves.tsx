import { shelfReason } from '#contract/dict/shelf-reason.ts'
import { shelfState } from '#contract/dict/shelf-state.ts'
import type { ShelfRow } from '#contract/shelf.ts'
import { formatTime } from '#app/lib/format.ts'
import { shelfScope } from '#app/parts/shelf-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/table.tsx'

interface ShiftShelvesProps {
  readonly rows: readonly ShelfRow[]
  readonly hasMore: boolean | undefined
}

export function ShiftShelves({ rows, hasMore }: ShiftShelvesProps) {
  return (
    <>
      <h2 className="border-t border-line px-4 pb-2 pt-4 text-lg font-semibold">检修登记</h2>
      <DataTable
        caption="检修登记"
        rows={rows}
        rowKey={({ id }) => id}
        facts={(row) => [shelfReason.label(row.reason), shelfState.label(row.state)]}
        columns={[
          { key: 'building', header: '建筑', phone: 'title', render: ({ buildingName }) => buildingName },
          { key: 'scope', header: '范围', render: shelfScope },
          { key: 'reason', header: '原因', render: ({ reason }) => shelfReason.label(reason) },
          {
            key: 'time',
            header: '时间',
            render: (row) => `${formatTime(row.fromTime)} 至 ${formatTime(row.endTime ?? row.untilTime)}`,
          },
          {
            key: 'by',
            header: '登记人',
            render: ({ by, organisation }) => [organisation, by].filter(Boolean).join(' '),
          },
          {
            key: 'state',
            header: '状态',
            render: ({ state }) => <Badge tone={shelfState.tone(state)}>{shelfState.label(state)}</Badge>,
          },
        ]}
      />
      {hasMore && <p className="px-4 py-2 text-sm text-ink-soft">仅列出最近的 {rows.length} 项</p>}
    </>
  )
}
