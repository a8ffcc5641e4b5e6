import { useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { ChangesTable } from '#app/parts/changes-table.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'

interface ChangesDialogProps {
  readonly row: ReviewRow | undefined
  onClose(): void
  onPass(row: ReviewRow): Promise<void>
  onRefuse(row: ReviewRow): void
}

/** The districts on both sides of a change that moves a building from one to another. */
function movedBetween({ changes }: ReviewRow): readonly [string, string] | undefined {
  const [from, to] = ['before', 'after'].map(
    (side) => changes.find(({ field }) => field === 'areaData')?.[side as 'before' | 'after']?.split(' / ')[0],
  )
  return from && to && from !== to ? [from, to] : undefined
}

/** What an application would change beside what the register has, and the decision on it. */
export function ChangesDialog({ row, onClose, onPass, onRefuse }: ChangesDialogProps) {
  const [last, setLast] = useState(row)
  const [busy, setBusy] = useState(false)
  if (row && row !== last) setLast(row)
  if (!last) return null
  const isPending = last.approveStatus === 0
  const moved = movedBetween(last)

  async function pass(of: ReviewRow) {
    setBusy(true)
    await onPass(of)
    setBusy(false)
    onClose()
  }

  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onClose}
      title={last.applyType ?? '新旧对照'}
      width={700}
      footer={
        isPending ? (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button kind="danger" onClick={() => onRefuse(last)}>
              拒绝
            </Button>
            <Button kind="primary" busy={busy} onClick={() => void pass(last)}>
              通过
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )
      }
    >
      <p className="mb-2 text-sm text-ink-soft">{[last.wuyeName, last.buildingName].filter(Boolean).join(' · ')}</p>
      {isPending ? (
        <p className="mb-2 text-base">通过后，登记内容改为右侧所列；拒绝或撤回的，登记内容不变。</p>
      ) : (
        <p className="mb-2 flex flex-wrap items-center gap-x-3 text-base">
          <Badge tone={applicationStatus.tone(last.approveStatus)}>{applicationStatus.label(last.approveStatus)}</Badge>
          <span className="text-sm text-ink-soft">
            {orMissing(last.approver)} {formatTime(last.approveTime)} 审批
          </span>
        </p>
      )}
      {moved && (
        <p className="mb-2 rounded bg-attention-soft px-3 py-2 text-base text-attention-ink">
          {`跨区变更：${isPending ? '通过后' : ''}由${moved[0]}改为${moved[1]}管辖。`}
        </p>
      )}
      <ChangesTable changes={last.changes} before={isPending ? '登记内容' : '审批时的登记内容'} after="申请修改为" />
    </LazyDialog>
  )
}
