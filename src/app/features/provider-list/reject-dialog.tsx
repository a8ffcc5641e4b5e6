import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinReasons, REJECT_REASONS } from '#contract/provider.rules.ts'
import type { ProviderRow } from '#contract/provider.ts'
import { auditProvider } from '#app/data/provider.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useLast } from './use-last.ts'

const OTHER_LIMIT = 200

/** Source: document 2, section 5. */
export function RejectDialog({ row, onDone }: { row: ProviderRow | undefined; onDone(): void }) {
  const last = useLast(row)
  if (!last) return null
  return <Rejecting key={last.id} row={last} open={row !== undefined} onDone={onDone} />
}

function Rejecting({ row, open, onDone }: { row: ProviderRow; open: boolean; onDone(): void }) {
  const client = useQueryClient()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isOther, setOther] = useState(false)
  const [other, setOtherText] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, run } = useAsyncAction()
  const noReason = ticked.length === 0 && !isOther
  const noWords = isOther && other.trim() === ''

  async function reject() {
    setTried(true)
    if (noReason || noWords) return
    const reasons = REJECT_REASONS.filter((reason) => ticked.includes(reason))
    await run(async () => {
      const reason = joinReasons(isOther ? [...reasons, other] : reasons)
      await auditProvider(client, { isvId: row.id, status: 3, createTime: row.createTime ?? '', reason })
      toast.success(`已驳回“${row.name}”`)
      onDone()
    }, '审核未提交，请重试')
  }

  return (
    <LazyDialog
      open={open}
      onClose={onDone}
      title="驳回服务商"
      closing="button"
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="danger" busy={busy} onClick={() => void reject()}>
            驳回
          </Button>
        </>
      }
    >
      <p className="text-base">{row.name}</p>
      <fieldset className="mt-2" aria-describedby="reject-note">
        <legend className="text-sm text-ink">驳回原因（至少选一项）</legend>
        {REJECT_REASONS.map((reason) => (
          <Checkbox
            key={reason}
            className="flex w-full"
            checked={ticked.includes(reason)}
            onChange={({ target }) =>
              setTicked(target.checked ? [...ticked, reason] : ticked.filter((one) => one !== reason))
            }
          >
            {reason}
          </Checkbox>
        ))}
        <Checkbox className="flex w-full" checked={isOther} onChange={({ target }) => setOther(target.checked)}>
          其他
        </Checkbox>
        <p id="reject-note" className="min-h-[1.125rem] text-xs text-danger-ink">
          {tried && noReason ? '请选择驳回原因' : ''}
        </p>
      </fieldset>
      {isOther && (
        <Field label="其他原因" required error={tried && noWords ? '请填写其他原因' : undefined}>
          {(control) => (
            <TextArea
              {...control}
              counted
              maxLength={OTHER_LIMIT}
              value={other}
              onChange={(event) => setOtherText(event.target.value)}
            />
          )}
        </Field>
      )}
    </LazyDialog>
  )
}
