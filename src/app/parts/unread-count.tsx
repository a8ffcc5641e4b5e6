import { useQuery } from '@tanstack/react-query'
import { messageQuery } from '#app/data/message.ts'
import { CountBadge } from '#app/ui/badge.tsx'

/** Cache only; the bell fetches it. */
export function useUnreadCount(): number {
  return useQuery({ ...messageQuery.unreadCount(), enabled: false }).data?.unreadNum ?? 0
}

/** The parent must be `relative`. */
export function UnreadBadge() {
  const count = useUnreadCount()
  return (
    <span className="pointer-events-none absolute -right-3.5 -top-2 flex">
      <CountBadge count={count} label="条未读消息" />
    </span>
  )
}
