import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/** Opens a list's first entry, but never against a press that is leaving the page. */
export function useOpenFirst(isChoosing: boolean, open: () => void): void {
  const { history } = useRouter()
  const [page] = useState(() => history.location.pathname)
  const isIdle = useRouterState({ select: ({ status }) => status === 'idle' })
  const openFirst = useEffectEvent(open)
  useEffect(() => {
    if (isChoosing && isIdle && history.location.pathname === page) openFirst()
  }, [isChoosing, isIdle, history, page])
}
