import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

interface ApplicationTableProps {
  readonly caption: string
  /** Whether these are the decided ones: pending ones can be passed and refused. */
  readonly decided: boolean
  readonly rows: readonly ReviewRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onAttachments(row: ReviewRow): void
  onPass(row: ReviewRow): void
  /** Opens what would change beside what is there. */
  onCompare(row: ReviewRow): void
  onRefuse(row: ReviewRow): void
}

const quiet = { kind: 'quiet', size: 'small' } as const

/** How far the building is connected, system by system. */
const dockingPath = (buildingId: string) => `/buildDetail/${encodeURIComponent(buildingId)}/1/iotInfo`

/** A page of applications: a table on a desk, cards on a phone. */
export function ApplicationTable(props: ApplicationTableProps) {
  const { decided, caption, rows, expected, busy = false, empty, onAttachments, onPass, onRefuse, onCompare } = props
  const { history } = useRouter()
  const columns: Column<ReviewRow>[] = [
    { key: 'building', header: '建筑名称', phone: 'title', width: '11rem', render: (row) => row.buildingName },
    { key: 'unit', header: '申请单位', width: '11rem', render: (row) => orMissing(row.wuyeName) },
    { key: 'time', header: '申请时间', nowrap: true, render: (row) => formatTime(row.applyTime) },
    {
      key: 'reason',
      header: '申请原因',
      render: (row) => (
        <span className="min-w-0 break-words">
          {orMissing(row.applyReason)}
          {row.applyType && row.applyType !== row.applyReason && (
            <span className="block text-xs text-ink-soft">{row.applyType}</span>
          )}
          {row.changes.length > 0 && (
            <Button {...quiet} className="-ml-2.5 block" onClick={() => onCompare(row)}>
              {`新旧对照（${row.changes.length}项）`}
            </Button>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: '审批状态',
      width: decided ? '11rem' : '7rem',
      render: (row) => (
        <span className="min-w-0">
          <Badge tone={applicationStatus.tone(row.approveStatus)}>{applicationStatus.label(row.approveStatus)}</Badge>
          {(row.approver || row.approveTime) && (
            <span className="mt-0.5 block text-xs text-ink-soft">
              {orMissing(row.approver)} {row.approveTime && formatTime(row.approveTime)}
            </span>
          )}
          {row.refuseReason && (
            <span className="mt-0.5 block break-words text-xs text-ink-soft">{row.refuseReason}</span>
          )}
        </span>
      ),
    },
    {
      key: 'files',
      header: '附件',
      width: '7rem',
      render: (row) =>
        row.approveAccessAttachmentList ? (
          <Button {...quiet} className="-ml-2.5" onClick={() => onAttachments(row)}>
            {`查看（${row.approveAccessAttachmentList.length}）`}
          </Button>
        ) : (
          <span className="text-ink-soft">暂无附件</span>
        ),
    },
    {
      key: 'actions',
      header: '操作',
      stuck: true,
      width: decided ? '9rem' : '15rem',
      render: (row) => (
        <span className="-ml-2.5 flex min-w-0 flex-1 flex-wrap">
          <Button {...quiet} onClick={() => history.push(dockingPath(row.buildingId))}>
            查看对接状态
          </Button>
          {row.approveStatus === 0 && (
            <>
              <Button {...quiet} onClick={() => onPass(row)}>
                通过
              </Button>
              <Button {...quiet} onClick={() => onRefuse(row)}>
                拒绝
              </Button>
            </>
          )}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="76rem"
      columns={columns}
    />
  )
}
