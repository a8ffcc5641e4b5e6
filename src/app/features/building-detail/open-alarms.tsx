import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { readAhead } from '#app/data/query-of.ts'
import { actorOf, currentSession, useSession } from '#app/session/session.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export function readOpenAlarms(client: QueryClient, buildingId: string): void {
  if (may('duty', actorOf(currentSession()))) readAhead(client, alarmQuery.openOf(buildingId))
}

/** Says that alarms of the building are open, and leads to them. */
export function OpenAlarms({ buildingId }: { buildingId: string }) {
  const mayAct = may('duty', actorOf(useSession()))
  const { data } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayAct })
  if (!data || data.total === 0) return null
  return (
    <Link
      to="/alarms"
      search={{ building: buildingId }}
      className="mb-3 flex min-h-control items-center gap-2 rounded-md border border-danger bg-danger-soft px-4 py-2 text-base font-semibold text-danger-ink hover:underline"
    >
      <ToneMark tone="danger" />
      <span className="min-w-0 flex-1">{data.total} 条火警未结束，前往处置</span>
      <ChevronRightIcon />
    </Link>
  )
}
