import { useRouter } from '@tanstack/react-router'
import { owedChangeForm } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { changePassword } from '#app/data/auth.ts'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const FIELDS = [
  { name: 'oldPassword', label: '旧密码', complete: 'current-password' },
  { name: 'newPassword', label: '新密码', complete: 'new-password' },
  { name: 'confirmPassword', label: '确认密码', complete: 'new-password' },
] as const

export function NewPassword() {
  const { sessions } = useRouter().options.context
  const form = useForm(owedChangeForm, { oldPassword: '', newPassword: '', confirmPassword: '' }, async (input) => {
    await changePassword(input)
    await sessions.signOut()
    toast.success('密码已修改，请重新登录')
  })
  return (
    <div className="mx-auto max-w-md">
      <Card title="修改初始密码">
        <form onSubmit={form.submit} noValidate>
          {FIELDS.map(({ name, label, complete }) => (
            <Field
              key={name}
              label={label}
              required
              hint={name === 'newPassword' ? STRICT_PASSWORD_TEXT : undefined}
              error={form.errors[name]}
            >
              {(control) => <TextInput {...control} {...form.bind(name)} type="password" autoComplete={complete} />}
            </Field>
          ))}
          <p role="alert" className="min-h-[1.5rem] text-sm text-danger-ink">
            {form.refusal}
          </p>
          <Button type="submit" kind="primary" block busy={form.busy}>
            完成
          </Button>
        </form>
      </Card>
    </div>
  )
}
