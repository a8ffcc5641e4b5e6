import type { DeviceAccount } from '#app/offline/sealed/device-accounts.ts'
import { forgetAccount } from '#app/offline/sealed/seal-store.ts'
import { useDeviceAccounts } from '#app/parts/use-device-accounts.ts'
import { DeleteIcon } from '#app/ui/action-icons.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

export function DeviceAccounts({ onChoose }: { onChoose(account: string): void }) {
  const { accounts: all, readAgain } = useDeviceAccounts()

  async function remove({ hash, name, bytes }: DeviceAccount) {
    const isSure = await confirm({
      question: `是否从本机移除“${name}”？`,
      detail:
        bytes > 0 ? '该账号在本机加密保存的内容（含草稿）一并删除；未提交的内容不受影响。' : '未提交的内容不受影响。',
      yes: '移除',
      danger: true,
    })
    if (!isSure) return
    await forgetAccount(hash).catch(() => toast.error('未能删除加密保存的内容，请在“离线资料”中重试'))
    readAgain()
  }

  if (all.length === 0) return null
  return (
    <section aria-label="本机用过的账号" className="mb-3">
      <h2 className="mb-1 text-sm text-ink-soft">本机用过的账号，点击后输入密码</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-panel">
        {all.map((one) => (
          <li key={one.hash} className="flex items-stretch">
            <button
              type="button"
              className="flex min-h-control min-w-0 flex-1 flex-col justify-center px-3 py-1 text-left hover:bg-sunk"
              onClick={({ currentTarget: { form } }) => {
                onChoose(one.account)
                form?.querySelector<HTMLInputElement>('input[type=password]')?.focus()
              }}
            >
              <span className="w-full truncate text-base text-ink">{one.name}</span>
              <span className="w-full truncate text-sm text-ink-soft">{one.account}</span>
            </button>
            <button
              type="button"
              aria-label={`移除${one.name}`}
              className="flex min-h-control w-control shrink-0 items-center justify-center text-xl text-ink-soft hover:bg-sunk"
              onClick={() => void remove(one)}
            >
              <DeleteIcon />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
