import type { AuditRow } from '#contract/audit-log.ts'
import { auditAction } from '#contract/dict/audit-action.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { actorWords } from './audit-table.tsx'

export function ChangeDialog({ row, onClose }: { row: AuditRow; onClose(): void }) {
  return (
    <LazyDialog
      open
      title={auditAction.label(row.action)}
      width={800}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <p className="mb-3 flex flex-wrap gap-x-6 text-sm text-ink-soft">
        <span>{formatTime(row.time)}</span>
        <span>
          {orMissing(row.account)} {actorWords(row)}
        </span>
        <span>来源 {orMissing(row.address)}</span>
        <span>请求编号 {orMissing(row.requestId)}</span>
      </p>
      <DataTable
        caption="变更前后"
        rows={row.changes}
        rowKey={({ field }) => field}
        columns={[
          { key: 'field', header: '字段', phone: 'title', width: '10rem', render: ({ field }) => field },
          { key: 'before', header: '变更前', render: ({ before }) => <Said words={before} /> },
          { key: 'after', header: '变更后', render: ({ after }) => <Said words={after} /> },
        ]}
      />
    </LazyDialog>
  )
}

const Said = ({ words }: { words: string | null }) => (
  <span className="whitespace-pre-line break-all">{orMissing(words)}</span>
)
