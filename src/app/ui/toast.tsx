import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type ToastItem, toasts } from './toast-queue.ts'
import { useLiveRegion } from './use-live-region.ts'

interface CardsProps {
  readonly items: readonly ToastItem[]
  readonly region: HTMLElement
}

function Plain({ items }: CardsProps) {
  return <p className="bg-panel p-3">{items[0]?.text}</p>
}

const Cards = lazy(() =>
  import('./toast-cards.tsx').then(
    ({ ToastCards }) => ({ default: ToastCards }),
    () => ({ default: Plain }),
  ),
)

/** Once at the root. */
export function Toaster() {
  const items = useSyncExternalStore(toasts.follow, toasts.read)
  const region = useLiveRegion('toasts')
  return createPortal(
    items[0] && (
      <Suspense>
        <Cards items={items} region={region} />
      </Suspense>
    ),
    region,
  )
}
