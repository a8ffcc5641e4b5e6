import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { refuse } from '#app/data/approval.ts'
import { failureWords } from '#app/lib/request-words.ts'
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

/** Asks whether to refuse, and why: without a reason the unit would not know what to mend. */
export function RefuseDialog({ row, onDone, onDecided }: RefuseDialogProps) {
  const [last, setLast] = useState(row)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()
  if (row && row !== last) {
    setLast(row)
    setReason('')
    setTried(false)
  }
  if (!last) return null

  const noReason = reason.trim() === ''

  async function run(id: string) {
    setTried(true)
    if (noReason) return field.current?.focus()
    setBusy(true)
    try {
      await refuse(client, id, reason.trim())
      toast.success('已拒绝')
    } catch (error) {
      toast.error(failureWords(error, '操作失败'))
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
      <Field label="拒绝原因" hint="申请单位可以看到" required error={tried && noReason ? '请填写拒绝原因' : undefined}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
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
