import { useMatches } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

const FADE_MS = 120

/** The page shown last, in whichever frame. */
let shown: string | undefined

/**
 * Lies over a frame's content when another page comes into it, and clears: the page seems to fade in, while nothing
 * of it is touched, waits or moves. None for the first page, none where motion is reduced. Its frame is positioned.
 * Source: document 1, Routes; why a veil: decision 144.
 */
export function PageVeil() {
  const veil = useRef<HTMLDivElement>(null)
  const page = useMatches({ select: (matches) => matches[matches.length - 1]?.pathname })
  useLayoutEffect(() => {
    const before = shown
    shown = page
    const { current } = veil
    if (before === undefined || before === page || !current || !('animate' in current)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const visibility = 'visible'
    current.animate(
      [
        { opacity: 1, visibility },
        { opacity: 0, visibility },
      ],
      { duration: FADE_MS, easing: 'ease-in' },
    )
  }, [page])
  return (
    <div ref={veil} aria-hidden="true" className="pointer-events-none invisible absolute inset-0 z-sticky bg-surface" />
  )
}
