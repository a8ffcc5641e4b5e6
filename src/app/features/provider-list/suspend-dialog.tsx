import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import { provider, REASON_LIMIT, type ProviderRow } from '#contract/provider.ts'
import { suspendProvider } from '#app/data/provider.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useLast } from './use-last.ts'

const schema = v.object({ reason: provider.suspend.input.entries.reason })

export function SuspendDialog({ row, onDone }: { row: ProviderRow | undefined; onDone(): void }) {
  const formId = useId()
  const last = useLast(row)
  const [busy, setBusy] = useState(false)
  if (!last) return null
  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onDone}
      title={`是否暂停“${last.name}”？`}
      closing="button"
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="danger" type="submit" form={formId} busy={busy}>
            暂停
          </Button>
        </>
      }
    >
      <SuspendForm key={last.id} row={last} formId={formId} onBusy={setBusy} onDone={onDone} />
    </LazyDialog>
  )
}

interface FormProps {
  readonly row: ProviderRow
  readonly formId: string
  onBusy(busy: boolean): void
  onDone(): void
}

function SuspendForm({ row, formId, onBusy, onDone }: FormProps) {
  const client = useQueryClient()
  const form = useForm(schema, { reason: '' }, async ({ reason }) => {
    await suspendProvider(client, { isvId: row.id, reason })
    toast.success(`已暂停“${row.name}”`)
    onDone()
  })
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <form id={formId} onSubmit={form.submit} noValidate>
      <p className="mb-3 text-base">
        密钥立即失效，以密钥上报的数据（包括火警）不再接收，直到恢复；经用户信息传输装置上报的火警和数据仍然接收。
      </p>
      <Field label="暂停原因" required error={form.errors['reason'] || form.refusal}>
        {(control) => <TextArea {...control} {...form.bind('reason')} counted maxLength={REASON_LIMIT} />}
      </Field>
    </form>
  )
}
