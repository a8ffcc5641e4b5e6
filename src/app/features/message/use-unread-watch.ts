import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unlessLive } from '#app/data/live-state.ts'
import { messageQuery } from '#app/data/message.ts'
import { useConnection } from '#app/offline/connection.ts'
import { owesPassword, useSession } from '#app/session/session.ts'

const EVERY_MS = 3 * 60_000

/** `setAppBadge` may be missing or rejected. */
function showOnIcon(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}

/** On return to the app and every three minutes while visible; also the app icon's badge. */
export function useUnreadWatch(): void {
  const session = useSession()
  const isOnline = useConnection() === 'online'
  const { data } = useQuery({
    ...messageQuery.unreadCount(),
    enabled: isOnline && session !== null && !owesPassword(session),
    refetchInterval: unlessLive(EVERY_MS),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
  const count = data?.unreadNum
  useEffect(() => {
    if (count !== undefined) showOnIcon(count)
  }, [count])
  useEffect(() => () => showOnIcon(0), [])
}
