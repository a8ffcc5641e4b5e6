import { createStore } from '#app/ui/store.ts'

const OFFERED_MS = 8_000

interface Offer {
  readonly text: string
  undo(): Promise<void>
}

export const undoOffer = createStore<Offer | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export function closeOffer(): void {
  holdOffer()
  undoOffer.write(null)
}

/** Stops the timeout while the offer is hovered or focused. */
export function holdOffer(): void {
  clearTimeout(timer)
}

export function releaseOffer(): void {
  holdOffer()
  timer = setTimeout(closeOffer, OFFERED_MS)
}

export function offerUndo(offer: Offer): void {
  undoOffer.write(offer)
  releaseOffer()
}
