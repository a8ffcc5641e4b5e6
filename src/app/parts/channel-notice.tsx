import { useQuery } from '@tanstack/react-query'
import { deliveryChannel } from '#contract/dict/delivery-channel.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { deliveryQuery } from '#app/data/delivery.ts'
import { toInstant } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { clockAheadMs } from '#app/offline/connection.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

/** Longer than people are called. */
const CALLING_MS = 30 * 60_000

export function ChannelNotice() {
  const { data: open } = useQuery(alarmQuery.open())
  const since = useNow().getTime() - clockAheadMs() - CALLING_MS
  const isWaiting =
    open?.list.some(({ verdict, lastTime }) => verdict === null && (toInstant(lastTime)?.getTime() ?? 0) > since) ??
    false
  const { data } = useQuery(deliveryQuery.channels(isWaiting))
  if (data?.isUnreached)
    return <Alert text="有火警无人可通知：单位、区级机构和总队均无值班联系人。请立即电话联系现场，并设置值班联系人。" />
  if (!data || data.failing.length === 0) return null
  const channels = data.failing.map((channel) => deliveryChannel.label(channel)).join('、')
  if (!data.isAllFailing)
    return (
      <output className="mb-3 block rounded-md border border-attention bg-attention-soft p-3 text-sm text-attention-ink">
        {channels}未送达，其他通知方式正常。
      </output>
    )
  return (
    <Alert
      text={`全部通知方式故障：${channels}均未送达，值班联系人可能没有收到火警。请立即电话联系现场，并联系技术支持。`}
    />
  )
}

function Alert({ text }: { text: string }) {
  return (
    <div
      role="alert"
      className="mb-3 flex items-start gap-2 rounded-md border border-danger bg-danger-soft p-3 text-base font-semibold text-danger-ink"
    >
      <ToneMark tone="danger" className="mt-1" />
      <span>{text}</span>
    </div>
  )
}
