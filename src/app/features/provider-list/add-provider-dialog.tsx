import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { newProvider, type ProviderKeys } from '#contract/provider.ts'
import { addProvider } from '#app/data/provider.ts'
import { useDistrictOptions } from '#app/parts/district-names.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

const EMPTY = {
  name: '',
  companyAddress: '',
  county: '',
  legalName: '',
  legalPhone: '',
  linkMan: '',
  linkManPhone: '',
  account: '',
}

const FIELDS = [
  { name: 'name', label: '服务商名称', required: true, max: 100 },
  { name: 'linkMan', label: '联系人', required: true, max: 32 },
  { name: 'linkManPhone', label: '联系人电话', required: true, max: 20 },
  { name: 'legalName', label: '法定代表人', required: undefined, max: 32 },
  { name: 'legalPhone', label: '法定代表人电话', required: undefined, max: 20 },
  { name: 'companyAddress', label: '企业地址', required: undefined, max: 200 },
] as const

interface AddProviderDialogProps {
  readonly open: boolean
  onClose(): void
  onAdded(keys: ProviderKeys): void
}

export function AddProviderDialog({ open, onClose, onAdded }: AddProviderDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title="新增服务商"
      width={600}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            新增
          </Button>
        </>
      }
    >
      <AddProviderForm formId={formId} onBusy={setBusy} onAdded={onAdded} />
    </LazyDialog>
  )
}

interface FormProps {
  readonly formId: string
  onBusy(busy: boolean): void
  onAdded(keys: ProviderKeys): void
}

function AddProviderForm({ formId, onBusy, onAdded }: FormProps) {
  const client = useQueryClient()
  const districts = useDistrictOptions()
  const form = useForm(newProvider, EMPTY, async (fields) => onAdded(await addProvider(client, fields)))
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <form id={formId} onSubmit={form.submit} noValidate className="stars">
      <p className="mb-3 text-sm text-ink-soft">新增即视为已通过审核，请先核对企业资质。</p>
      <div className="grid gap-x-4 md:grid-cols-2">
        {FIELDS.map(({ name, label, required, max }) => (
          <Field key={name} label={label} required={required} error={form.errors[name]}>
            {(control) => <TextInput {...control} {...form.bind(name)} maxLength={max} autoComplete="off" />}
          </Field>
        ))}
        <Field label="所在区" error={form.errors['county']}>
          {(control) => (
            <Select {...control} {...form.bind('county')} options={[{ value: '', label: '请选择' }, ...districts]} />
          )}
        </Field>
        <Field label="登录账号" hint="登录服务商平台用；不填则不创建" error={form.errors['account']}>
          {(control) => (
            <TextInput
              {...control}
              {...form.bind('account')}
              maxLength={32}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </form>
  )
}
