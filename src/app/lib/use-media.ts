import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}

/** Tablet and wider; below it popovers become sheets. */
export const DESK = '(min-width: 768px)'

export const TABLET = '(min-width: 768px) and (max-width: 1279px)'

/** Two panes, or all filters in one row. */
export const LARGE = '(min-width: 1024px)'

export const WIDE = '(min-width: 1280px)'
