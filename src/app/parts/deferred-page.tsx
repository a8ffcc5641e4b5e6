import { useElementScrollRestoration, useMatches } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'

/** Interruptible. @param stays keeps the children when the route changes */
export function DeferredPage({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
  const opensApp = useMatches({ select: ([root]) => root?.cause === 'enter' })
  const page = useMatches({ select: (matches) => matches[matches.length - 1]?.routeId })
  return (
    <Drawn key={stays ? 'stays' : page} atOnce={opensApp || !navigator.userActivation?.isActive}>
      {children}
    </Drawn>
  )
}

function Drawn({ atOnce, children }: { atOnce: boolean; children: ReactNode }) {
  const isDrawn = useDeferredValue(true, atOnce)
  // The layout does not jump.
  const [minHeight] = useState(() => (atOnce ? 0 : (document.querySelector('main')?.offsetHeight ?? innerHeight)))
  const place = useElementScrollRestoration({ getElement: () => window })
  const wasDrawn = useRef(isDrawn)
  useLayoutEffect(() => {
    // The router restores it before the page exists.
    if (isDrawn && !wasDrawn.current && place) scrollTo(place.scrollX, place.scrollY)
    wasDrawn.current = isDrawn
  }, [isDrawn, place])
  return isDrawn ? children : <div style={{ minHeight }} />
}
