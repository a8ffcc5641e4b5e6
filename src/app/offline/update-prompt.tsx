import { lazy, Suspense, useState } from 'react'
import { useUpdate } from './app-update.ts'

// Most starts have no update.
const UpdateOffer = lazy(() => import('./update-offer.tsx').then((m) => ({ default: m.UpdateOffer })))

/** Above a phone's bottom bar; at the top on `no-bar` pages, whose forms reach the edge. */
export function UpdatePrompt() {
  const update = useUpdate()
  const [isLater, setLater] = useState(false)
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed bottom-foot pb-9 md:pb-0 [.no-bar~&]:bottom-auto [.no-bar~&]:top-[4.5rem] md:[.no-bar~&]:bottom-4 md:[.no-bar~&]:top-auto left-0 right-0 z-float flex justify-center px-4 md:bottom-4 md:justify-end"
    >
      {update.waiting && (update.required || !isLater) && (
        <Suspense fallback={null}>
          <UpdateOffer update={update} onLater={() => setLater(true)} />
        </Suspense>
      )}
    </output>
  )
}
