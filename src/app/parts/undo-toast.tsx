import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#app/ui/button.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { useLiveRegion } from '#app/ui/use-live-region.ts'
import { closeOffer, holdOffer, releaseOffer, undoOffer } from './undo-offer.ts'

export function UndoToast() {
  const offer = useSyncExternalStore(undoOffer.follow, undoOffer.read)
  const region = useLiveRegion(
    'pointer-events-none fixed bottom-20 left-0 right-0 z-toast flex justify-center px-4 md:bottom-6 md:justify-end md:px-6',
  )
  if (!offer) return createPortal(null, region)
  return createPortal(
    <div
      onPointerEnter={holdOffer}
      onPointerLeave={releaseOffer}
      className="pointer-events-auto flex max-w-full animate-drop items-center gap-2.5 rounded border border-l-4 border-line border-l-ok bg-panel py-1 pl-3 pr-1 text-base text-ink shadow-float"
    >
      <CheckIcon className="text-ok-ink" />
      <p className="min-w-0 py-1.5">{offer.text}</p>
      <Button
        kind="quiet"
        onFocus={holdOffer}
        onBlur={releaseOffer}
        onClick={() => {
          closeOffer()
          void offer.undo()
        }}
      >
        撤销
      </Button>
    </div>,
    region,
  )
}
