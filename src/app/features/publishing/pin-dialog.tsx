import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isQuestion, MAX_SEQUENCE } from '#contract/publishing.rules.ts'
import type { Publication, PublicationKind } from '#contract/publishing.ts'
import { pinItem } from '#app/data/publishing.ts'
import { CallError } from '#app/lib/call.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

export function PinDialog({ kind, row, onDone }: { kind: PublicationKind; row: Publication; onDone(): void }) {
  const client = useQueryClient()
  const [place, setPlace] = useState(String(row.sequence))
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await pinItem(client, { kind, id: row.id, version: row.version, sequence: place.trim() })
      toast.success(`已更新“${row.title}”的排序`)
      onDone()
    } catch (failure) {
      const fields = failure instanceof CallError ? failure.fields : {}
      setError(fields['sequence'] ?? (failure instanceof Error ? failure.message : '排序未保存，请重试'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <LazyDialog
      open
      onClose={onDone}
      title="调整排序"
      width={420}
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            确定
          </Button>
        </>
      }
    >
      <p className="mb-3 text-base">{row.title}</p>
      <Field
        label={isQuestion(kind) ? '次序' : '置顶序号'}
        hint={isQuestion(kind) ? '数字越小越靠前' : `0 为不置顶；数字越大越靠前，最大 ${MAX_SEQUENCE}`}
        error={error}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            maxLength={4}
            value={place}
            onChange={({ target }) => setPlace(target.value)}
          />
        )}
      </Field>
    </LazyDialog>
  )
}
