import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

const open: object[] = []

/** The device's back closes the topmost dialog instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const router: { readonly history: RouterHistory } | undefined = useRouter({ warn: false })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen || !router) return undefined
    const own = {}
    open.push(own)
    const release = router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isMine = action === 'BACK' && open[open.length - 1] === own
        if (isMine) close()
        return isMine
      },
    })
    return () => {
      release()
      open.splice(open.indexOf(own), 1)
    }
  }, [isOpen, router])
}
