import { changeAtWillForm } from '#contract/auth.ts'
import { USUAL_PASSWORD_TEXT } from '#contract/password.rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PasswordChangeForm, usePasswordChange } from './password-change-form.tsx'

export function ChangePasswordDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const change = usePasswordChange(changeAtWillForm, account)
  return (
    <Dialog
      open
      onClose={onClose}
      title="修改密码"
      width={600}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={change.id} kind="primary" busy={change.form.busy}>
            确定
          </Button>
        </>
      }
    >
      <PasswordChangeForm {...change} account={account} rule={USUAL_PASSWORD_TEXT} />
    </Dialog>
  )
}
