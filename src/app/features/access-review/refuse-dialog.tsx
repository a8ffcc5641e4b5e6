import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { refuse } from '#app/data/approval.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const REASON_LIMIT = 200

interface RefuseDialogProps {
  readonly row: ReviewRow | undefined
  onDone(): void
  /** Told after the answer, whichever it was: somebody else may have decided. */
  onDecided(): void
}

/** Asks whether to refuse, and why; the reason is the unit's to read and may be left out. */
export function RefuseDialog({ row, onDone, onDecided }: RefuseDialogProps) {
  const [last, setLast] = useState(row)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  if (row && row !== last) {
    setLast(row)
    setReason('')
  }
  if (!last) return null

  async function run(id: string) {
    setBusy(true)
    try {
      await refuse(client, id, reason.trim())
      toast.success('已拒绝')
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '操作失败')
    } finally {
      setBusy(false)
    }
    onDone()
    onDecided()
  }

  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onDone}
      title="拒绝申请"
      width={420}
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="danger" busy={busy} onClick={() => void run(last.id)}>
            拒绝
          </Button>
        </>
      }
    >
      <p className="text-base">是否确认拒绝该申请？</p>
      <p className="mb-3 mt-1 text-sm text-ink-soft">
        {[last.wuyeName, last.buildingName].filter(Boolean).join(' · ')}
      </p>
      <Field label="拒绝原因" hint="选填，申请单位可以看到">
        {(control) => (
          <TextArea
            {...control}
            counted
            maxLength={REASON_LIMIT}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </LazyDialog>
  )
}
