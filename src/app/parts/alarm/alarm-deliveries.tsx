import { useQuery } from '@tanstack/react-query'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { DeliveryList } from '../delivery-list.tsx'
import { EvidenceCard } from '../evidence-card.tsx'

const EVERY_MS = 5000

export function AlarmDeliveries({ alarmId, isOpen }: { alarmId: string; isOpen: boolean }) {
  const { data } = useQuery({
    ...dutyContactQuery.deliveries({ alarmId, pageSize: 50 }),
    refetchInterval: isOpen ? EVERY_MS : false,
  })
  if (!data || data.total === 0) return null
  const undelivered = data.list.filter(({ isUndelivered }) => isUndelivered)
  const isForward = undelivered.some(({ channel }) => channel === 'webhook')
  const isMessage = undelivered.some(({ channel }) => channel !== 'webhook' && channel !== 'none')
  const isUnreached = undelivered.some(({ channel }) => channel === 'none')
  const messages = data.list.filter(({ channel }) => channel !== 'webhook' && channel !== 'none')
  const people = new Set(messages.map(({ recipient }) => recipient)).size
  return (
    <EvidenceCard
      title="通知记录"
      aside={`已通知 ${people} 人${undelivered.length > 0 ? `，${undelivered.length} 条未送达` : ''}`}
    >
      {isForward && (
        <p role="alert" className="mb-2 text-base font-medium text-danger-ink">
          真实火警未能转发到外部系统，请电话通报
        </p>
      )}
      {isUnreached && (
        <p role="alert" className="mb-2 text-base font-medium text-danger-ink">
          无人可通知：各级均无值班联系人，请立即电话联系现场
        </p>
      )}
      {isMessage && (
        <p role="alert" className="mb-2 text-base font-medium text-danger-ink">
          有通知未送达，请电话联系现场
        </p>
      )}
      <DeliveryList rows={data.list} />
    </EvidenceCard>
  )
}
