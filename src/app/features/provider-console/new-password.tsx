import { useRouter } from '@tanstack/react-router'
import { owedChangeForm } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { changePassword } from '#app/data/auth.ts'
import { PasswordFields } from '#app/parts/password-fields.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { toast } from '#app/ui/toast-queue.ts'

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
          <PasswordFields form={form} rule={STRICT_PASSWORD_TEXT} />
          <Button type="submit" kind="primary" block busy={form.busy}>
            完成
          </Button>
        </form>
      </Card>
    </div>
  )
}
