import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { checkinQuery } from '#app/data/checkin.ts'
import { readAhead } from '#app/data/query-of.ts'
import { useSession } from '#app/session/session.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { CheckInPanel } from './check-in-panel.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useKeptMonth } from './use-kept-month.ts'
import { useRereadAfterSending } from './use-reread-after-sending.ts'

// A static import would put it in shared code.
const loadPanel = () =>
  import('./check-in-panel.tsx').then(({ CheckInPanel }) => {
    Loaded = CheckInPanel
    return { default: CheckInPanel }
  })
const Lazy = lazy(loadPanel)
/** `lazy` shows its placeholder first. */
let Loaded: typeof CheckInPanel | undefined

/** Until it can be drawn. */
export async function readCheckInAhead(client: QueryClient, lawCompanyId: string): Promise<void> {
  readAhead(client, checkinQuery.statistic({ lawCompanyId }))
  await loadPanel().catch(() => undefined)
}

export function CheckInCard() {
  const checking = useCheckIn()
  const Panel = Loaded ?? Lazy
  useRereadAfterSending()
  useKeptMonth(useSession()?.user.lawCompanyId ?? '')
  return (
    <section aria-label="每天签到" className="rounded-lg border border-line bg-panel p-4">
      <Suspense fallback={<Skeleton className="h-[11rem]" />}>
        <Panel checking={checking} whole />
      </Suspense>
    </section>
  )
}
