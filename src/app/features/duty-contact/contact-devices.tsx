import { useQueryClient } from '@tanstack/react-query'
import type { DutyContact } from '#contract/duty-contact.ts'
import { unbindDevice } from '#app/data/duty-contact.ts'
import { formatTime } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

type Device = DutyContact['devices'][number]

export function ContactDevices({ of }: { of: DutyContact }) {
  const client = useQueryClient()
  async function unbind({ id, name }: Device) {
    const question = { question: `是否解除“${name}”的绑定？`, detail: `${of.name}的该手机将不再收到火警推送。` }
    if (!(await confirm({ ...question, yes: '解除绑定', danger: true }))) return
    try {
      await unbindDevice(client, id)
      toast.success(`已解除“${name}”的绑定`)
    } catch (error) {
      toast.error(failureWords(error, '绑定未解除，请重试'))
    }
  }
  if (of.devices.length === 0) return null
  return (
    <ul aria-label={`${of.name}绑定的手机`} className="w-full space-y-1">
      {of.devices.map((device) => (
        <li key={device.id} className="flex flex-wrap items-center justify-between gap-2 rounded bg-sunk px-3 py-1">
          <span className="min-w-0 break-words text-sm text-ink">
            {device.name}
            <span className="block text-xs text-ink-soft">
              {formatTime(device.boundTime)} 绑定 ·{' '}
              {device.sentTime ? `${formatTime(device.sentTime)} 推送成功` : '尚无成功推送'}
            </span>
          </span>
          <span className="flex items-center gap-2">
            {device.isLost && <Badge tone="danger">已失效，请重新绑定</Badge>}
            <Button size="small" onClick={() => void unbind(device)}>
              解除绑定
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
