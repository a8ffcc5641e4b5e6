import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HandedOut } from '#contract/account.ts'
import { newOrgan } from '#contract/organ.ts'
import { addOrgan } from '#app/data/organ.ts'
import { useDistrictOptions } from '#app/parts/district-names.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type HeldForm, HolderDialog } from './holder-dialog.tsx'
import { HolderFields } from './holder-fields.tsx'

interface OrganDialogProps {
  readonly open: boolean
  onClose(): void
  onTold(told: HandedOut): void
}

export function OrganDialog({ open, onClose, onTold }: OrganDialogProps) {
  return (
    <HolderDialog open={open} onClose={onClose} title="新增区级机构" submit="新增">
      {(form) => <OrganForm {...form} onTold={onTold} />}
    </HolderDialog>
  )
}

const EMPTY = { name: '', county: '', account: '', holder: '' }

interface FormProps extends HeldForm {
  onTold(told: HandedOut): void
}

function OrganForm({ formId, onBusy, onTold }: FormProps) {
  const client = useQueryClient()
  const districts = useDistrictOptions()
  const form = useForm(newOrgan, EMPTY, async (fields) => onTold(await addOrgan(client, fields)))
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <form id={formId} onSubmit={form.submit} noValidate>
      <Field label="机构名称" required error={form.errors['name']}>
        {(control) => <TextInput {...control} {...form.bind('name')} maxLength={60} autoComplete="off" />}
      </Field>
      <Field label="所辖的区" required error={form.errors['county']}>
        {(control) => (
          <Select {...control} {...form.bind('county')} options={[{ value: '', label: '请选择' }, ...districts]} />
        )}
      </Field>
      <HolderFields form={form} />
    </form>
  )
}
