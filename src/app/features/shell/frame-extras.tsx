import type { SessionUser } from '#app/session/session.ts'
import { PrintHead } from './print-head.tsx'
import { PullRefresh } from './pull-refresh.tsx'

export function FrameExtras({ title, user }: { title: string; user: SessionUser }) {
  return (
    <>
      <PrintHead title={title} user={user} />
      <PullRefresh />
    </>
  )
}
