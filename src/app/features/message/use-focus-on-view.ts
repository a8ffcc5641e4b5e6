import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus when what a place shows is replaced, and with it what had the focus.
 * @param view what is shown; the first one takes no focus
 * @returns for the place, which needs a `tabIndex` of -1
 */
export function useFocusOnView<E extends HTMLElement>(view: string): RefObject<E | null> {
  const place = useRef<E>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    place.current?.focus()
  }, [view])
  return place
}
