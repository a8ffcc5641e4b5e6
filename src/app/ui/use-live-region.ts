import { useEffect, useState } from 'react'

function liveRegion(className: string): HTMLElement {
  const region = document.createElement('div')
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'polite')
  region.className = className
  return region
}

/** Outside the root, which a dialog hides. */
export function useLiveRegion(className: string): HTMLElement {
  const [region] = useState(() => liveRegion(className))
  useEffect(() => {
    document.body.append(region)
    return () => region.remove()
  }, [region])
  return region
}
