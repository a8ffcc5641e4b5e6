import type { ReactNode } from 'react'
import { questionStatus } from '#contract/dict/question-status.ts'
import type { RunProblem } from '#contract/problem.ts'
import { formatTime } from '#app/lib/format.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/table.tsx'

interface RunTableProps {
  /** Undefined while the first rows are on their way. */
  readonly rows: readonly RunProblem[] | undefined
  readonly expected: number
  readonly busy: boolean
  /** The first row's number, counted over all pages. */
  readonly firstIndex: number
  readonly empty: ReactNode
  onShow(problem: RunProblem): void
}

/** A page of facility problems: what, where, its state, since and until when. The documented rows carry no id. */
export function RunTable({ rows, expected, busy, firstIndex, empty, onShow }: RunTableProps) {
  return (
    <DataTable
      caption="设施运行问题"
      minWidth="60rem"
      rows={rows?.map((row, i) => ({ ...row, index: firstIndex + i }))}
      rowKey={({ index }) => String(index)}
      expected={expected}
      busy={busy}
      empty={empty}
      columns={[
        { key: 'index', header: '序号', align: 'end', phone: 'desk', width: '3.5rem', render: ({ index }) => index },
        { key: 'building', header: '建筑名称', render: (row) => row.buildingName },
        { key: 'what', header: '问题描述', phone: 'title', render: (row) => row.itemDesc },
        {
          key: 'status',
          header: '状态',
          nowrap: true,
          width: '6rem',
          render: (row) => (
            <Badge look="plain" tone={questionStatus.tone(row.questionStatus)}>
              {questionStatus.label(row.questionStatus)}
            </Badge>
          ),
        },
        {
          key: 'happened',
          header: '发生时间',
          nowrap: true,
          width: '11rem',
          render: (row) => formatTime(row.questionHappenTime),
        },
        {
          key: 'solved',
          header: '解决时间',
          nowrap: true,
          width: '11rem',
          render: (row) => formatTime(row.questionSolveTime),
        },
        {
          key: 'show',
          header: '操作',
          phone: 'action',
          width: '9rem',
          render: (row) => (
            <>
              <AlarmLink id={row.alarmId} kind="quiet" size="small" />
              <Button kind="quiet" size="small" onClick={() => onShow(row)}>
                查看
              </Button>
            </>
          ),
        },
      ]}
    />
  )
}
