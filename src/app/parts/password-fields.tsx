import type { Form } from '#app/parts/use-form.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface PasswordFieldsProps {
  readonly form: Form<{ oldPassword: string; newPassword: string; confirmPassword: string }>
  readonly rule: string
}

export function PasswordFields({ form, rule }: PasswordFieldsProps) {
  return (
    <>
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
      <p role="alert" className="min-h-[1.5rem] text-sm text-danger-ink">
        {form.refusal}
      </p>
    </>
  )
}
