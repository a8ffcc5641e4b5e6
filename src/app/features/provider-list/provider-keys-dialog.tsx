import type { ProviderKeys } from '#contract/provider.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { CopyIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useLast } from './use-last.ts'

export type HandedKeys = Omit<ProviderKeys, 'account' | 'password'> &
  Partial<Pick<ProviderKeys, 'account' | 'password'>>

const rowsOf = ({ name, appKey, secret, account, password }: HandedKeys): [string, string][] => [
  ['服务商', name],
  ['appKey', appKey],
  ['secret', secret],
  ...(account && password ? [['账号', account] as [string, string], ['一次性密码', password] as [string, string]] : []),
]

export function ProviderKeysDialog({ keys, onClose }: { keys: HandedKeys | undefined; onClose(): void }) {
  const last = useLast(keys)
  if (!last) return null
  const rows = rowsOf(last)
  const copy = async () => {
    if (await copyText(rows.map(([name, value]) => `${name}：${value}`).join('\n')))
      toast.success(`复制成功：“${last.name}”的授权信息`)
    else toast.error('复制失败，请手动抄写')
  }
  return (
    <LazyDialog
      open={keys !== undefined}
      onClose={onClose}
      title="授权信息"
      width={600}
      closing="button"
      footer={
        <>
          <Button icon={<CopyIcon />} onClick={() => void copy()}>
            复制
          </Button>
          <Button kind="primary" onClick={onClose}>
            我已记下
          </Button>
        </>
      }
    >
      <Details
        rows={rows.map(([name, value]) => [
          name,
          <span key={name} className="select-all break-all font-mono">
            {keys ? value : ''}
          </span>,
        ])}
      />
      <p className="mt-4 text-sm text-ink-soft">
        只显示这一次，关闭后无法再查看。请通过可靠途径交给服务商；服务商再向建筑管理单位索取建筑密钥，即可绑定建筑、上报数据。
      </p>
    </LazyDialog>
  )
}
