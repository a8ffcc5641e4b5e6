import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import type { HandedOut } from '#contract/account.ts'
import { newOfficer, type OrganRow } from '#contract/organ.ts'
import { addOfficer } from '#app/data/organ.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { HolderFields } from './holder-fields.tsx'

interface OfficerDialogProps {
  readonly organ: OrganRow | undefined
  onClose(): void
  onTold(told: HandedOut): void
}

export function OfficerDialog({ organ, onClose, onTold }: OfficerDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <LazyDialog
      open={organ !== undefined}
      onClose={onClose}
      title="创建账号"
      width={420}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            创建
          </Button>
        </>
      }
    >
      {organ && <OfficerForm key={organ.id} organ={organ} formId={formId} onBusy={setBusy} onTold={onTold} />}
    </LazyDialog>
  )
}

const EMPTY = { account: '', holder: '' }
const holderForm = v.omit(newOfficer, ['organId'])

interface FormProps {
  readonly organ: OrganRow
  readonly formId: string
  onBusy(busy: boolean): void
  onTold(told: HandedOut): void
}

function OfficerForm({ organ, formId, onBusy, onTold }: FormProps) {
  const client = useQueryClient()
  const form = useForm(holderForm, EMPTY, async (fields) =>
    onTold(await addOfficer(client, { ...fields, organId: organ.id })),
  )
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <form id={formId} onSubmit={form.submit} noValidate>
      <p className="mb-3 text-sm text-ink-soft">{organ.name}</p>
      <HolderFields form={form} />
    </form>
  )
}
