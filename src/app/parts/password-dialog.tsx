import type { HandedOut } from '#contract/account.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { CopyIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface PasswordDialogProps {
  readonly open: boolean
  readonly told: HandedOut
  readonly next?: { readonly label: string; onNext(): void } | undefined
  onClose(): void
}

export function PasswordDialog({ open, told, next, onClose }: PasswordDialogProps) {
  const copy = async () => {
    const done = await copyText(`账号：${told.account}\n一次性密码：${told.password}`)
    if (done) toast.success(`复制成功：账号 ${told.account} 的一次性密码`)
    else toast.error('复制失败，请手动抄写')
  }
  return (
    <LazyDialog
      open={open}
      title="一次性密码"
      width={420}
      closing="button"
      onClose={onClose}
      footer={
        <>
          <Button icon={<CopyIcon />} onClick={() => void copy()}>
            复制
          </Button>
          {next && <Button onClick={next.onNext}>下一个：{next.label}</Button>}
          <Button kind="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <Details
        rows={[
          ['账号', told.account],
          [
            '一次性密码',
            <span key="password" className="select-all break-words font-mono text-lg font-semibold tracking-wide">
              {open ? told.password : ''}
            </span>,
          ],
        ]}
      />
      <p className="mt-4 text-sm text-ink-soft">
        密码只显示这一次，关闭后无法再查看。请当面或通过可靠途径告知使用人；首次登录后须修改密码。
      </p>
    </LazyDialog>
  )
}
