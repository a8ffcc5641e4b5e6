import { createFileRoute } from '@tanstack/react-router'
import { may } from '#contract/access.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { readAhead } from '#app/data/query-of.ts'
import { CheckInCard, readCheckInAhead } from '#app/features/checkin/check-in-card.tsx'
import { MineScreen } from '#app/features/shell/mine-screen.tsx'
import { mayOpen } from '#app/session/guard.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'

export const Route = createFileRoute('/_shell/mine')({
  staticData: { title: '我的', under: '/mine' },
  beforeLoad: mayOpen('session'),
  loader: ({ context }) => {
    const session = currentSession()
    if (may('duty', actorOf(session))) readAhead(context.client, dutyContactQuery.list())
    if (may('unit', actorOf(session))) return readCheckInAhead(context.client, session?.user.lawCompanyId ?? '')
  },
  component: () => <MineScreen checkIn={useMay('unit') && <CheckInCard />} />,
})
