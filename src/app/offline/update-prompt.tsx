import { lazy, Suspense, useState } from 'react'
import { useUpdate } from './app-update.ts'

// Most starts have no update.
const UpdateOffer = lazy(() => import('./update-offer.tsx').then((m) => ({ default: m.UpdateOffer })))

export function UpdatePrompt() {
  const update = useUpdate()
  const [isLater, setLater] = useState(false)
  return (
    <output aria-live="polite" className="update-prompt">
      {update.waiting && (update.required || !isLater) && (
        <Suspense fallback={null}>
          <UpdateOffer update={update} onLater={() => setLater(true)} />
        </Suspense>
      )}
    </output>
  )
}
