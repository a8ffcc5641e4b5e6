import type { ReactNode } from 'react'
import type { AuditRow } from '#contract/audit-log.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import { formatTime, orMissing, shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/table.tsx'

interface AuditTableProps {
  readonly rows: readonly AuditRow[] | undefined
  readonly expected: number
  readonly busy?: boolean
  readonly empty?: ReactNode
  onObject(object: string): void
  onOpen(row: AuditRow): void
}

const quiet = { kind: 'quiet', size: 'small' } as const

export function AuditTable({ rows, expected, busy = false, empty, onObject, onOpen }: AuditTableProps) {
  const now = useNow()
  return (
    <DataTable
      caption="操作审计"
      rows={rows}
      rowKey={({ id }) => id}
      expected={expected}
      busy={busy}
      empty={empty}
      minWidth="62rem"
      facts={(row) => [
        shortTime(row.time, now),
        actorWords(row) || row.account,
        ...row.objects.map(({ kind, name }) => `${kind} ${name}`),
      ]}
      columns={[
        { key: 'action', header: '操作', phone: 'title', nowrap: true, render: (row) => auditAction.label(row.action) },
        { key: 'time', header: '时间', tablet: 'under', nowrap: true, render: (row) => formatTime(row.time) },
        {
          key: 'who',
          header: '账号',
          width: '12rem',
          render: (row) => (
            <span>
              {orMissing(row.account)}
              <span className="ml-2 text-ink-soft xl:ml-0 xl:block xl:text-xs">{actorWords(row)}</span>
            </span>
          ),
        },
        {
          key: 'objects',
          header: '对象',
          width: '20rem',
          render: (row) =>
            row.objects.length === 0 ? (
              '--'
            ) : (
              <span className="-ml-2.5 flex min-w-0 flex-wrap md:max-xl:-my-3">
                {row.objects.map(({ kind, object, name }) => (
                  <Button
                    key={object}
                    {...quiet}
                    className="max-w-full"
                    title="只看此对象"
                    onClick={() => onObject(object)}
                  >
                    <span className="min-w-0 whitespace-normal text-left">
                      {kind} {name}
                    </span>
                  </Button>
                ))}
              </span>
            ),
        },
        {
          key: 'changes',
          header: '变更',
          width: '16rem',
          render: (row) => (row.changes.length === 0 ? '--' : <Changes row={row} onOpen={onOpen} />),
        },
        { key: 'address', header: 'IP 地址', nowrap: true, width: '8rem', render: (row) => orMissing(row.address) },
      ]}
    />
  )
}

/** Operator: the server's command line. */
export const actorWords = ({ name, operator }: Pick<AuditRow, 'name' | 'operator'>) =>
  [name, operator && `后台 ${operator}`].filter(Boolean).join(' · ')

function Changes({ row, onOpen }: { row: AuditRow; onOpen(row: AuditRow): void }) {
  const [first] = row.changes
  return (
    <Button
      {...quiet}
      className="-ml-2.5 min-w-0 max-w-full md:max-xl:-my-3"
      title="查看变更前后"
      onClick={() => onOpen(row)}
    >
      <span className="min-w-0 max-w-[14rem] truncate">
        {first?.field} {first?.before !== null && `${first?.before} → `}
        {first?.after ?? '--'}
      </span>
      {row.changes.length > 1 && <span className="shrink-0 text-ink-soft">等 {row.changes.length} 项</span>}
    </Button>
  )
}
