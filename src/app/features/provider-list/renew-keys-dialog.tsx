import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import { provider, type ProviderRow } from '#contract/provider.ts'
import { renewProviderKeys } from '#app/data/provider.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { HandedKeys } from './provider-keys-dialog.tsx'
import { useLast } from './use-last.ts'

const schema = v.object({ password: provider.renewKeys.input.entries.password })

interface RenewKeysDialogProps {
  readonly row: ProviderRow | undefined
  onClose(): void
  onRenewed(keys: HandedKeys): void
}

export function RenewKeysDialog({ row, onClose, onRenewed }: RenewKeysDialogProps) {
  const formId = useId()
  const last = useLast(row)
  const [busy, setBusy] = useState(false)
  if (!last) return null
  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onClose}
      title={`是否为“${last.name}”换发密钥？`}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="danger" type="submit" form={formId} busy={busy}>
            换发
          </Button>
        </>
      }
    >
      <p className="mb-3 text-base">原密钥立即失效，服务商换用新密钥之前不能上报数据。</p>
      <RenewKeysForm key={last.id} row={last} formId={formId} onBusy={setBusy} onRenewed={onRenewed} />
    </LazyDialog>
  )
}

type FormProps = Pick<RenewKeysDialogProps, 'onRenewed'> & {
  readonly row: ProviderRow
  readonly formId: string
  onBusy(busy: boolean): void
}

function RenewKeysForm({ row, formId, onBusy, onRenewed }: FormProps) {
  const client = useQueryClient()
  const form = useForm(schema, { password: '' }, async ({ password }) =>
    onRenewed(await renewProviderKeys(client, { isvId: row.id, password })),
  )
  const { busy } = form
  useEffect(() => onBusy(busy), [busy, onBusy])
  return (
    <form id={formId} onSubmit={form.submit} noValidate>
      <Field label="登录密码" required hint="请再次输入您的登录密码" error={form.errors['password'] || form.refusal}>
        {(control) => (
          <TextInput {...control} {...form.bind('password')} type="password" autoComplete="current-password" />
        )}
      </Field>
    </form>
  )
}
