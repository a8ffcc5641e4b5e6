import { useId } from 'react'
import type { changeAtWillForm, owedChangeForm } from '#contract/auth.ts'
import { changePassword } from '#app/data/auth.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useSignOut } from './use-sign-out.ts'

export function usePasswordChange(rule: typeof changeAtWillForm | typeof owedChangeForm, account: string) {
  const { leave } = useSignOut()
  const id = useId()
  const form = useForm(rule, { oldPassword: '', newPassword: '', confirmPassword: '' }, async (input) => {
    await changePassword({ account, ...input })
    toast.success('修改成功')
    await leave()
  })
  return { id, form }
}

export function PasswordFields({
  id,
  form,
  account,
  rule,
}: ReturnType<typeof usePasswordChange> & { account: string; rule: string }) {
  return (
    <form id={id} onSubmit={form.submit} noValidate className="space-y-1">
      <Field label="账号">
        {(control) => <TextInput {...control} value={account} readOnly autoComplete="username" />}
      </Field>
      <Field label="旧密码" required error={form.errors['oldPassword']}>
        {(control) => (
          <TextInput {...control} {...form.bind('oldPassword')} type="password" autoComplete="current-password" />
        )}
      </Field>
      <Field label="新密码" required hint={rule} error={form.errors['newPassword']}>
        {(control) => (
          <TextInput {...control} {...form.bind('newPassword')} type="password" autoComplete="new-password" />
        )}
      </Field>
      <Field label="确认密码" required error={form.errors['confirmPassword']}>
        {(control) => (
          <TextInput {...control} {...form.bind('confirmPassword')} type="password" autoComplete="new-password" />
        )}
      </Field>
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </form>
  )
}
