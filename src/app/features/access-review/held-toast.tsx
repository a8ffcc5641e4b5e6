import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#app/ui/button.tsx'
import { CheckIcon } from '#app/ui/icon.tsx'
import { useLiveRegion } from '#app/ui/use-live-region.ts'
import { flushDecision, heldDecision, takeBackDecision } from './held-decision.ts'

export const useHeldDecision = () => useSyncExternalStore(heldDecision.follow, heldDecision.read)

export function HeldToast({ onTakeBack }: { onTakeBack(id: string): void }) {
  const held = useHeldDecision()
  const region = useLiveRegion(
    'pointer-events-none fixed bottom-36 left-0 right-0 z-toast flex justify-center px-4 md:bottom-24 xl:bottom-6',
  )
  useEffect(() => {
    addEventListener('pagehide', flushDecision)
    return () => {
      removeEventListener('pagehide', flushDecision)
      flushDecision()
    }
  }, [])
  if (!held) return createPortal(null, region)
  const { row, refused } = held
  return createPortal(
    <div className="pointer-events-auto flex max-w-full animate-drop items-center gap-2.5 rounded border border-l-4 border-line border-l-ok bg-panel py-1 pl-3 pr-1 text-base text-ink shadow-float">
      <CheckIcon className="text-ok-ink" />
      <p className="min-w-0 break-words py-1.5">
        {refused === null ? '已通过' : '已拒绝'}：{row.buildingName}
      </p>
      <Button
        kind="quiet"
        onClick={() => {
          takeBackDecision()
          onTakeBack(row.id)
        }}
      >
        撤销
      </Button>
    </div>,
    region,
  )
}
