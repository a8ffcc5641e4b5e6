import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageQuery } from '#app/data/message.ts'
import { useConnection } from '#app/offline/connection.ts'
import { owesPassword, useSession } from '#app/session/session.ts'

const EVERY_MS = 3 * 60_000

/** `setAppBadge` is not everywhere, and may be refused where it is. */
function showOnIcon(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}

/**
 * Keeps the unread count fresh: on return to the app and every three minutes while it is seen and the server answers;
 * hidden or offline nothing is asked. The app's icon carries it too, until sign-out.
 */
export function useUnreadWatch(): void {
  const session = useSession()
  const isOnline = useConnection() === 'online'
  const { data } = useQuery({
    ...messageQuery.unreadCount(),
    enabled: isOnline && session !== null && !owesPassword(session),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
  const count = data?.unreadNum
  useEffect(() => {
    if (count !== undefined) showOnIcon(count)
  }, [count])
  useEffect(() => () => showOnIcon(0), [])
}
