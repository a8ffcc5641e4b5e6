import type { SessionUser } from '#app/session/session.ts'
import { PrintHead } from './print-head.tsx'
import { PullRefresh } from './pull-refresh.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

export function FrameExtras({ title, user }: { title: string; user: SessionUser }) {
  useFocusAfterRemoval()
  return (
    <>
      <PrintHead title={title} user={user} />
      <PullRefresh />
    </>
  )
}
