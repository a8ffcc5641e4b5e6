import { useId } from 'react'
import type { changeAtWillForm, owedChangeForm } from '#contract/auth.ts'
import { changePassword } from '#app/data/auth.ts'
import { PasswordFields } from '#app/parts/password-fields.tsx'
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
    toast.success('密码修改成功，请重新登录')
    await leave()
  })
  return { id, form }
}

type PasswordChangeFormProps = ReturnType<typeof usePasswordChange> & { account: string; rule: string }

export function PasswordChangeForm({ id, form, account, rule }: PasswordChangeFormProps) {
  return (
    <form id={id} onSubmit={form.submit} noValidate className="space-y-1">
      <Field label="账号">
        {(control) => <TextInput {...control} value={account} readOnly autoComplete="username" />}
      </Field>
      <PasswordFields form={form} rule={rule} />
    </form>
  )
}
