import { type RefObject, useEffect, useRef } from 'react'

/**
 * The focused element was removed. @param view the first one takes no focus @returns ref; the container needs
 * `tabIndex={-1}`
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
