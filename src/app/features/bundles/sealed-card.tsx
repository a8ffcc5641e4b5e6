import { formatTime } from '#app/lib/format.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import type { DeviceAccount } from '#app/offline/sealed/device-accounts.ts'
import { forgetAccount } from '#app/offline/sealed/seal-store.ts'
import { useDeviceAccounts } from '#app/parts/use-device-accounts.ts'
import { Button } from '#app/ui/button.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Card } from '#app/ui/card.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

export function SealedCard({ onChanged }: { onChanged(): void }) {
  const { accounts, readAgain } = useDeviceAccounts()
  const all = accounts.filter(({ bytes }) => bytes > 0)

  async function remove({ hash, name }: DeviceAccount) {
    const isSure = await confirm({
      question: `是否删除“${name}”加密保存的内容？`,
      detail: '其中的草稿无法恢复，离线资料须重新下载；未提交的内容不受影响。',
      yes: '删除',
      danger: true,
    })
    if (!isSure) return
    try {
      await forgetAccount(hash)
      toast.success('已删除加密保存的内容')
    } catch {
      toast.error('删除失败，请重试')
    }
    readAgain()
    onChanged()
  }

  if (all.length === 0) return null
  return (
    <Card title="换人使用时加密保存" flush>
      <ul className="divide-y divide-line">
        {all.map((one) => (
          <li key={one.hash} className="flex items-center justify-between gap-3 px-4 py-3">
            <span className="min-w-0">
              <span className="block truncate">{one.name}</span>
              <Dotted
                className="text-sm text-ink-soft"
                of={[formatBytes(one.bytes), `${formatTime(one.at)} 保存，保留 7 天`]}
              />
            </span>
            <Button size="small" onClick={() => void remove(one)} aria-label={`删除${one.name}加密保存的内容`}>
              删除
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
