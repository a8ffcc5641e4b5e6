import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; drawn anew when that changes. */
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

/** From a tablet upwards; below it what floats becomes a sheet. */
export const DESK = '(min-width: 768px)'
