import { useMatches } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

const FADE_MS = 120

let shown: string | undefined

/**
 * Over the new page: animating the page leaves Chromium without input events after a dialog. The parent must be
 * positioned. Source: document 1, Routes.
 */
export function PageFade() {
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
