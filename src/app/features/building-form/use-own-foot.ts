import { useLayoutEffect } from 'react'

/** Toasts are placed above the hidden bar. */
export function useOwnFoot() {
  useLayoutEffect(() => {
    const places = document.getElementById('frame-places')?.style
    const content = document.getElementById('content')?.style
    places?.setProperty('visibility', 'hidden')
    content?.setProperty('padding-bottom', '0px')
    return () => {
      places?.removeProperty('visibility')
      content?.removeProperty('padding-bottom')
    }
  }, [])
}
