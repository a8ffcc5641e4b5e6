import type { FacilityProblem } from '#contract/problem.ts'
import { formatTime } from '#app/lib/format.ts'
import { BuildingName } from '#app/parts/building-name.tsx'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/table.tsx'

interface ProblemTableProps {
  readonly list: readonly FacilityProblem[]
  readonly firstIndex: number
  onShow(problem: FacilityProblem): void
}

export function ProblemTable({ list, firstIndex, onShow }: ProblemTableProps) {
  const rows = list.map((problem, i) => ({ ...problem, index: firstIndex + i }))
  return (
    <DataTable
      fill
      caption="未解决的消防设施问题"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'index', header: '序号', align: 'end', phone: 'desk', width: '3.25rem', render: (row) => row.index },
        {
          key: 'itemDesc',
          header: '问题内容',
          phone: 'title',
          render: (row) => (
            <>
              {row.itemDesc}
              <span className="block text-xs font-normal">
                <BuildingName of={row} tab="todoInfo" />
              </span>
            </>
          ),
        },
        {
          key: 'happened',
          header: '问题发生时间',
          phone: 'field',
          width: '6.5rem',
          render: (row) => formatTime(row.questionHappenTime),
        },
        {
          key: 'show',
          header: '操作',
          phone: 'action',
          width: '4rem',
          render: (row) => (
            <Button kind="quiet" size="small" onClick={() => onShow(row)}>
              查看
            </Button>
          ),
        },
      ]}
    />
  )
}
