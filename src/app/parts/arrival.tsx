import { useElementScrollRestoration, useMatches } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'

/**
 * The page in a frame. One that a tap leads to is drawn behind the frame that answers the tap, in slices between which
 * the next tap is heard; one that nobody waits for with a finger, as the first of a visit, is drawn with its frame.
 * @param stays what stands there goes on, whichever page the address leads to
 */
export function Arrival({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
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
  // Until then as high as the page before: nothing below comes up, no scrollbar goes and comes.
  const [minHeight] = useState(() => (atOnce ? 0 : (document.querySelector('main')?.offsetHeight ?? innerHeight)))
  const place = useElementScrollRestoration({ getElement: () => window })
  const wasDrawn = useRef(isDrawn)
  useLayoutEffect(() => {
    // Who goes back stands where they stood; the router looked for that place before the page was there.
    if (isDrawn && !wasDrawn.current && place) scrollTo(place.scrollX, place.scrollY)
    wasDrawn.current = isDrawn
  }, [isDrawn, place])
  return isDrawn ? children : <div style={{ minHeight }} />
}
