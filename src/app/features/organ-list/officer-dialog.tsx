import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { HandedOut } from '#contract/account.ts'
import { newOfficer, type OrganRow } from '#contract/organ.ts'
import { addOfficer } from '#app/data/organ.ts'
import { useForm } from '#app/parts/use-form.ts'
import { type HeldForm, HolderDialog } from './holder-dialog.tsx'
import { HolderFields } from './holder-fields.tsx'

interface OfficerDialogProps {
  readonly organ: OrganRow | undefined
  readonly withoutAccount: number
  onClose(): void
  onTold(told: HandedOut): void
}

export function OfficerDialog({ organ, withoutAccount, onClose, onTold }: OfficerDialogProps) {
  const [last, setLast] = useState(organ)
  if (organ && organ !== last) setLast(organ)
  const isOneOfMany = last?.accounts.length === 0 && withoutAccount > 1
  return (
    <HolderDialog
      open={organ !== undefined}
      onClose={onClose}
      title={isOneOfMany ? `创建账号（${withoutAccount} 个机构待创建）` : '创建账号'}
      submit="创建"
    >
      {(form) => organ && <OfficerForm key={organ.id} organ={organ} {...form} onTold={onTold} />}
    </HolderDialog>
  )
}

const EMPTY = { account: '', holder: '' }
const holderForm = v.omit(newOfficer, ['organId'])

interface FormProps extends HeldForm {
  readonly organ: OrganRow
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
