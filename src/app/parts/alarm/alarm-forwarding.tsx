import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliveryRow } from '#contract/delivery.ts'
import { webhook } from '#contract/webhook.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { resendWebhook, webhookQuery } from '#app/data/webhook.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button } from '#app/ui/button.tsx'
import { EvidenceCard } from '../evidence-card.tsx'
import { useAsyncAction } from '../use-async-action.ts'

export function AlarmForwarding({ alarmId }: { alarmId: string }) {
  return useMay(webhook.list.access) ? <Forwarding alarmId={alarmId} /> : null
}

function Forwarding({ alarmId }: { alarmId: string }) {
  const client = useQueryClient()
  const now = useNow()
  const { busy, run } = useAsyncAction()
  const { data: addresses } = useQuery(webhookQuery.list({}))
  const { data } = useQuery(dutyContactQuery.deliveries({ alarmId, channel: 'webhook', pageSize: 50 }))
  if (!data || !addresses) return null
  const hasAddress = addresses.list.some(({ disabledTime }) => disabledTime === null)
  const resendable = data.list.filter(({ isResendable, state }) => isResendable && state !== 'delivered')
  const forward = () =>
    run(async () => {
      for (const { id } of resendable) await resendWebhook(client, id)
    }, '未能转发，请重试')
  return (
    <EvidenceCard title="转发">
      {data.total === 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-base">
          {hasAddress ? '本火警没有转发记录，请电话通报' : '无地址，请电话通报'}
          <Link to="/dutyContacts" className="text-link hover:underline">
            去设置
          </Link>
        </p>
      )}
      <ul className="space-y-1 text-base">
        {data.list.map((row) => (
          <li key={row.id} className={row.isUndelivered ? 'font-medium text-danger-ink' : undefined}>
            {row.recipient}：{resultWords(row, now)}
          </li>
        ))}
      </ul>
      {resendable.length > 0 && (
        <Button kind="primary" block busy={busy} className="mt-2" onClick={() => void forward()}>
          立即转发
        </Button>
      )}
    </EvidenceCard>
  )
}

function resultWords({ state, isUndelivered, doneTime }: DeliveryRow, now: Date): string {
  if (state === 'delivered' || state === 'accepted') return `已送达 ${shortTime(doneTime, now)}`
  return isUndelivered ? '失败' : '正在转发'
}
