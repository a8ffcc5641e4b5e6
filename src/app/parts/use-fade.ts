import { useMatches } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'

const FADE_MS = 120

/** The page shown last, in whichever frame. */
let shown: string | undefined

/**
 * Lets a frame's content fade in when another page comes into it; none for the first page, none where motion is
 * reduced. Only the opacity changes, of what already stands: nothing waits for it and nothing moves.
 * Source: document 1, Routes.
 */
export function useFade<E extends HTMLElement>(): RefObject<E | null> {
  const content = useRef<E>(null)
  const page = useMatches({ select: (matches) => matches[matches.length - 1]?.pathname })
  useLayoutEffect(() => {
    const before = shown
    shown = page
    const { current } = content
    if (before === undefined || before === page || !current || !('animate' in current)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // From next to nothing: begun at nothing, Chromium 156 now and then leaves the page deaf to every tap for good.
    current.animate([{ opacity: 0.01 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' })
  }, [page])
  return content
}
