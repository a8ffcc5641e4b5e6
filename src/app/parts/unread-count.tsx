import { useQuery } from '@tanstack/react-query'
import { messageQuery } from '#app/data/message.ts'
import { CountBadge } from '#app/ui/badge.tsx'

/** Cache only; the bell fetches it. */
export function useUnreadCount(): number | undefined {
  return useQuery({ ...messageQuery.unreadCount(), enabled: false }).data?.unreadNum
}

/** The parent must be `relative`. */
export function UnreadBadge() {
  const count = useUnreadCount() ?? 0
  return (
    <span className="pointer-events-none absolute -right-3.5 -top-2 flex">
      <CountBadge count={count} label="条未读消息" />
    </span>
  )
}
