import { owedChangeForm } from '#contract/auth.ts'
import { STRICT_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PasswordChangeForm, usePasswordChange } from './password-change-form.tsx'
import { useSignOut } from './use-sign-out.ts'

const stay = () => undefined

/** Source: document 1, section 2. */
export function OwedPasswordDialog({ account }: { account: string }) {
  const change = usePasswordChange(owedChangeForm, account)
  const { ask } = useSignOut()
  return (
    <Dialog
      open
      onClose={stay}
      title="修改初始密码"
      width={600}
      closing="locked"
      footer={
        <>
          <Button onClick={() => void ask()}>退出登录</Button>
          <Button type="submit" form={change.id} kind="primary" busy={change.form.busy}>
            完成
          </Button>
        </>
      }
    >
      <p className="mb-4 text-base text-ink-soft">首次登录请先修改初始密码。修改成功后，请用新密码重新登录。</p>
      <PasswordChangeForm {...change} account={account} rule={STRICT_PASSWORD_TEXT} />
    </Dialog>
  )
}
